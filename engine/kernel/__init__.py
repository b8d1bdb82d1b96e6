"""What every game builds on: frames, loop, hooks, codec, randomness, records. It knows no game."""
