<<<<<<< HEAD
"""Rating lists, histories and what feeds them, over REST."""
=======
"""Ratings over REST."""
>>>>>>> main
