"""The course of the game: its frames."""
