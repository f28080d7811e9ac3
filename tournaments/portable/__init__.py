"""A whole club as one file, and a file as a whole club: the same ratings, elsewhere."""
