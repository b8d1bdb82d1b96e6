"""Applications that act for users: what the library for OAuth2 leaves to us."""
