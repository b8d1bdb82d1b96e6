"""Django's database backends, which recover when a database has refused to write."""
