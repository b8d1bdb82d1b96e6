"""Links in e-mails: what they show, what they play, and when they end."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import Preferences, User
from core.logs import scrub
from games.bots.turns import bots_run
from games.by_mail.emails import open_turns
from games.by_mail.links import choice_query, decision_url
from games.models import Game, Move, PauseKind
from games.play.due_games import quarantine, quarantine_end
from games.play.locking import game_lock, seats_of
from games.play.rollback import game_rollback, moves_take_back
from games.play.save import game_save
from games.play.selectors import turns_of
from games.seats.resign import seat_resign
from games.standing_orders.services import orders_set
from notifications.kinds import Reader
from notifications.models import Delivery
from notifications.services.relay import relay_all
from tests.conftest import user_named
from tests.games.by_mail.mailbox import Correspondent, deliver, links_of, text_of
from tests.throttled import at_rates
from tests.timed import clock, pause, time_out
from tests.toy_games import options_of, play, played, start_game, toy

__all__ = ["clock", "toy"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]

PACE = {"kind": "per_decision", "allowance": 3600}


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return start_game(alice, bob, pace=PACE, options={"rounds": 3})


@pytest.fixture
def browser() -> Client:
    """A browser that is not logged in."""
    return Client(enforce_csrf_checks=True)


def path_of(user: User, game: Game) -> str:
    """The path of the link to the open decision."""
    return decision_url(user=user, game=game).removeprefix("http://127.0.0.1:8000")


def first_option(user: User, game: Game) -> str:
    """The path of the link to the first option."""
    return path_of(user, game) + choice_query(options_of(user, game)[0])


def turn_mails() -> list[EmailMessage]:
    """Deliver, and return the e-mails that say that it is somebody's turn."""
    return [message for message in deliver() if message["Subject"].startswith("Your turn")]


def rows() -> list[Any]:
    """What a request must not change."""
    return [*Game.objects.values_list(), *Move.objects.values_list(), *Delivery.objects.values()]


# --- what a link shows ---------------------------------------------------------------------------


def test_the_link_of_an_option_shows_a_confirmation(
    browser: Client, alice: User, game: Game
) -> None:
    before = rows()
    page = browser.get(first_option(alice, game))
    assert page.status_code == 200
    assert page.text.count("<button") == 1
    assert "Make this move" in page.text
    assert rows() == before
    assert browser.head(first_option(alice, game)).status_code == 200
    assert rows() == before


def test_the_button_plays_the_option(alice: User, game: Game) -> None:
    reply = Correspondent(alice, Random(1)).confirm(first_option(alice, game))
    assert reply.status_code == 200
    assert "Your move is made." in reply.text
    move = game.moves.get(number=1)
    assert (move.seat, move.user, move.actor) == (0, alice, "player")


def test_the_page_of_a_decision_lists_every_option(browser: Client, alice: User, bob: User) -> None:
    game = start_game(alice, bob, ruleset="castle", options={})
    game = played(game, [alice, bob], 6)
    user = [alice, bob][game.to_act or 0]
    page = browser.get(path_of(user, game))
    listed = re.findall(r'href="\?choice=([^"]+)"', page.text)
    assert list(map(unquote, listed)) == options_of(user, game)
    assert "data:image/svg+xml" in page.text


def test_a_page_is_neither_stored_nor_listed_nor_passed_on(
    browser: Client, alice: User, game: Game
) -> None:
    page = browser.get(path_of(alice, game))
    assert "no-store" in page["Cache-Control"]
    assert '<meta name="referrer" content="no-referrer">' in page.text
    assert '<meta name="robots" content="noindex">' in page.text


def test_the_log_hides_links(alice: User, game: Game) -> None:
    path = path_of(alice, game)
    assert scrub(f"GET {path}?choice=x") == "GET /move/[...]/?choice=x"


def test_pages_speak_the_language_and_time_of_the_player(
    browser: Client, alice: User, game: Game
) -> None:
    Preferences.objects.create(user=alice, language="fr", time_zone="Asia/Tokyo")
    page = browser.get(first_option(alice, game))
    assert "Jouer ce coup" in page.text
    assert "(Asia/Tokyo)" in page.text


# --- forwarded, replayed, expired, tampered ------------------------------------------------------


