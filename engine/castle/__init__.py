"""Carcassonne: The Castle, by Reiner Knizia (2003), for 2 players. ``docs/castle.md`` has the
rules; numbers in brackets are its sections.

Board and tiles are data (``data/``). The board is exact; the tiles are a reconstruction, and
another set is another file.
"""
