"""Rating lists, histories, what feeds them, and the calculator, over REST."""
