"""One command per file, named after what a person types."""