def test_a_forwarded_link_shows_this_decision_and_nothing_else(
    alice: User, bob: User, charlie: User
) -> None:
    """Anyone who has the link can make the decision; what comes then is for the player alone."""
    game = start_game(alice, bob, visibility="private", options={"rounds": 3})
    stranger = Client(enforce_csrf_checks=True)
    stranger.force_login(charlie)
    assert stranger.get(path_of(alice, game)).status_code == 200
    assert stranger.get(f"/games/{game.id}/").status_code == 404
    other = Correspondent(charlie, Random(1), browser=stranger)
    reply = other.confirm(first_option(alice, game))
    assert game.moves.get(number=1).user == alice
    assert "/move/" not in reply.text
    assert "data:image" not in reply.text


def test_a_replayed_link_plays_nothing(browser: Client, alice: User, game: Game) -> None:
    path = first_option(alice, game)
    reader = Correspondent(alice, Random(1), browser=browser)
    reader.confirm(path)
    before = rows()
    assert browser.get(path).status_code == 410
    form = {"choice": path.partition("choice=")[2]}
    assert browser.post(path.partition("?")[0], form).status_code == 410
    assert rows() == before


def test_an_expired_link_plays_nothing(
    clock: Any, browser: Client, alice: User, game: Game
) -> None:
    path = first_option(alice, game)
    time_out(clock, game)
    before = rows()
    page = browser.get(path)
    assert page.status_code == 410
    assert "no longer works" in page.text
    assert rows() == before


def test_a_link_whose_time_is_over_is_refused_before_the_clock_is_resolved(
    clock: Any, browser: Client, alice: User, game: Game
) -> None:
    path = first_option(alice, game)
    clock.shift(timedelta(hours=2))
    form = {"choice": path.partition("choice=")[2]}
    assert browser.get(path).status_code == 410
    assert browser.post(path.partition("?")[0], form).status_code == 410
    assert not game.moves.filter(number=1).exists()


@pytest.mark.parametrize("place", [0, 10, 60, 100, -10, -2])
def test_a_tampered_link_is_not_found(place: int, browser: Client, alice: User, game: Game) -> None:
    page, token = path_of(alice, game).strip("/").split("/")
    letter = "B" if token[place] == "A" else "A"
    place %= len(token)
    changed = token[:place] + letter + token[place + 1 :]
    assert browser.get(f"/{page}/{changed}/").status_code == 404
    assert browser.get(f"/{page}/{token[:-5]}/").status_code == 404


def test_another_choice_must_be_an_option(browser: Client, alice: User, game: Game) -> None:
    path = path_of(alice, game)
    assert browser.get(path + choice_query("fly:moon")).status_code == 422
    for choice in ("fly:moon", "", "\0"):
        assert browser.post(path, {"choice": choice}).status_code == 422, choice
    assert not game.moves.filter(number=1).exists()


def test_the_button_needs_no_cookie(browser: Client, alice: User, game: Game) -> None:
    """Browsers within mail programs may keep none. The link itself is what gives access."""
    choice = options_of(alice, game)[0]
    assert browser.post(path_of(alice, game), {"choice": choice}).status_code == 200
    assert not browser.cookies


# --- links that were revoked ---------------------------------------------------------------------


def leave(user: User, game: Game) -> None:
    seat_resign(user=user, game_id=game.id)


def change_address(user: User, game: Game) -> None:
    User.objects.filter(id=user.id).update(email="new@example.org")


def stop_playing_by_mail(user: User, game: Game) -> None:
    Preferences.objects.create(user=user, play_by_mail=False)


def be_banned(user: User, game: Game) -> None:
    User.objects.filter(id=user.id).update(banned_until=timezone.now() + timedelta(days=1))


def be_deactivated(user: User, game: Game) -> None:
    User.objects.filter(id=user.id).update(is_active=False)


@pytest.mark.parametrize(
    "change", [leave, change_address, stop_playing_by_mail, be_banned, be_deactivated]
)
def test_a_link_ends_when_it_is_revoked(
    change: Any, browser: Client, alice: User, game: Game
) -> None:
    path = first_option(alice, game)
    assert browser.get(path).status_code == 200
    change(alice, game)
    assert browser.get(path).status_code == 410


