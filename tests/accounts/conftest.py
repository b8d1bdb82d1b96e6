"""Accounts know no games; what they hand out and forget is tested with games."""

from tests.toy_games import toy as toy
