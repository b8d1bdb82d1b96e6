"""What talks to the API from outside; only ``records`` knows the rules of games."""
