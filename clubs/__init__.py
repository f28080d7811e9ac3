"""Who: clubs, their members and roles, players, tokens, and the door to every object."""
