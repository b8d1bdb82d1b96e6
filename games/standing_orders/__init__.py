"""Standing orders as pure data: what they say, and which option of a decision they choose.

The modules for data know neither rulesets nor the database nor Django. A decision is its topic and
its options, as the deciding seat sees them.
"""

from __future__ import annotations

from games.standing_orders.checks import OrderRefused, order_parse, orders_parse
from games.standing_orders.matching import Answer, orders_answer
from games.standing_orders.spec import (
    ANY_TOPIC,
    ASK,
    MAX_DELAY,
    MAX_ORDERS,
    MAX_TIMES,
    STOP,
    Order,
    Pattern,
    StopReason,
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
    "StopReason",
    "Topics",
    "order_parse",
    "orders_answer",
    "orders_parse",
]