def test_a_rollback_does_not_bring_links_back(browser: Client, alice: User, game: Game) -> None:
    path = first_option(alice, game)
    play(alice, game)
    game_rollback(game_id=game.id, to_move=0, by=user_named("staff"), reason="A test.")
    game.refresh_from_db()
    assert game.to_act == 0
    assert browser.get(path).status_code == 410
    assert browser.get(path_of(alice, game)).status_code == 200


def test_a_suspended_game_takes_no_moves(browser: Client, alice: User, game: Game) -> None:
    path = first_option(alice, game)
    quarantine(game_id=game.id)
    assert browser.get(path).status_code == 409
    assert browser.post(path.partition("?")[0], {"choice": "pass"}).status_code == 409
    (message,) = turn_mails()
    assert links_of(message) == []
    quarantine_end(game_id=game.id)
    assert browser.get(path).status_code == 200


def test_a_game_that_was_restored_from_a_backup_has_other_links(
    browser: Client, alice: User, game: Game
) -> None:
    path = first_option(alice, game)
    Game.objects.filter(id=game.id).update(to_act_since=timezone.now() + timedelta(minutes=1))
    assert browser.get(path).status_code == 410


def test_a_stopped_clock_stops_no_link(alice: User, bob: User, game: Game) -> None:
    pause(game, PauseKind.VACATION, bob)
    reader = Correspondent(alice, Random(1))
    assert "stopped" in reader.browser.get(path_of(alice, game)).text
    assert reader.confirm(first_option(alice, game)).status_code == 200


# --- e-mails -------------------------------------------------------------------------------------


def test_an_email_about_a_turn_shows_the_table_and_the_options(alice: User, bob: User) -> None:
    game = start_game(alice, bob, ruleset="citadels", options={})
    user = [alice, bob][game.to_act or 0]
    (message,) = turn_mails()
    assert message.get_content_type() == "multipart/related"
    (picture,) = message.iter_attachments()
    assert picture.get_content_type() == "image/png"
    assert picture.get_content().startswith(b"\x89PNG")
    assert f"cid:{picture['Content-ID'].strip('<>')}" in text_of(message, "html")
    options = [path_of(user, game) + choice_query(one) for one in options_of(user, game)]
    assert links_of(message) == [*options, path_of(user, game)]
    assert set(links_of(message, "html")) == set(links_of(message))


def test_the_next_decision_of_a_turn_comes_at_once(alice: User, bob: User) -> None:
    """Also in quiet hours: the player is awake, since they have just played."""
    game = start_game(alice, bob, ruleset="citadels", options={})
    users = [alice, bob]
    while True:
        (message,) = turn_mails()
        game.refresh_from_db()
        user = users[game.to_act or 0]
        Correspondent(user, Random(3)).answer(message)
        game.refresh_from_db()
        if users[game.to_act or 0] == user:
            break
    now = timezone.now()
    quiet = {
        "quiet_from": (now - timedelta(hours=2)).time(),
        "quiet_to": (now + timedelta(hours=2)).time(),
    }
    Preferences.objects.update_or_create(user=user, defaults=quiet)

    relay_all(seconds=5)
    delivery = Delivery.objects.order_by("-id").get(entry__kind="turn_continues")
    assert delivery.progress == "sent"


def test_an_option_that_was_played_in_a_client_is_not_mailed_on(alice: User, game: Game) -> None:
    deliver()
    play(alice, game)
    assert not Delivery.objects.filter(entry__kind="turn_continues").exists()


def undo(game: Game) -> Game:
    """Take the last move back, as the players can vote for."""
    with transaction.atomic():
        game = game_lock(game.id)
        moves_take_back(
            game=game,
            seats=seats_of(game),
            to_move=game.move_count - 1,
            by=user_named("staff"),
            reason="A test.",
            restart_clock=False,
        )
        return game_save(game)


def test_a_move_that_is_undone_within_a_turn_has_a_new_link(alice: User, bob: User) -> None:
    game = start_game(alice, bob, ruleset="citadels", options={})
    users = [alice, bob]
    while True:
        before = game.to_act
        game = play(users[game.to_act or 0], game)
        if game.to_act == before:
            break
    deliver()
    game = undo(game)
    (message,) = turn_mails()
    assert links_of(message)[-1] == path_of(users[game.to_act or 0], game)


