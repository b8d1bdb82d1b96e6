"""What every game stands on: frames, loop, hooks, codec, randomness, records. It knows no game."""
