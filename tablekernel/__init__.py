"""What every game builds on: frames, loop, hooks, codec, randomness, records. It knows no game.

Pure Python, no Django. Only ``tablekernel.terminal`` has input and output.
"""

from tablekernel import loop

COMPILED = not str(loop.__file__).endswith(".py")
"""True if this is the kernel compiled to C (``make compiled``), not the Python reference."""
