"""Who has a part in a report reads neither it nor what was done about it."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Room
from games.services.talk import message_post
from moderation.models import AuditEntry
from moderation.services.reports import report_close, report_make, report_merge, user_warn
from tests.matches import match
from tests.moderation.pages import client_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
INSULT = "You play like a bishop."
WHY = "Against the rules of the house."


def seen_by(user: User, *pages: str) -> list[bool]:
    """On which of these pages an act on a report stands."""
    client = client_for(user)
    told = [client.get(page, follow=True).content.decode() for page in pages]
    return [WHY in page for page in told]


def test_who_has_a_part_in_a_report_does_not_read_what_was_done_about_it(
    alice: User, bob: User, maya: User, simon: User, ada: User
) -> None:
    log = "/admin/moderation/auditentry/"
    game = match(alice, simon)
    page = f"/admin/games/game/{game.id}/change/"
    of_match = report_make(by=alice, game_id=game.id, category="stalling")
    report_close(by=maya, report_id=of_match.id, outcome="nothing", reason=WHY)
    entry = f"{log}{AuditEntry.objects.get().pk}/change/"
    assert seen_by(simon, page, log, f"{log}?q={game.id}", entry) == [False] * 4
    assert seen_by(maya, page, log, entry) == seen_by(ada, page, log, entry) == [True] * 3


def test_nor_who_is_reported_or_has_reported(
    alice: User, bob: User, maya: User, simon: User, ada: User
) -> None:
    log, page = "/admin/moderation/auditentry/", f"/admin/accounts/user/{bob.id}/moderate/"
    against_simon = report_make(by=alice, username="simon", category="other")
    user_warn(by=ada, report_id=against_simon.id, shown="Be kind.", reason=WHY)
    own = f"/admin/accounts/user/{simon.id}/moderate/"
    assert seen_by(simon, own, log) == [False, False]
    assert seen_by(maya, own, log) == [True, True]
    of_maya = report_make(by=maya, username="bob", category="other")
    user_warn(by=ada, report_id=of_maya.id, shown="Be kind.", reason=WHY)
    assert seen_by(maya, page) == [False]
    assert seen_by(simon, page, log) == [True, True]


def test_what_was_reported_in_a_match_of_his_is_not_named_beside_another_report(
    alice: User, bob: User, charlie: User, maya: User, simon: User
) -> None:
    game = match(alice, bob, simon)
    message_post(user=bob, game_id=game.id, room=Room.PLAYERS, text=INSULT)
    in_his = report_make(by=alice, game_id=game.id, room="players", number=1, category="abuse")
    of_user = report_make(by=charlie, username="bob", category="other")
    page = f"/admin/moderation/report/{of_user.id}/change/"
    assert str(in_his.id) in client_for(maya).get(page).content.decode()
    assert str(in_his.id) not in client_for(simon).get(page).content.decode()
    report_merge(by=maya, report_id=in_his.id, into_id=of_user.id, reason=WHY)
    named = str(in_his)
    assert named in client_for(maya).get(page).content.decode()
    assert named not in client_for(simon).get(page).content.decode()
