"""What every part of the REST API is built on, and the resources of clubs themselves."""
