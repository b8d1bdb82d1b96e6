"""Formats of dates, the same in all languages. Django reads one package for each language."""
