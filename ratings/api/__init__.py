"""Rating lists, histories and what feeds them, over REST."""
