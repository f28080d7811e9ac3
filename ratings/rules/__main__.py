"""``python -m ratings.rules FILE …`` and the packed verifier: check ledger files."""

from ratings.rules.ledger_file import main

if __name__ == "__main__":
    raise SystemExit(main())
