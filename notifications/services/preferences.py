"""Changes of channel preferences."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from core.errors import Invalid
from notifications.kinds import KINDS, kinds_detail, kinds_with_preferences
from notifications.models import Channel, ChannelPreference, Delivery, Mode, Progress
from notifications.selectors import channel_preferences_of, channel_settings_for
from notifications.services.emails import DIGEST


@transaction.atomic
def channel_preferences_change(*, user: User, preferences: dict[str, dict[str, Any]]) -> None:
    """Set the named channels (in_app, email, webhook, push) of each named kind. Raises Invalid."""
    known = {kind.name for kind in kinds_with_preferences()}
    if unknown := [name for name in preferences if name not in known]:
        raise Invalid(
            [
                {
                    "pointer": f"/kinds/{pointer(name)}",
                    "code": "unknown_kind",
                    "detail": kinds_detail(),
                }
                for name in unknown
            ]
        )
    for name, preference in preferences.items():
        channel_preference_set(user_id=user.id, kind=name, preference=preference)


def channel_preference_set(*, user_id: UUID, kind: str, preference: dict[str, Any]) -> None:
    """Store the channels of a kind, and drop unsent deliveries to channels that are now off."""
    if preference:
        now = {**preference, "changed_at": timezone.now()}
        ChannelPreference.objects.update_or_create(user_id=user_id, kind=kind, defaults=now)
    if preference.get("email") == Mode.DIGEST:
        ChannelPreference.objects.filter(user_id=user_id, kind=DIGEST).delete()
    if preference.get("email") == Mode.OFF:
        unsent_drop(user_id=user_id, kind=kind, channel=Channel.EMAIL)
    if preference.get("webhook") is False:
        unsent_drop(user_id=user_id, kind=kind, channel=Channel.WEBHOOK)
    if preference.get("push") is False:
        unsent_drop(user_id=user_id, kind=kind, channel=Channel.PUSH)


def unsent_drop(*, user_id: UUID, kind: str, channel: Channel) -> None:
    """Drop waiting messages of a kind that the user no longer wants, except those requested
    again.
    """
    unsent = Delivery.objects.filter(
        user_id=user_id,
        channel=channel,
        entry__kind=kind,
        progress__in=(Progress.WAITING, Progress.HELD),
        resend_requested_at=None,
    )
    unsent.update(progress=Progress.DROPPED, ended_at=timezone.now())


@transaction.atomic
def mail_stop(*, user_id: UUID, kind: str) -> None:
    """Stop e-mail of a kind. For the digest: of all kinds in it, and what other kinds have
    collected for it.

    Changes nothing if that is so already, since the link of an old e-mail needs no log-in.
    """
    if not User.objects.filter(id=user_id).exists():
        return
    kinds = kinds_with_preferences() if kind == DIGEST else [KINDS[kind]] if kind in KINDS else []
    said = channel_preferences_of(users=[user_id], kinds=[one.name for one in kinds])
    for one in kinds:
        email = channel_settings_for(one, said.get((user_id, one.name))).email
        if email == Mode.DIGEST or (kind != DIGEST and email != Mode.OFF):
            channel_preference_set(user_id=user_id, kind=one.name, preference={"email": Mode.OFF})
    unsent_drop(user_id=user_id, kind=kind, channel=Channel.EMAIL)
    if kind == DIGEST:
        ChannelPreference.objects.get_or_create(
            user_id=user_id, kind=DIGEST, defaults={"email": Mode.OFF}
        )
        held = Delivery.objects.filter(user_id=user_id, progress=Progress.HELD)
        held.update(progress=Progress.DROPPED, ended_at=timezone.now())


def pointer(name: str) -> str:
    """Return a name as a step of a JSON pointer."""
    return name.replace("~", "~0").replace("/", "~1")
