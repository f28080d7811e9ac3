"""``python -m ratings.rules FILE …`` and the packed verifier: check ledger files."""

from ratings.rules.ledger_file import main

raise SystemExit(main())
