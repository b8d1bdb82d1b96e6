"""Events of the platform in GET /api/v1/games/{id}/events/, among those of the rules."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from accounts.models import User
from games.models import Game, Loss, PauseKind, PlatformEvent, VoteKind
from games.play.event_texts import KINDS, REASONS, VARIANTS, VOTE_TEXTS, length, sentence
from games.play.results import EndedBy
from games.rules.live_game import TextContext
from games.seats.resign import seat_resign, seat_return
from tests.conftest import ClientOf
from tests.timed import A_DAY_EACH, Clock, pause, resume, shown_up, time_out, turn
from tests.toy_games import Player, play, start_game

pytestmark = pytest.mark.usefixtures("toy")
LANGUAGES = [code for code, _ in settings.LANGUAGES]
NAMES = {2: "charlie"}


def history(player: Player, query: str = "") -> list[dict[str, Any]]:
    response = player.client.get(f"{player.path}events/{query}")
    assert response.status_code == 200, response.content
    events: list[dict[str, Any]] = response.json()["events"]
    return events


@pytest.fixture
def game_with_events(alice: User, bob: User, charlie: User, clock: Clock) -> Game:
    """Return a game that has all kinds of platform events but one."""
    game = shown_up(
        start_game(alice, bob, charlie, pace=A_DAY_EACH, timeouts={"policy": "bot", "excuses": 1})
    )
    play(alice, game, "boast")
    pause(game, PauseKind.VACATION, bob)
    pause(game, PauseKind.MODERATOR)
    resume(game, PauseKind.MODERATOR)
    resume(game, PauseKind.VACATION, bob)
    time_out(clock, game)
    time_out(clock, game)
    seat_return(user=alice, game_id=game.id)
    turn(alice, game)
    Game.objects.filter(id=game.id).update(timeouts={**game.timeouts, "policy": "default_move"})
    time_out(clock, game)  # Bob's miss is excused
    time_out(clock, game)
    seat_resign(user=alice, game_id=game.id)
    seat_resign(user=bob, game_id=game.id)
    game.refresh_from_db()
    return game


def test_events_of_moves_and_of_the_platform_share_their_numbers(
    game_with_events: Game, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    kinds = None
    for user in (alice, bob, charlie):
        events = history(Player(client_of(user), game_with_events.id))
        assert [event["seq"] for event in events] == list(
            range(1, game_with_events.event_count + 1)
        )
        assert kinds in (None, [event["kind"] for event in events])
        kinds = [event["kind"] for event in events]
    assert kinds == [
        *["dealt"] * 3,
        "boasted",
        "clock_paused",
        "clock_paused",
        "clock_resumed",
        "clock_resumed",
        "turn_excused",
        "bot_took_over",
        "player_returned",
        "laid",
        "turn_excused",
        "default_played",
        "kept_quiet",
        "laid",
        "seat_lost",
        "seat_lost",
        "game_ended",
    ]


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_pages_of_them_have_no_gaps(
    limit: int, game_with_events: Game, bob: User, client_of: ClientOf
) -> None:
    player = Player(client_of(bob), game_with_events.id)
    read: list[dict[str, Any]] = []
    while page := history(player, f"?after={len(read)}&limit={limit}"):
        assert len(page) <= limit
        read += page
    assert read == history(player)


def test_their_texts_exist_in_both_languages(
    game_with_events: Game, bob: User, client_of: ClientOf
) -> None:
    player = Player(client_of(bob), game_with_events.id)

    def text_of(kind: str, language: str) -> str:
        events = history(player, f"?language={language}")
        return str(next(event["text"] for event in events if event["kind"] == kind))

    for kind, english, french in (
        (
            "clock_paused",
            "The clock is stopped (reason: vacation).",
            "L'horloge est arrêtée (motif : vacances).",
        ),
        (
            "turn_excused",
            "alice ran out of time and is excused.",
            "alice a dépassé son temps et est excusé.",
        ),
        (
            "bot_took_over",
            "alice ran out of time; a bot plays until they return.",
            "alice a dépassé son temps ; un robot joue jusqu'à son retour.",
        ),
        ("player_returned", "alice is back.", "alice est de retour."),
        ("seat_lost", "alice has resigned; a bot takes over.", None),
        ("game_ended", "The game is over: one player is left.", None),
    ):
        assert text_of(kind, "en") == english
        texts = text_of(kind, "fr").replace("\N{NO-BREAK SPACE}", " ")
        assert texts == (french or texts)
        assert text_of(kind, "fr") != english


def test_they_have_members_for_programs(
    game_with_events: Game, bob: User, client_of: ClientOf
) -> None:
    events = history(Player(client_of(bob), game_with_events.id))
    paused = next(event for event in events if event["kind"] == "clock_paused")
    assert {name: paused[name] for name in ("seq", "move", "reason", "seat", "at")} == {
        "seq": 5,
        "move": 1,
        "reason": "vacation",
        "seat": 1,
        "at": "2026-03-04T12:00:00Z",
    }
    lost = [event for event in events if event["kind"] == "seat_lost"]
    assert [(event["seat"], event["how"]) for event in lost] == [(0, "resigned"), (1, "resigned")]
    assert events[-1]["ended_by"] == "last_player"


def test_a_cancelled_game_names_the_no_show(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    game = time_out(clock, start_game(alice, bob, pace=A_DAY_EACH))
    event = history(Player(client_of(bob), game.id))[-1]
    assert event["text"] == "alice never showed up: the game is cancelled."
    assert (event["seat"], event["reopened_as"]) == (0, str(game.reopened_as_id))


def test_every_kind_can_be_said_in_every_language() -> None:
    data = {
        "seat": 2,
        "how": "timed_out",
        "ended_by": "nobody_left",
        "reason": "quarantine",
        "to_move": 7,
        "from_move": 7,
        "excuses_left": 0,
        "about": "pause",
        "passed": True,
        "by": "alice",
        "to": "charlie",
        "seconds": 30 * 3600,
        "began_at": "2026-03-04T12:00:00+00:00",
        "ended_at": "2026-03-05T18:00:00+00:00",
    }
    for kind in KINDS:
        english, french = (
            sentence({"kind": kind, **data}, TextContext(language, NAMES)) for language in LANGUAGES
        )
        assert english != french
        for text in (english, french):
            assert text.endswith(".")
            assert "%" not in text
    german = TextContext("de", NAMES)
    assert sentence({"kind": "player_returned", "seat": 2}, german) == "charlie is back."
    assert sentence({"kind": "player_returned", "seat": 2}, TextContext()) == "Seat 3 is back."


@pytest.mark.parametrize("about", VoteKind)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_vote_can_be_said(about: VoteKind, language: str) -> None:
    facts = {"about": about.value, "seat": 2}
    for event in (
        {"kind": "vote_opened", **facts},
        {"kind": "vote_closed", **facts, "passed": True},
        {"kind": "vote_closed", **facts, "passed": False},
    ):
        assert sentence(event, TextContext(language, NAMES)).endswith(".")


def test_they_have_only_known_kinds_and_members(game_with_events: Game) -> None:
    for event in PlatformEvent.objects.filter(game=game_with_events):
        assert event.kind in KINDS
        assert set(event.data) <= {"seat", "how", "ended_by", "reason", "excuses_left"}


def test_an_unknown_language_falls_back_to_english(
    game_with_events: Game, bob: User, client_of: ClientOf
) -> None:
    events = history(Player(client_of(bob), game_with_events.id), "?language=de")
    assert events[-1]["text"] == "The game is over: one player is left."


def test_every_reason_and_every_end_has_its_words() -> None:
    ends, losses = ({*VARIANTS[kind][1]} for kind in ("game_ended", "seat_lost"))
    assert set(REASONS) == set(PauseKind.values)
    assert set(VOTE_TEXTS) == set(VoteKind.values)
    assert ends == {how.value for how in EndedBy} - {EndedBy.RULES}
    assert losses == set(Loss.values) - {Loss.ABSENT}  # which ends the game


@pytest.mark.parametrize(
    ("seconds", "english", "french"),
    [
        (86400, "1 day", "1 jour"),
        (30 * 3600 + 60, "1 day 6 hours 1 minute", "1 jour 6 heures 1 minute"),
        (1, "1 minute", "1 minute"),
    ],
)
def test_durations_are_in_their_largest_units(seconds: int, english: str, french: str) -> None:
    assert length(seconds) == english
    with override("fr"):
        assert length(seconds) == french
