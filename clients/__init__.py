"""Programs that use the API from outside. Only ``records`` knows the rules of games."""
