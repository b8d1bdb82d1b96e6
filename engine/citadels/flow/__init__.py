"""The course of a match. Nothing here names a card: ``verbs.py`` calls them."""
