"""Presets of texts: who edits them, and which language a form offers."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.preferences import preferences_change
from games.models import SeatAssignment
from moderation.actions.reports import CLAIM, MERGE, RELEASE
from moderation.actions.users import BAN
from moderation.models import Appeal, AuditEntry, PresetKind, Report, TextPreset
from moderation.services.appeals import appeal_make
from moderation.services.reports import report_make
from tests.conftest import user_named
from tests.moderation.pages import act_on, client_for, page_of
from tests.toy_games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
PAGES = "/admin/moderation/textpreset/"


@pytest.fixture(autouse=True)
def presets(db: None) -> None:
    TextPreset.objects.all().delete()
    for kind in PresetKind.values:
        texts = {"en": f"In English, {kind}", "fr": f"En français, {kind}"}
        TextPreset.objects.create(kind=kind, name="Both", texts=texts)


def speak_french(*users: User) -> None:
    for user in users:
        preferences_change(user=user, changes={"language": "fr"})


def offered(by: User, page: str) -> dict[str, str]:
    """The first text of each kind that a page offers to a member of staff."""
    text = client_for(by).get(page).text
    assert "moderation/presets.js" in text
    data = re.search(r'<script id="presets" type="application/json">(.*?)</script>', text)
    assert data is not None
    found: dict[str, Any] = json.loads(data[1])
    marked = set(re.findall(r'data-preset="(\w+)"', text))
    return {kind: found[kind]["texts"][0][1].split(",")[0] for kind in marked}


def test_a_message_is_in_the_language_of_the_user(alice: User, bob: User, maya: User) -> None:
    speak_french(alice)
    ban = "/admin/accounts/user/{}/actions/ban_user/"
    assert offered(maya, ban.format(alice.id)) == {
        "message": "En français",
        "reason": "In English",
    }
    assert offered(maya, ban.format(bob.id))["message"] == "In English"
    speak_french(maya)
    assert offered(maya, ban.format(bob.id))["reason"] == "En français"
    TextPreset.objects.update(texts={"en": "In English", "fr": ""})
    assert offered(maya, ban.format(alice.id))["message"] == "In English"


def test_an_answer_to_reporters_is_in_their_common_language(
    alice: User, bob: User, charlie: User, maya: User, simon: User
) -> None:
    speak_french(alice)
    made = [report_make(by=one, username="bob", category="abuse") for one in (alice, charlie)]
    page = f"/admin/moderation/report/{made[0].id}/change/"
    assert set(offered(maya, page).values()) == {"In English"}, "charlie's report is ticked"
    CLAIM.run(by=simon, target_id=made[1].id)
    assert offered(maya, page) == {
        "answer": "En français",
        "message": "In English",
        "reason": "In English",
    }
    RELEASE.run(by=simon, target_id=made[1].id)
    MERGE.run(by=maya, target_id=made[0].id, also=[made[1].id], reason="The same.")
    assert offered(maya, page)["answer"] == "In English"
    speak_french(bob, charlie)
    assert set(offered(maya, page).values()) == {"En français", "In English"}
    assert offered(maya, page)["answer"] == offered(maya, page)["message"] == "En français"


def test_a_message_after_a_report_about_a_game_is_for_its_players(
    alice: User, bob: User, charlie: User, maya: User
) -> None:
    game = start_game(alice, bob)
    had = {"from_event": 1, "until_event": 2, "ended_at": timezone.now()}
    SeatAssignment.objects.create(game=game, seat=0, user=charlie, **had)
    report_make(by=bob, game_id=game.id, category="stalling")
    page = f"/admin/moderation/report/{Report.objects.get().id}/change/"
    speak_french(alice)
    assert offered(maya, page)["message"] == "In English"
    speak_french(bob)
    assert offered(maya, page)["message"] == "In English"
    speak_french(charlie)
    assert offered(maya, page)["message"] == "En français"


def test_appeals_and_games_have_presets(alice: User, bob: User, maya: User, simon: User) -> None:
    speak_french(alice)
    BAN.run(by=simon, target_id=alice.id, shown="Insults.", days=7, reason="Insults.")
    appeal_make(by=alice, entry_id=AuditEntry.objects.get().pk, text="No.")
    page = f"/admin/moderation/appeal/{Appeal.objects.get().pk}/change/"
    assert offered(maya, page) == {"appeal": "En français", "reason": "In English"}
    game = start_game(bob, user_named("dora"))
    assert offered(maya, f"/admin/games/game/{game.id}/rollback/") == {}
    assert offered(maya, page_of(game).replace("change/", "actions/freeze_game/")) == {
        "reason": "In English"
    }
    typed = act_on(client_for(maya), game, "freeze_game", reason="Typed.")
    assert typed.status_code == 302, "presets only propose"


def test_seniors_edit_presets_and_django_logs_it(maya: User, simon: User) -> None:
    assert client_for(maya).get(PAGES).status_code == 403
    senior = client_for(simon)
    sent = {"kind": "message", "name": "Spam", "text_en": "Stop.", "text_fr": ""}
    assert senior.post(f"{PAGES}add/", sent).status_code == 302
    preset = TextPreset.objects.get(name="Spam")
    assert (preset.text_in("fr"), preset.texts["en"]) == ("Stop.", "Stop.")
    page = f"{PAGES}{preset.pk}/change/"
    assert "Stop." in senior.get(page).text
    assert senior.post(page, {**sent, "text_fr": "Arrêtez."}).status_code == 302
    preset.refresh_from_db()
    assert preset.text_in("fr") == "Arrêtez."
    assert senior.get(f"{PAGES}{preset.pk}/history/").text.count("simon") >= 2


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"text_en": ""}, "text_en"),
        ({"text_fr": "x" * 301}, "text_fr"),
        ({"text_en": "Two\nlines"}, "text_en"),
        ({"name": "Both"}, "__all__"),
        ({"kind": "song"}, "kind"),
    ],
)
def test_a_preset_fits_the_fields_that_use_it(
    wrong: dict[str, str], field: str, simon: User
) -> None:
    sent = {"kind": "message", "name": "Spam", "text_en": "Stop.", "text_fr": "Arrêtez.", **wrong}
    reply = client_for(simon).post(f"{PAGES}add/", sent)
    assert list(reply.context["adminform"].form.errors) == [field]
