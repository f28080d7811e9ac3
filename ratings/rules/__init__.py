"""The rating rules as a pure library: values in, frozen records with every step out."""
