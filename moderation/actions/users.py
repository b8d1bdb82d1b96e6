"""Staff actions on one user."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import REASON_LENGTH, User
from accounts.selectors import is_user_banned, is_user_muted
from accounts.services import two_factor
from core.errors import Invalid
from core.visible_text import validate_line
from games.staff.errors import NothingToDo
from moderation.actions.base import Run, StaffAction
from moderation.errors import UserNotFound
from moderation.models import Action
from moderation.permissions import ADMINISTRATORS, user_reach_check

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

DAYS: list[tuple[int, StrOrPromise]] = [
    (1, _("a day")),
    (3, _("3 days")),
    (7, _("a week")),
    (30, _("30 days")),
    (365, _("a year")),
    (0, _("permanently")),
]


@dataclass(frozen=True, kw_only=True)
class UserAction(StaffAction):
    """A staff action on a user, whose row is locked."""

    def find(self, target_id: UUID) -> User:
        user = User.objects.select_for_update(no_key=True).filter(id=target_id).first()
        if user is None:
            raise UserNotFound
        return user

    def check_reach(self, by: User, target: User) -> None:
        user_reach_check(by, target)

    def entry(self, run: Run) -> dict[str, Any]:
        return {"user": run.target.id, "data": run.data}


def is_banned(user: User) -> bool:
    """True if the user is banned now."""
    return is_user_banned(user, now=timezone.now())


def is_muted(user: User) -> bool:
    """True if the user is muted now."""
    return is_user_muted(user, now=timezone.now())


def reason_field(user: User) -> forms.Field:
    """Return a field for what the user reads as the reason."""
    return forms.CharField(
        max_length=REASON_LENGTH,
        validators=[validate_line],
        label=_("Message to the user"),
        help_text=_("Shown to the user instead of the reason."),
    )


def days(user: User) -> forms.Field:
    """Return a field for the length of a sanction."""
    return forms.TypedChoiceField(choices=DAYS, coerce=int, initial=7, label=_("Duration"))


SANCTION = {"shown": reason_field, "days": days}


def sanction(service: Callable[..., None], ends: str) -> Callable[..., User]:
    """Return a function that imposes a sanction for some days (0: permanently).

    The user reads ``shown``. A sanction in force is replaced, and its end is logged.
    """

    def perform(run: Run, shown: str, days: int) -> User:
        user: User = run.target
        if days < 0:
            raise Invalid.field("/days", "out_of_range", str(_("0 days (permanently) or more.")))
        if not 1 <= len(shown := shown.strip()) <= REASON_LENGTH:
            detail = _("1 to %(most)s characters, for the user.") % {"most": REASON_LENGTH}
            raise Invalid.field("/shown", "length", detail)
        until = timezone.now() + timedelta(days=days) if days else None
        run.data |= {
            "shown": shown,
            "until": text_of(until),
            "before": text_of(getattr(user, ends)),
        }
        service(user=user, reason=shown, until=until)
        return user

    return perform


def lift(
    service: Callable[..., None], in_force: Callable[[User], bool], ends: str, refusal: StrOrPromise
) -> Callable[[Run], User]:
    """Return a function that ends a sanction early. It raises NothingToDo if there is none."""

    def perform(run: Run) -> User:
        user: User = run.target
        if not in_force(user):
            raise NothingToDo(refusal)
        run.data["before"] = text_of(getattr(user, ends))
        service(user=user)
        return user

    return perform


def text_of(until: datetime | None) -> str | None:
    """Return a time as text for the audit log; None stays."""
    return None if until is None else until.isoformat()


def reset_second_factor(run: Run) -> User:
    """Remove the second factor of a user. Raises NothingToDo if there is none."""
    if not two_factor.two_factor_reset(user=run.target):
        raise NothingToDo(_("This user has no second factor."))
    return run.target


BAN = UserAction(
    action=Action.BAN_USER,
    title=_("Ban"),
    explanation=_(
        "The user cannot use the service until the ban ends, and can read your message. "
        "They lose their seats when their time runs out, like any player who does not "
        "move."
    ),
    done=_("The user {target} is banned."),
    fields=SANCTION,
    available=lambda user: not is_banned(user),
    perform=sanction(services.user_ban, "banned_until"),
    single_use=True,
    dangerous=True,
)
UNBAN = UserAction(
    action=Action.UNBAN_USER,
    title=_("End the ban"),
    explanation=_("The user can play again immediately."),
    done=_("The user {target} is no longer banned."),
    available=is_banned,
    perform=lift(services.user_unban, is_banned, "banned_until", _("This user is not banned.")),
)
MUTE = UserAction(
    action=Action.MUTE_USER,
    title=_("Mute"),
    explanation=_(
        "The user can play, but cannot write messages until the mute ends, and reads your message."
    ),
    done=_("The user {target} is muted."),
    fields=SANCTION,
    available=lambda user: not is_muted(user),
    perform=sanction(services.user_mute, "muted_until"),
    single_use=True,
)
UNMUTE = UserAction(
    action=Action.UNMUTE_USER,
    title=_("End the mute"),
    explanation=_("The user can write messages again immediately."),
    done=_("The user {target} is no longer muted."),
    available=is_muted,
    perform=lift(services.user_unmute, is_muted, "muted_until", _("This user is not muted.")),
)
RESET_SECOND_FACTOR = UserAction(
    action=Action.RESET_SECOND_FACTOR,
    title=_("Reset the second factor"),
    explanation=_(
        "The user's sessions are no longer verified. The next person who logs in with this "
        "username and password sets up a new second factor. Make sure that the request comes from "
        "the user."
    ),
    done=_("The user {target} must set up a second factor at the next login."),
    available=two_factor.is_enrolled,
    perform=reset_second_factor,
    dangerous=True,
    roles=ADMINISTRATORS,
)

USER_ACTIONS: tuple[UserAction, ...] = (BAN, UNBAN, MUTE, UNMUTE, RESET_SECOND_FACTOR)
