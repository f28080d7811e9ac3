"""Pages of a club's people, programs, settings and audit."""
