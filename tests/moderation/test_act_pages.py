"""The forms of staff actions: permissions, texts, and entries in the audit log."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.lobby.hosting import game_cancel
from games.models import BulkAction, Game, Loss, Maintenance, Pause, PauseKind, Status
from games.play.due_games import quarantine
from games.play.global_pause import is_globally_paused
from games.seats.resign import seat_resign
from moderation.actions.games import GAME_ACTIONS, PLAY_CHOICE, REPLACE_BY_BOT, GameAction
from moderation.models import Action, AuditEntry, FormNonce, ReportNote
from moderation.permissions import SENIORS
from moderation.selectors import SANCTIONS
from moderation.services.privacy import expired_purge
from moderation.services.reports import report_make
from notifications.models import OutboxEntry
from tests.conftest import user_named
from tests.moderation.pages import act_on, client_for, hidden, page_of, text_of
from tests.timed import A_DAY_EACH, shown_up, time_out
from tests.toy_games import lobby, play, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")
WHY = {"reason": "They asked for it."}
FORMS = [one.action for one in GAME_ACTIONS if not one.page]
"""The actions on games that use the generic page."""


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return shown_up(play(alice, start_game(alice, bob, pace=A_DAY_EACH), "boast"))


def act(client: Any, game: Game, action: Action, **given: Any) -> Game:
    """Perform the action on its page, and check the audit log."""
    response = act_on(client, game, action, **WHY, **given)
    assert response.status_code == 302, re.findall(r"errorlist.*", response.content.decode())
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.reason, entry.game) == (action, WHY["reason"], game.id)
    game.refresh_from_db()
    return game


def buttons(client: Any, game: Game) -> set[str]:
    return set(re.findall(rf"{game.id}/actions/(\w+)/", text_of(client, game)))


def test_each_action_on_a_game_has_a_form_that_does_it(
    game: Game, charlie: User, simon: User, clock: Any
) -> None:
    client = client_for(simon)
    assert act(client, game, Action.FREEZE_GAME).frozen
    assert not act(client, game, Action.UNFREEZE_GAME).frozen
    before = game.deadline_at
    assert before is not None
    assert act(client, game, Action.EXTEND_DEADLINE, length=3600).deadline_at == before + timedelta(
        hours=1
    )
    clock.shift(timedelta(hours=3))
    assert act(client, game, Action.RESET_DEADLINE).deadline_at == before + timedelta(hours=3)
    moves = game.move_count
    assert act(client, game, Action.PLAY_DEFAULT, decision=game.decision_id).move_count == moves + 1
    confirmed = {"confirmed": "Seat 0: alice loses the seat permanently, and charlie takes over."}
    act(client, game, Action.REPLACE_BY_USER, seat=0, username="charlie", **confirmed)
    assert game.seats.get(number=0).user == charlie
    form = client.get(f"/admin/games/game/{game.id}/actions/replace_by_bot/").content.decode()
    assert set(re.findall(r'<option value="(bal\w+|bold)"', form)) == {"balanced", "bold"}
    confirmed = {
        "confirmed": "Seat 1: bob loses the seat permanently, and a bot (easy) takes over."
    }
    act(client, game, Action.REPLACE_BY_BOT, seat=1, level="easy", profile="bold", **confirmed)
    bot = game.seats.get(number=1)
    assert (bot.bot, bot.bot_profile) == ("easy", "bold")
    assert act(client, game, Action.ANNUL_GAME).annulled_at is not None


def test_a_form_that_is_sent_twice_gives_its_time_once(game: Game, maya: User) -> None:
    client, page = client_for(maya), f"/admin/games/game/{game.id}/actions/extend_deadline/"
    form = {**hidden(client.get(page).content.decode()), "length": 3600}
    deadline = act(client, game, Action.EXTEND_DEADLINE, **form).deadline_at
    assert (
        "Its action is performed only once"
        in client.post(page, {**form, **WHY}, follow=True).content.decode()
    )
    game.refresh_from_db()
    assert (game.deadline_at, AuditEntry.objects.count()) == (deadline, 1)
    again = {**hidden(client.get(page).content.decode()), "length": 3600}
    assert act(client, game, Action.EXTEND_DEADLINE, **again).deadline_at != deadline


@pytest.mark.parametrize("action", ["ban", "mute", "warn", "note"])
def test_a_form_that_is_sent_twice_makes_one_sanction(
    action: str, alice: User, charlie: User, maya: User
) -> None:
    if action != "note":
        page, asked = f"/admin/accounts/user/{alice.id}/actions/{action}_user/", {"days": "7"}
    else:
        report = report_make(by=charlie, username="alice", category="abuse")
        page, asked = f"/admin/moderation/report/{report.id}/actions/{action}/", {"text": "Once."}
    client = client_for(maya)
    nonce = hidden(client.get(page).content.decode())["nonce"]
    form = {"nonce": nonce, "shown": "Insults.", **asked, **WHY}
    first = client.post(page, form)
    assert first.status_code == 302, re.findall(r"errorlist.*", first.content.decode())
    again = client.post(page, form, follow=True).content.decode()
    assert "Its action is performed only once" in again
    made = AuditEntry.objects.filter(action__in=SANCTIONS).count() + ReportNote.objects.count()
    assert made == 1


def test_a_form_that_was_refused_is_sent_again_and_old_ones_are_forgotten(
    game: Game, maya: User
) -> None:
    client, page = client_for(maya), f"/admin/games/game/{game.id}/actions/excuse_turn/"
    form = {**hidden(client.get(page).content.decode()), "seat": 0}
    assert client.post(page, {**form, **WHY}).status_code == 200  # nothing was missed
    game.seats.filter(number=0).update(missed_in_a_row=1)
    act(client, game, Action.EXCUSE_TURN, **form)
    expired_purge(now=timezone.now() + timedelta(days=29))
    assert FormNonce.objects.exists()
    expired_purge(now=timezone.now() + timedelta(days=31))
    assert not FormNonce.objects.exists()


def test_nor_does_it_excuse_two_turns(game: Game, maya: User) -> None:
    Game.objects.filter(id=game.id).update(timeouts={**game.timeouts, "excuses": 2})
    game.seats.filter(number=0).update(excuses_left=0)
    client, page = client_for(maya), f"/admin/games/game/{game.id}/actions/excuse_turn/"
    form = {**hidden(client.get(page).content.decode()), "seat": 0}
    act(client, game, Action.EXCUSE_TURN, **form)
    client.post(page, {**form, **WHY})
    assert game.seats.get(number=0).excuses_left == 1


def test_an_action_that_does_not_say_what_it_does_is_none() -> None:
    with pytest.raises(TypeError, match="explanation"):
        GameAction(action=Action.FREEZE_GAME, title="Freeze", done="Done.")  # type: ignore[call-arg]


def test_a_game_is_ended(game: Game, maya: User) -> None:
    assert act(client_for(maya), game, Action.END_GAME).status != Status.ACTIVE


def test_what_was_called_off_is_annulled_where_somebody_lost_a_seat_in_it(
    alice: User, bob: User, maya: User, clock: Any
) -> None:
    client = client_for(maya)
    game = time_out(clock, start_game(alice, bob, pace=A_DAY_EACH))
    assert (game.status, game.seats.get(number=0).loss) == (Status.CANCELLED, Loss.ABSENT)
    assert Action.ANNUL_GAME in buttons(client, game)
    assert act(client, game, Action.ANNUL_GAME).annulled_at is not None
    assert Action.ANNUL_GAME not in buttons(client, game)
    cancelled = game_cancel(user=alice, game_id=lobby(alice, seats=2).id)
    assert Action.ANNUL_GAME not in buttons(client, cancelled)


def test_a_quarantine_is_ended_by_trying_again(game: Game, maya: User) -> None:
    quarantine(game_id=game.id)
    assert "in quarantine" in text_of(client_for(maya), game)
    act(client_for(maya), game, Action.END_QUARANTINE)
    assert not Pause.objects.filter(kind=PauseKind.QUARANTINE).exists()


def test_a_choice_is_played_by_who_has_looked(game: Game, simon: User) -> None:
    client = client_for(simon)
    choice = {"decision": game.decision_id}
    assert act_on(client, game, Action.PLAY_CHOICE, **WHY, **choice).status_code == 403
    assert Action.PLAY_CHOICE not in buttons(client, game)
    act(client, game, Action.REVEAL_SECRETS)
    assert Action.PLAY_CHOICE in buttons(client, game)
    page = client.get(f"/admin/games/game/{game.id}/actions/play_choice/").content.decode()
    options = re.findall(r'<option value="(lay:\d+)"', page)
    moves = game.move_count
    played = act(client, game, Action.PLAY_CHOICE, choice=options[0], **choice)
    assert played.move_count == moves + 1


def test_what_a_service_refuses_is_said_in_the_form(game: Game, alice: User, maya: User) -> None:
    client = client_for(maya)
    refused = act_on(client, game, Action.UNFREEZE_GAME, **WHY)
    assert refused.status_code == 200
    assert "errorlist" in refused.content.decode()
    stale = act_on(client, game, Action.PLAY_DEFAULT, **WHY, decision=1)
    assert "errorlist" in stale.content.decode()
    kept = act_on(client, game, Action.FILL_LOST_SEAT, **WHY, seat=0, username="bob")
    assert "errorlist" in kept.content.decode()
    seat_resign(user=alice, game_id=game.id)
    nobody = act_on(client, game, Action.FILL_LOST_SEAT, **WHY, seat=0, username="nobody")
    assert "errorlist" in nobody.content.decode()
    assert not AuditEntry.objects.exists()


def test_nothing_is_done_without_a_reason(game: Game, simon: User) -> None:
    client = client_for(simon)
    for action in FORMS:
        if action != Action.PLAY_CHOICE:
            assert act_on(client, game, action, reason="  ").status_code == 200, action
    assert not AuditEntry.objects.exists()


# --- who may -------------------------------------------------------------------------------------


def test_each_role_is_offered_its_acts_and_no_others(
    game: Game, maya: User, simon: User, ada: User
) -> None:
    assert Action.FREEZE_GAME in buttons(client_for(maya), game)
    assert Action.REVEAL_SECRETS not in buttons(client_for(maya), game)
    assert buttons(client_for(simon), game) == buttons(client_for(ada), game)
    of_seniors = buttons(client_for(simon), game) - buttons(client_for(maya), game)
    assert of_seniors == {Action.REVEAL_SECRETS, Action.REPLACE_BY_USER}


def test_a_moderator_cannot_show_an_accomplice_the_secrets_of_a_player(
    alice: User, bob: User, charlie: User, maya: User
) -> None:
    game = start_game(alice, bob, user_named("dora"))
    client, seat = client_for(maya), {"seat": 0, "username": "charlie"}
    hand = seen(alice, game)["table"]
    for action in (Action.REPLACE_BY_USER, Action.FILL_LOST_SEAT):
        assert act_on(client, game, action, **WHY, **seat).status_code != 302
    REPLACE_BY_BOT.run(by=maya, target_id=game.id, seat=0, level="easy", reason=WHY["reason"])
    for action in (Action.REPLACE_BY_USER, Action.FILL_LOST_SEAT):  # alice did not give the seat up
        assert act_on(client, game, action, **WHY, **seat).status_code != 302
    assert seen(charlie, game)["your_seat"] is None
    assert seen(charlie, game)["table"] != hand


def test_a_moderator_gives_a_seat_away_that_its_player_gave_up(
    alice: User, bob: User, charlie: User, maya: User
) -> None:
    game = start_game(alice, bob, user_named("dora"))
    client = client_for(maya)
    assert Action.FILL_LOST_SEAT not in buttons(client, game)
    seat_resign(user=alice, game_id=game.id)
    assert Action.FILL_LOST_SEAT in buttons(client, game)
    act(client, game, Action.FILL_LOST_SEAT, seat=0, username="charlie")
    assert game.seats.get(number=0).user == charlie
    told = OutboxEntry.objects.values_list("kind", "users")
    assert ("seat_removed", [str(alice.id)]) in told
    assert ("seat_given", [str(charlie.id)]) in told
    assert "seat_handed_over" in game.platform_events.values_list("kind", flat=True)


def test_an_act_is_refused_to_who_has_not_its_role(
    game: Game, maya: User, otto: User, alice: User
) -> None:
    senior_only = [one.action for one in GAME_ACTIONS if one.roles == SENIORS]
    assert senior_only
    for user, actions in ((maya, senior_only), (otto, FORMS), (alice, FORMS)):
        for action in actions:
            page = f"/admin/games/game/{game.id}/actions/{action}/"
            wanted = 302 if user == alice else 403  # alice is sent to log in
            assert client_for(user).post(page, WHY).status_code == wanted, action
    assert not AuditEntry.objects.exists()
    game.refresh_from_db()
    assert not game.frozen


def test_staff_without_a_role_see_no_game_no_user_and_no_log(
    game: Game, otto: User, alice: User
) -> None:
    for page in (
        page_of(game),
        "/admin/games/game/",
        f"/admin/games/game/{game.id}/rollback/?to_move=0",
        f"/admin/accounts/user/{alice.id}/moderate/",
        "/admin/accounts/user/",
        "/admin/moderation/auditentry/",
        "/admin/games/bulkaction/",
        "/admin/games/move/",
    ):
        assert client_for(otto).get(page).status_code == 403, page
        assert client_for(alice).get(page).status_code == 302, page


def test_a_moderator_who_plays_may_only_freeze_their_game(game: Game, simon: User) -> None:
    game.seats.filter(number=1).update(user=simon)
    client = client_for(simon)
    assert buttons(client, game) == {Action.FREEZE_GAME}
    assert "You are involved in this" in text_of(client, game)
    for action in FORMS:
        if action not in (Action.FREEZE_GAME, PLAY_CHOICE.action):
            act_on(client, game, action, **WHY, seat=0, decision=game.decision_id, length=3600)
    assert not AuditEntry.objects.exists()
    act(client, game, Action.FREEZE_GAME)


# --- users ---------------------------------------------------------------------------------------


def act_on_user(client: Any, user: User, action: str, **given: Any) -> Any:
    return client.post(f"/admin/accounts/user/{user.id}/actions/{action}/", {**WHY, **given})


def test_a_user_is_banned_and_muted_for_some_time_and_both_end(alice: User, maya: User) -> None:
    client, page = client_for(maya), f"/admin/accounts/user/{alice.id}/moderate/"
    shown = {"days": 7, "shown": "Be kind."}
    for action in (Action.BAN_USER, Action.MUTE_USER):
        assert act_on_user(client, alice, action, **shown).status_code == 302
    text = client.get(page).content.decode()
    assert text.count("Be kind.") == 4  # beside the status, and in the history
    assert set(re.findall(r"/actions/(\w+)/", text)) - {"note", "rename_user"} == {
        Action.WARN_USER,
        Action.UNBAN_USER,
        Action.UNMUTE_USER,
    }
    for action in (Action.UNBAN_USER, Action.UNMUTE_USER):
        assert act_on_user(client, alice, action).status_code == 302
    done = set(AuditEntry.objects.values_list("action", flat=True))
    assert done == {Action.BAN_USER, Action.UNBAN_USER, Action.MUTE_USER, Action.UNMUTE_USER}
    text = client.get(page).content.decode()
    assert set(re.findall(r"/actions/(\w+)/", text)) - {"note", "rename_user"} == {
        Action.WARN_USER,
        Action.BAN_USER,
        Action.MUTE_USER,
    }


def test_moderators_act_neither_on_staff_nor_on_themselves(maya: User, simon: User) -> None:
    client = client_for(maya)
    for user in (maya, simon):
        page = client.get(f"/admin/accounts/user/{user.id}/moderate/").content.decode()
        assert not re.findall(r"/actions/(\w+)/", page)
        refused = act_on_user(client, user, Action.BAN_USER, days=7, shown="Be kind.")
        assert refused.status_code == 200
    assert not AuditEntry.objects.exists()


def test_moderators_read_no_addresses_and_change_no_accounts(
    alice: User, bob: User, maya: User, ada: User
) -> None:
    start_game(alice, bob)
    base = "/admin/accounts/user/"
    for page in (
        base,
        f"{base}?q=alice",
        f"{base}{alice.id}/change/",
        f"{base}{alice.id}/moderate/",
    ):
        text = client_for(maya).get(page).content.decode()
        assert "alice" in text
        assert "example.org" not in text, page
    for asked in ("email__startswith=a", "password__startswith=m", "is_superuser=1"):
        assert client_for(maya).get(f"{base}?{asked}").status_code == 400
    assert client_for(maya).post(f"{base}{alice.id}/change/", {}).status_code == 403
    assert client_for(maya).get(f"{base}add/").status_code == 403
    assert client_for(maya).post(f"{base}{alice.id}/delete/").status_code == 403
    assert client_for(maya).get(f"{base}{alice.id}/password/").status_code == 403
    assert "example.org" in client_for(ada).get(f"{base}?q=alice@example.org").content.decode()
    account = client_for(ada).get(f"{base}{alice.id}/change/").content.decode()
    assert f"{base}{alice.id}/moderate/" in account


# --- everything at once --------------------------------------------------------------------------


def test_bulk_actions_on_their_page(game: Game, maya: User, simon: User) -> None:
    senior, base = client_for(simon), "/admin/games/bulkaction/"
    assert not re.findall(r"actions/(\w+)/", client_for(maya).get(base).content.decode())
    assert client_for(maya).post(f"{base}actions/pause_all/", WHY).status_code == 403
    assert set(re.findall(r"actions/(\w+)/", senior.get(base).content.decode())) == {
        Action.PAUSE_ALL,
        Action.EXTEND_ALL,
    }
    extend = f"{base}actions/extend_all/"
    form = {**hidden(senior.get(extend).content.decode()), **WHY, "length": 3600}
    for _ in range(2):
        assert senior.post(extend, form).status_code == 302
    assert senior.post(f"{base}actions/pause_all/", WHY).status_code == 302
    page = senior.get(base).content.decode()
    assert "all games are paused" in page
    assert "<progress" in page
    assert 'http-equiv="refresh"' in page
    assert senior.post(f"{base}actions/unpause_all/", WHY).status_code == 302
    assert BulkAction.objects.count() == AuditEntry.objects.count() == 3


def test_administrators_announce_begin_and_end_maintenance(simon: User, ada: User) -> None:
    base, end = "/admin/games/bulkaction/", "2036-11-30T21:00"
    assert "maintenance" not in client_for(simon).get(base).content.decode().lower()
    assert client_for(simon).post(f"{base}actions/maintenance_begin/", WHY).status_code == 403
    page = client_for(ada)

    def offered() -> set[str]:
        return set(re.findall(r"actions/maintenance_(\w+)/", page.get(base).content.decode()))

    assert offered() == {"announce", "begin"}
    given = {**WHY, "starts_at": "2036-11-30T20:00", "ends_at": end, "text_en": "Cards."}
    assert page.post(f"{base}actions/maintenance_announce/", given).status_code == 302
    assert offered() == {"announce", "begin", "end"}
    assert "Maintenance from <time" in page.get(base).content.decode()
    assert page.post(f"{base}actions/maintenance_begin/", WHY).status_code == 302
    assert (Maintenance.objects.get().is_on, is_globally_paused()) == (True, True)
    assert Maintenance.objects.get().local_text == "Cards."
    assert f"{Maintenance.objects.get().ends_at:%Y-%m-%dT%H:%M}" == end
    assert offered() == {"end"}
    assert page.post(f"{base}actions/maintenance_end/", WHY).status_code == 302
    assert (Maintenance.objects.get().is_on, is_globally_paused()) == (False, False)


# --- the log -------------------------------------------------------------------------------------


def test_the_log_is_found_by_act_moderator_game_and_user(
    game: Game, alice: User, maya: User, simon: User
) -> None:
    act(client_for(maya), game, Action.FREEZE_GAME)
    act_on_user(client_for(simon), alice, Action.MUTE_USER, days=7, shown="Be kind.")
    base, client = "/admin/moderation/auditentry/", client_for(maya)

    def rows(**asked: Any) -> set[str]:
        page = client.get(base, asked).content.decode()
        table = page.split("<tbody>")[-1].split("</tbody>")[0]
        return {action for action in ("Game frozen", "User muted") if f">{action}</" in table}

    assert rows() == {"Game frozen", "User muted"}
    assert rows(action__exact=Action.MUTE_USER) == {"User muted"}
    assert rows(by=str(maya.id)) == {"Game frozen"}
    assert rows(q=str(game.id)) == {"Game frozen"}
    assert rows(q="alice") == rows(q=str(alice.id)) == {"User muted"}
    entry = AuditEntry.objects.latest("id")
    assert WHY["reason"] in client.get(f"{base}{entry.id}/change/").content.decode()
    assert client.post(f"{base}{entry.id}/delete/").status_code == 403


@pytest.mark.parametrize("text", ["Rude\u202e", "Rude\x1b[31m", "Rude\rkind"])
def test_the_texts_of_staff_hold_no_characters_that_reorder_them(
    text: str, game: Game, maya: User, alice: User
) -> None:
    client = client_for(maya)
    reply = act_on(client, game, Action.FREEZE_GAME, reason=text)
    assert "which is not accepted here" in reply.content.decode()
    ban = f"/admin/accounts/user/{alice.id}/actions/{Action.MUTE_USER}/"
    given = {"shown": text, "days": "7", **WHY}
    assert "which is not accepted here" in client.post(ban, given).content.decode()
    game.refresh_from_db()
    alice.refresh_from_db()
    assert (game.frozen, alice.muted_until) == (False, None)


def test_a_reason_may_have_several_lines(game: Game, maya: User) -> None:
    assert (
        act_on(client_for(maya), game, Action.FREEZE_GAME, reason="One.\r\nTwo.").status_code == 302
    )
    assert AuditEntry.objects.latest("id").reason == "One.\r\nTwo."
