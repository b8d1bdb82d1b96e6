"""Applications that act for users: our additions to the OAuth2 library."""
