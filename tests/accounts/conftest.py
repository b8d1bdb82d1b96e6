"""Accounts know no games; what they hand out and forget is tried with matches."""

from tests.toy_games import toy as toy
