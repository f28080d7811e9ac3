"""Template tags that know results; the general ones are in clubs."""
