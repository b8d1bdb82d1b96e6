"""Event streams: live updates of games (server-sent events).

An event loop holds the open connections, and does little work for each: that of the web process, or
of a process for streams.
"""
