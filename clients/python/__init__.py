"""The Python client, the demo, and the verification of records."""