def test_orders_that_answer_in_between_do_not_end_the_links(alice: User, bob: User) -> None:
    game = start_game(alice, bob, ruleset="citadels", options={})
    users = [alice, bob]
    keep = {"topic": "keep_card", "choose": [{"verb": "keep", "highest": "cost"}]}
    for user in users:
        orders_set(user=user, game_id=game.id, orders=[keep])
    while game.topic != "gather":
        game = play(users[game.to_act or 0], game)
    bots_run(game_id=game.id)  # no order answers this decision
    deliver()
    user = users[game.to_act or 0]
    path = path_of(user, game) + choice_query("gather:cards")
    assert Correspondent(user, Random(1)).confirm(path).status_code == 200
    bots_run(game_id=game.id)
    game.refresh_from_db()
    assert game.topic == "action"
    message = turn_mails()[-1]
    assert links_of(message)[-1] == path_of(user, game)


def test_users_who_do_not_play_by_mail_get_neither_options_nor_hidden_cards(
    alice: User, bob: User
) -> None:
    Preferences.objects.create(user=alice, play_by_mail=False)
    Preferences.objects.create(user=bob, play_by_mail=False)
    start_game(alice, bob, ruleset="citadels", options={})
    (message,) = turn_mails()
    assert links_of(message) == []
    assert list(message.iter_attachments()) == []
    assert "Keep the" not in text_of(message)


def test_a_decision_with_many_options_has_one_link(alice: User, bob: User) -> None:
    game = start_game(alice, bob, ruleset="castle", options={})
    users = [alice, bob]
    while len(options_of(users[game.to_act or 0], game)) <= 24:
        game = played(game, users, game.move_count + 1)
    *_, message = deliver()
    count = len(options_of(users[game.to_act or 0], game))
    assert links_of(message) == [path_of(users[game.to_act or 0], game)]
    assert f"Choose one of {count} options" in text_of(message)


@pytest.fixture
def broken_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture can be drawn."""
    monkeypatch.setattr("games.rules.live_game.LiveGame.picture", lambda *_, **__: 1 / 0)


@pytest.mark.usefixtures("broken_pictures")
def test_what_cannot_be_drawn_stops_neither_emails_nor_moves(alice: User, game: Game) -> None:
    (line,) = open_turns(alice.id, Reader())
    assert line.picture is None
    (message,) = turn_mails()
    assert links_of(message)[-1] == path_of(alice, game)
    assert Correspondent(alice, Random(1)).answer(message).status_code == 200


@pytest.mark.parametrize(
    ("language", "warning"),
    [("en", "anyone who has them can make this decision"), ("fr", "Ces liens sont personnels")],
)
def test_emails_warn_of_forwarding(language: str, warning: str, alice: User, game: Game) -> None:
    Preferences.objects.create(user=alice, language=language)
    message = next(one for one in deliver() if links_of(one))
    for kind in ("plain", "html"):
        assert warning in " ".join(text_of(message, kind).split())


def test_the_digest_shows_the_most_urgent_tables(alice: User, bob: User) -> None:
    while len(turns_of(user=alice)) < 7:
        start_game(alice, bob, ruleset="castle", options={})
    lines = open_turns(alice.id, Reader())
    assert [bool(line.picture) for line in lines] == [True] * 5 + [False] * 2
    assert ["/move/" in line.link for line in lines] == [True] * 5 + [False] * 2


# --- limits --------------------------------------------------------------------------------------


def test_wrong_links_are_counted_by_address(browser: Client) -> None:
    with at_rates(anonymous="2/min"):
        replies = [browser.get("/move/abc/").status_code for _ in range(3)]
    assert replies == [404, 404, 429]


def test_each_link_has_a_limit_of_its_own(browser: Client, alice: User, game: Game) -> None:
    with at_rates(anonymous="2/min"):
        path = path_of(alice, game)
        replies = [browser.get(path).status_code for _ in range(3)]
        assert replies == [200, 200, 429]
        play(alice, game)
        game = start_game(alice, user_named("dora"))
        assert browser.get(path_of(alice, game)).status_code == 200
