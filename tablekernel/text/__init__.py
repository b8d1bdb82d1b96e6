"""Languages, for every game: plurals, lists, typography, and sentence templates."""
