"""What the suite stands on: real servers, a real worker, a real browser."""
