"""What developers of clients need: the page for them, packages, the changelog, a collection."""
