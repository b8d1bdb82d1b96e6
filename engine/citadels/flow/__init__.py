"""The course of a match. Nothing here names a card: ``verbs.py`` is how it speaks to them."""
