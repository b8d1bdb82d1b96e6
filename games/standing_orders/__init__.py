"""Standing orders as pure data: what they say, and which option of a decision they choose.

Nothing here knows a game, the database or Django. A decision is its topic and its options as the
seat that has to decide is shown them.
"""

from __future__ import annotations

from games.standing_orders.checks import OrderRefused, order_checked, orders_checked
from games.standing_orders.matching import Answer, answer_to
from games.standing_orders.spec import (
    ANY_TOPIC,
    ASK,
    MAX_DELAY,
    MAX_ORDERS,
    MAX_TIMES,
    STOP,
    Order,
    Pattern,
    Stopped,
    Topics,
)

__all__ = [
    "ANY_TOPIC",
    "ASK",
    "MAX_DELAY",
    "MAX_ORDERS",
    "MAX_TIMES",
    "STOP",
    "Answer",
    "Order",
    "OrderRefused",
    "Pattern",
    "Stopped",
    "Topics",
    "answer_to",
    "order_checked",
    "orders_checked",
]
