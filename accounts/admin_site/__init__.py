"""The admin site, with two-factor login and rate limits."""
