"""What users are told of reports and sanctions. Who reported whom is told to nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.models import User
from moderation.models import Appeal, Report
from notifications.kinds import Data, Kind, Reader, Words, register
from notifications.models import Mode
from notifications.services import outbox

if TYPE_CHECKING:
    from uuid import UUID

SAID: dict[str, dict[str, tuple[str, str]]] = {
    "report_closed": {
        "en": (
            "Your report was looked at",
            "Moderators have looked at a report of yours. Your reports say what came of it.",
        ),
        "fr": (
            "Votre signalement a été examiné",
            "Les modérateurs ont examiné un de vos signalements. Sa page dit ce qu'il en est.",
        ),
    },
    "warned": {
        "en": (
            "A warning from the moderators",
            "The moderators have a word to say to you. Your sanctions say what, and you may "
            "appeal.",
        ),
        "fr": (
            "Un avertissement des modérateurs",
            "Les modérateurs ont un mot à vous dire. Vos sanctions disent quoi, et vous pouvez "
            "faire appel.",
        ),
    },
    "appeal_decided": {
        "en": ("Your appeal is decided", "Your appeal is decided. Your sanctions say how."),
        "fr": ("Votre appel est tranché", "Votre appel est tranché. Vos sanctions disent comment."),
    },
}


def words(kind: str, part: int) -> Words:
    def say(data: Data, reader: Reader) -> str:
        return SAID[kind].get(reader.language, SAID[kind]["en"])[part]

    return say


def kind(name: str, summary: str, about: str) -> Kind:
    return Kind(
        name=name,
        summary=summary,
        subject=words(name, 0),
        text=words(name, 1),
        about=about,
        email=Mode.SINGLE,
    )


KINDS = (
    kind("report_closed", "A report of yours was looked at.", "report"),
    kind("warned", "The moderators have warned you.", "user"),
    kind("appeal_decided", "An appeal of yours is decided.", "user"),
)


def register_all() -> None:
    register(*KINDS)


def report_closed_told(report: Report) -> None:
    tell("report_closed", user=report.by_id, subject=report.id)


def warned_told(user: User) -> None:
    tell("warned", user=user.id, subject=user.id)


def appeal_decided_told(appeal: Appeal) -> None:
    tell("appeal_decided", user=appeal.user_id, subject=appeal.user_id)


def tell(kind: str, *, user: UUID, subject: UUID) -> None:
    outbox.tell(users=[user], kind=kind, subject=subject, data={})
