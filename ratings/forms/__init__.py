"""What people type about players, policies and ratings."""
