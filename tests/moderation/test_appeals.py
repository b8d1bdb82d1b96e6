"""Appeals against warnings, mutes and bans: one each, decided by another moderator."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from core.errors import Invalid
from moderation.actions.appeals import DECIDE
from moderation.actions.users import BAN, MUTE, UNBAN, WARN
from moderation.errors import AppealDecided, ConflictOfInterest, NotPermitted
from moderation.models import Action, Appeal, AuditEntry
from moderation.services.privacy import expired_purge
from moderation.services.reports import report_make
from notifications.models import Notification
from notifications.services.fanout import outbox_fan_out
from tests.conftest import ClientOf

pytestmark = pytest.mark.django_db
SANCTIONS = "/api/v1/me/sanctions/"
WHY = "Looked at it again."


def ban(user: User, by: User) -> AuditEntry:
    BAN.run(by=by, target_id=user.id, shown="Spoilt a game.", reason="Three reports.", days=7)
    return AuditEntry.objects.filter(action=Action.BAN_USER)[0]


def post_appeal(client: Any, entry: AuditEntry) -> Any:
    return client.post(f"{SANCTIONS}{entry.pk}/appeal/", {"text": "It was my brother."})


def decide(by: User, ruling: str = "lifted") -> Appeal:
    appeal = Appeal.objects.get()
    return DECIDE.run(by=by, target_id=appeal.pk, ruling=ruling, answer="So be it.", reason=WHY)


def test_who_is_banned_sees_why_and_appeals_once(
    alice: User, maya: User, simon: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    entry = ban(alice, maya)
    (shown,) = client.get(SANCTIONS).json()["results"]
    assert (shown["action"], shown["reason"], shown["appeal"]) == ("ban", "Spoilt a game.", None)
    assert "maya" not in str(shown)
    assert "Three reports" not in str(shown)
    assert post_appeal(client, entry).status_code == 201
    assert post_appeal(client, entry).json()["code"] == "appealed_already"
    decide(simon)
    assert client.get("/api/v1/me/").json()["ban"] is None
    (shown,) = client.get(SANCTIONS).json()["results"]
    assert (shown["appeal"]["ruling"], shown["appeal"]["answer"]) == ("lifted", "So be it.")
    assert "simon" not in str(shown)
    outbox_fan_out()
    assert Notification.objects.get(user=alice).entry.kind == "appeal_decided"
    log = AuditEntry.objects.get(action=Action.DECIDE_APPEAL)
    assert (log.by, log.user, log.reason) == (simon, alice.id, WHY)


def test_another_moderator_than_the_first_decides_and_once(
    alice: User, maya: User, simon: User, otto: User, client_of: ClientOf
) -> None:
    post_appeal(client_of(alice), ban(alice, maya))
    with pytest.raises(ConflictOfInterest):
        decide(maya)
    with pytest.raises(NotPermitted):
        decide(otto)
    decide(simon, "upheld")
    alice.refresh_from_db()
    assert alice.banned_until is not None
    with pytest.raises(AppealDecided):
        decide(simon)


def test_a_later_sanction_of_the_same_kind_stays(
    alice: User, maya: User, simon: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    post_appeal(client, ban(alice, maya))
    ban(alice, maya)
    with pytest.raises(Invalid):  # else the user reads that the ban is lifted, and is still banned
        decide(simon)
    assert client.get("/api/v1/me/").json()["ban"] is not None
    UNBAN.run(by=maya, target_id=alice.id, reason=WHY)
    assert decide(simon).ruling == "lifted"


def test_a_mute_is_lifted_as_well(
    alice: User, maya: User, simon: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    MUTE.run(by=maya, target_id=alice.id, shown="Too loud.", days=7, reason=WHY)
    post_appeal(client, AuditEntry.objects.get(action=Action.MUTE_USER))
    decide(simon)
    assert client.get("/api/v1/me/").json()["mute"] is None


def test_an_old_appeal_is_final_and_its_text_is_deleted(
    alice: User, maya: User, simon: User, client_of: ClientOf
) -> None:
    entry = ban(alice, maya)
    post_appeal(client_of(alice), entry)
    decide(simon, "upheld")
    UNBAN.run(by=maya, target_id=alice.id, reason=WHY)
    expired_purge(now=timezone.now() + timedelta(days=settings.REPORT_RETENTION_DAYS, seconds=1))
    client = client_of(alice)
    assert post_appeal(client, entry).json()["code"] == "appealed_already"
    (shown,) = client.get(SANCTIONS).json()["results"]
    assert (shown["appeal"]["ruling"], shown["appeal"]["text"], shown["appeal"]["answer"]) == (
        "upheld",
        "",
        "",
    )


def test_who_has_a_part_in_what_led_to_a_sanction_does_not_decide_the_appeal(
    alice: User, maya: User, simon: User, ada: User, client: Client, client_of: ClientOf
) -> None:
    own = report_make(by=maya, username="alice", category="abuse")
    WARN.run(by=simon, target_id=alice.id, shown="Be kind.", reason=WHY, report=own.id)
    post_appeal(client_of(alice), AuditEntry.objects.get(action=Action.WARN_USER))
    with pytest.raises(ConflictOfInterest):
        decide(maya)
    lists = []
    for user in (maya, simon, ada):
        client.force_login(user)
        lists.append(client.get("/admin/moderation/appeal/").content.decode())
    assert ["Be kind." in shown for shown in lists] == [False, True, True]
    assert decide(ada, "upheld").decided_by == ada


def test_nobody_appeals_for_another(
    alice: User, bob: User, maya: User, client_of: ClientOf
) -> None:
    assert post_appeal(client_of(bob), ban(alice, maya)).json()["code"] == "sanction_not_found"


def test_an_appeal_is_decided_on_its_page(
    alice: User, maya: User, simon: User, client: Client, client_of: ClientOf
) -> None:
    post_appeal(client_of(alice), ban(alice, maya))
    page = f"/admin/moderation/appeal/{Appeal.objects.get().pk}/"
    client.force_login(maya)
    assert "actions/decide" not in client.get(f"{page}change/").content.decode()
    client.force_login(simon)
    words = {"ruling": "lifted", "answer": "Sorry.", "reason": WHY}
    reply = client.post(f"{page}actions/decide/", words, follow=True)
    assert "The appeal was decided." in reply.content.decode()
