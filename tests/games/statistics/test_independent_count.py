"""The statistics are what an independent count over the stored events gives.

GAMES=2000 pytest -s tests/games/statistics/test_independent_count.py
"""

from __future__ import annotations

import os
from io import StringIO
from random import Random
from time import monotonic

import pytest
from django.core.management import call_command

from accounts.models import User
from games.models import ChoiceCount, ResultCount
from games.statistics.tallies import CHOICE, RESULT
from tests.games.statistics.bot_games import bot_game, expected_rows

GAMES = int(os.environ.get("GAMES", "40"))


@pytest.mark.slow
def test_every_row_is_what_an_independent_count_gives(alice: User) -> None:
    rng = Random(51)
    for number in range(GAMES):
        bot_game(alice, rng, players=2 + number % 6)
    began, told = monotonic(), StringIO()
    call_command("count_statistics", stdout=told, stderr=StringIO())
    took = monotonic() - began
    assert f"Counted {GAMES} games." in told.getvalue()
    results, choices = expected_rows()
    stored_results = ResultCount.objects.values_list(*RESULT, "games", "wins", "times")
    assert {row[:6]: row[6:] for row in stored_results} == results
    stored_choices = ChoiceCount.objects.values_list(*CHOICE, "games", "wins")
    assert {row[:7]: row[7:] for row in stored_choices} == choices
    call_command("count_statistics", "--check", stdout=told)
    assert "All rows agree" in told.getvalue()
    decisions = sum(games for games, _ in choices.values())
    print(  # noqa: T201
        f"{GAMES} games in {took:.1f} s: {len(results)} rows of results and {len(choices)} rows of "
        f"choices, of {decisions} decisions, equal to the independent count"
    )
