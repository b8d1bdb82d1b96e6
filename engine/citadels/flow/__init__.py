"""The course of a match. Nothing here names a card: the flow speaks to them through ``verbs.py``."""
