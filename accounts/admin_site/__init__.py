"""The door to the admin: who works there proves it twice, and not more often than he can."""
