"""Signals to the features, which ``games.play`` does not import.

Receivers run in the transaction that holds the game's lock; an error in one rolls it back.
``games.apps`` imports the modules that have receivers.
"""

from __future__ import annotations

from django.dispatch import Signal

no_show = Signal()
"""A player never showed up. Sent with ``game``, all ``seats``, those ``present``, and ``now``."""
