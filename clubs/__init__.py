"""Who: clubs, their members and roles, players, tokens, and the door every object is fetched through."""
