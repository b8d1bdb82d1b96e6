"""Event streams: what happens in a game, told as it happens.

A process of its own, beside the web, that holds many connections open and does little for each.
"""
