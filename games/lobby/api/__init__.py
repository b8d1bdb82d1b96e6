"""Matches that gather their players, over HTTP."""
