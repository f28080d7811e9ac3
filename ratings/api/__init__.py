"""Ratings over REST."""
