"""Reports in a real browser: the first page, the queue, and the page that closes a report."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services.preferences import preferences_change
from games.chat.services import message_post
from games.models import Game, Room
from games.play.due_games import quarantine
from moderation.actions.users import BAN
from moderation.models import AuditEntry, Report, TextPreset
from moderation.services.appeals import appeal_make
from moderation.services.reports import report_make
from tests.browser.conftest import PHONE, WIDE, Browser
from tests.conftest import user_named
from tests.toy_games import play, spoil, start_game

pytestmark = pytest.mark.django_db(transaction=True)
LINES = ("Hello, good luck!", "You too.", "You play like a bishop.", "Please stay polite.")


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game of The Castle in which bob insults alice."""
    alice, bob = user_named("alice"), user_named("bob")
    game = start_game(alice, bob, ruleset="castle", options={})
    for number, line in enumerate(LINES):
        author = (alice, bob)[number % 2 if number < 2 else 3 - number]
        message_post(user=author, game_id=game.id, room=Room.PLAYERS, text=line)
    return game


@pytest.fixture
def report(game: Game) -> Report:
    report_make(by=user_named("dora"), username="bob", category="abuse", text="Again and again.")
    return report_make(
        by=User.objects.get(username="alice"),
        game_id=game.id,
        room="players",
        number=3,
        category="abuse",
        text="I do not want to read this.",
    )


def test_a_report_is_found_on_the_first_page_and_closed_with_one_form(
    browser: Browser, maya: User, report: Report
) -> None:
    browser.logs_in(maya)
    browser.opens("/admin/")
    browser.pictured("admin-first-page")
    browser.follows("Open reports")
    browser.pictured("reports-list")
    browser.opens(f"/admin/moderation/report/{report.id}/change/")
    browser.pictured("report")
    assert browser.texts(".message-reported .message-text") == ["You play like a bishop."]
    browser.one("#close_outcome").send_keys("Warn the user")
    browser.one("#close_remove").click()
    browser.one("#close_shown").send_keys("Be kind.")
    browser.one("#close_reason").send_keys("An insult.")
    browser.presses("form[action$='/close/'] button")
    assert "The report was closed." in browser.one(".messagelist").text
    browser.pictured("report-closed")
    report.refresh_from_db()
    assert (report.state, report.outcome) == ("resolved", "warned")
    assert browser.complaints() == []


def test_a_preset_fills_a_text_that_stays_editable(
    browser: Browser, simon: User, report: Report
) -> None:
    texts = {"en": "Be kind.", "fr": "Soyez aimable."}
    TextPreset.objects.get_or_create(kind="message", name="Kind", defaults={"texts": texts})
    preferences_change(user=User.objects.get(username="bob"), changes={"language": "fr"})
    browser.logs_in(simon)
    bob = report.user_id
    for size in (PHONE, WIDE):
        browser.shows_as(size)
        browser.opens(f"/admin/accounts/user/{bob}/actions/mute_user/")
        browser.one(".presets[aria-label='Preset (Français)']").send_keys("Kind")
        assert browser.one("#id_shown").get_attribute("value") == "Soyez aimable."
        assert not browser.overflows()
        browser.pictured(f"presets-{size[0]}")
    browser.fills(shown="Soyez poli.", reason="Insults.")
    assert AuditEntry.objects.get().data["shown"] == "Soyez poli."
    browser.opens(f"/admin/moderation/textpreset/{TextPreset.objects.get(name='Kind').pk}/change/")
    browser.pictured("text-preset")
    assert browser.complaints() == []


def test_the_pages_of_cases_fit_a_phone_and_the_dark_in_both_languages(
    browser: Browser, maya: User, simon: User, report: Report
) -> None:
    bob = User.objects.get(username="bob")
    BAN.run(by=simon, target_id=bob.id, shown="Insults.", days=7, reason="Report 1.")
    appeal = appeal_make(
        by=bob, entry_id=AuditEntry.objects.get(action="ban_user").pk, text="It was a joke."
    )
    for name in ("emil", "fritz"):
        by = user_named(name)
        of_game = report_make(by=by, game_id=report.game_id, category="stalling", text="Slow.")
    pages = {
        "admin-first-page": "/admin/",
        "report": f"/admin/moderation/report/{report.id}/change/",
        "report-of-game": f"/admin/moderation/report/{of_game.id}/change/",
        "appeal": f"/admin/moderation/appeal/{appeal.pk}/change/",
        "castle": f"/admin/games/game/{report.game_id}/change/",
        "reports-list": "/admin/moderation/report/",
        "games-list": "/admin/games/game/",
    }
    for language in ("en", "fr"):
        preferences_change(user=maya, changes={"language": language})
        browser.logs_in(maya)
        for name, page in pages.items():
            browser.shows_as(PHONE)
            browser.opens(page)
            assert name == "games-list" or not browser.overflows(), name
            assert name != "reports-list" or fits_its_box(browser)
            browser.pictured(f"{name}-phone-{language}")
            browser.shows_as(dark=True)
            browser.pictured(f"{name}-dark-{language}")
            browser.shows_as()
            browser.pictured(f"{name}-wide-{language}")
    assert browser.complaints() == []


def fits_its_box(browser: Browser) -> bool:
    """True if nobody has to scroll the list sideways."""
    return bool(
        browser.driver.execute_script(
            "const list = document.querySelector('.results');"
            "return list.scrollWidth <= list.clientWidth;"
        )
    )


def test_a_player_is_replaced_only_after_a_confirmation_that_names_them(
    browser: Browser, maya: User, game: Game
) -> None:
    browser.logs_in(maya)
    browser.opens(f"/admin/games/game/{game.id}/actions/replace_by_bot/")
    browser.fills(seat="Seat 1: bob", level="easy", reason="Report 1.")
    assert "Seat 1: bob loses the seat permanently" in browser.one(".notice-bad").text
    browser.pictured("confirmation")
    assert game.seats.get(number=1).bot == ""
    browser.presses("main form button[type=submit].default")
    assert game.seats.get(number=1).bot == "easy"
    assert browser.complaints() == []


@pytest.mark.usefixtures("toy")
def test_time_is_given_with_one_click_and_a_quarantine_says_what_differs(
    browser: Browser, maya: User, simon: User
) -> None:
    alice, bob = user_named("alice"), user_named("bob")
    pace = {"kind": "per_decision", "allowance": 3 * 24 * 3600}
    game = play(alice, start_game(alice, bob, pace=pace), "boast")
    before = game.deadline_at
    browser.logs_in(maya)
    browser.opens(f"/admin/games/game/{game.id}/change/")
    browser.presses(".quick form:last-child button")
    game.refresh_from_db()
    assert before is not None
    assert game.deadline_at is not None
    assert (game.deadline_at - before).days == 1
    spoil(game, coins=[7, 0])
    quarantine(game_id=game.id)
    browser.opens(f"/admin/games/game/{game.id}/change/")
    assert "coins" in browser.one(".notice-bad").text
    browser.pictured("quarantine")
    assert browser.complaints() == []
