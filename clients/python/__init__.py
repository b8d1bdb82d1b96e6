"""The Python client, the demo, and a check of records; each talks to the API from outside."""
