"""What the core tells features, which it does not import.

Receivers run in the transaction and under the lock of the game; what they raise undoes the change.
``games.apps`` imports the modules that have receivers.
"""

from __future__ import annotations

from django.dispatch import Signal

no_show = Signal()
"""A player never showed up. Sent with ``game``, all ``seats``, those ``present``, and ``now``."""
