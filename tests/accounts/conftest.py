"""Accounts know no games; what they hand out and forget is tried with matches."""

from tests.matches import toy as toy
