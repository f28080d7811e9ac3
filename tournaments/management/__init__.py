"""Commands about events."""
