"""Commands that wire the whole product."""
