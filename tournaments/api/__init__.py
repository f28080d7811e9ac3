"""Events and everything in them over REST: the views read, call a use case and answer."""
