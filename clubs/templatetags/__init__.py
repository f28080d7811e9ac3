"""Template tags of the parts that every page is made of."""
