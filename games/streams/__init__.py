"""Event streams: live updates of games (server-sent events).

A separate process holds the many open connections, and does little work for each.
"""
