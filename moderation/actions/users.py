"""Staff actions on one user."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.contrib.auth.models import Group
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import REASON_LENGTH, USERNAME_MAX_LENGTH, User
from accounts.selectors import is_user_banned, is_user_muted, is_username_taken
from accounts.services import two_factor
from accounts.services.deletions import deletion_request
from accounts.services.exports import export_request
from core.errors import Invalid
from core.visible_text import validate_line
from games.staff.errors import NothingToDo
from moderation.actions import fields
from moderation.actions.base import Run, StaffAction
from moderation.errors import NotPermitted, UserNotFound
from moderation.models import TEXT_LENGTH, Action, Permission
from moderation.notifications import notification_enqueue, warning_notify
from moderation.permissions import ADMINISTRATORS, user_reach_check
from moderation.services.staff_roles import ADMINISTRATOR, NO_ROLE, groups_of, role_set
from moderation.services.users import user_note, user_rename_by

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

UNTIL = -1
"""The choice of a duration that a date ends."""
LONGEST = timedelta(days=5 * 365)
"""How far ahead a date may end a sanction."""
DAYS: list[tuple[int, StrOrPromise]] = [
    (1, _("a day")),
    (3, _("3 days")),
    (7, _("a week")),
    (30, _("30 days")),
    (365, _("a year")),
    (0, _("permanently")),
    (UNTIL, _("until a date")),
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


def until_field(target: Any) -> forms.Field:
    """Return a field for the date that ends a sanction."""
    return forms.DateField(
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        label=_("End"),
        help_text=_('Only for the duration "until a date". It ends at the start of this day, UTC.'),
    )


SANCTION = {"shown": reason_field, "days": days, "until": until_field}


def end_of(days: int, until: date | None) -> datetime | None:
    """Return the end of a sanction, or None if it is permanent. Raises Invalid."""
    if days < UNTIL:
        raise Invalid.field("/days", "out_of_range", str(_("0 days (permanently) or more.")))
    if (days == UNTIL) != (until is not None):
        detail = _('Choose "until a date" and enter the date, or neither.')
        raise Invalid.field("/until", "required", str(detail))
    now = timezone.now()
    if until is None:
        return now + timedelta(days=days) if days else None
    end = datetime.combine(until, time(), UTC)
    if not now < end <= now + LONGEST:
        raise Invalid.field("/until", "out_of_range", str(_("A date in the next five years.")))
    return end


def shown_validate(shown: str) -> str:
    """Return what the user reads without surrounding whitespace. Raises Invalid."""
    if not 1 <= len(shown := shown.strip()) <= REASON_LENGTH:
        detail = _("1 to %(most)s characters, for the user.") % {"most": REASON_LENGTH}
        raise Invalid.field("/shown", "length", detail)
    return shown


def warn(run: Run, shown: str) -> User:
    """Warn a user, who reads ``shown`` in their list of sanctions. Raises Invalid."""
    run.data["shown"] = shown_validate(shown)
    warning_notify(run.target)
    return run.target


def sanction(service: Callable[..., None], ends: str) -> Callable[..., User]:
    """Return a function that imposes a sanction for some days, permanently or until a date.

    The user reads ``shown``. A sanction in force is replaced, and its end is logged.
    """

    def perform(run: Run, shown: str, days: int, until: date | None = None) -> User:
        user: User = run.target
        end, shown = end_of(days, until), shown_validate(shown)
        run.data |= {
            "shown": shown,
            "until": text_of(end),
            "before": text_of(getattr(user, ends)),
        }
        service(user=user, reason=shown, until=end)
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


def new_name_field(user: User) -> forms.Field:
    """Return a field for a new name, with a neutral one that is free."""
    proposals = (f"player_{secrets.randbelow(10**6)}" for _ in count())
    initial = next(name for name in proposals if not is_username_taken(name))
    return forms.CharField(max_length=USERNAME_MAX_LENGTH, label=_("New username"), initial=initial)


@dataclass(frozen=True, kw_only=True)
class RoleAction(UserAction):
    """The staff action that sets a role. It is for administrators, whatever groups permit:
    otherwise, a member of a group could become one.
    """

    def find(self, target_id: UUID) -> User:
        """Lock all administrators too, so that two of them do not remove each other.

        In one statement, in the order of the ids: closing a report locks users in this order.
        """
        users = User.objects.filter(Q(is_superuser=True) | Q(id=target_id)).order_by("id")
        locked = {user.id: user for user in users.select_for_update(no_key=True)}
        if target_id not in locked:
            raise UserNotFound
        return locked[target_id]

    def check_reach(self, by: User, target: User) -> None:
        if not by.is_superuser:
            raise NotPermitted
        super().check_reach(by, target)


def role_field(user: User) -> forms.Field:
    """Return a field with the roles. None is preselected."""
    groups = Group.objects.order_by("id").values_list("name", "name")
    known = [(NO_ROLE, _("No role")), *groups, (ADMINISTRATOR, _("Administrator"))]
    return fields.choice(known, _("Role"))(user)


def set_role(run: Run, role: str) -> User:
    """Set the role of a user, and notify them. Raises as ``role_set``."""
    user: User = run.target
    run.data["before"] = [ADMINISTRATOR] if user.is_superuser else groups_of(user)
    role_set(user=user, role=role)
    notification_enqueue("role_changed", user=user.id, subject=user.id)
    return user


def reset_second_factor(run: Run) -> User:
    """Remove the second factor of a user. Raises NothingToDo if there is none."""
    if not two_factor.two_factor_reset(user=run.target):
        raise NothingToDo(_("This user has no second factor."))
    return run.target


WARN = UserAction(
    action=Action.WARN_USER,
    title=_("Warn"),
    explanation=_("The user reads your message, and may appeal. Nothing else changes for them."),
    notifies=_("The user is notified."),
    done=_("The user {target} is warned."),
    fields={"shown": reason_field},
    perform=warn,
    single_use=True,
)
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
RENAME = UserAction(
    action=Action.RENAME_USER,
    title=_("Rename"),
    explanation=_(
        "The former name disappears from games and notifications, and others can take it. Reports "
        "and notes keep it. The user must log in with the new name, and cannot change it."
    ),
    notifies=_("The user is notified of the new name."),
    done=_("The user is called {username} now."),
    fields={"username": new_name_field},
    available=lambda user: user.is_active,
    perform=lambda run, username: user_rename_by(by=run.by, user=run.target, username=username),
)
NOTE = UserAction(
    action=Permission.HANDLE_REPORTS,
    name="note",
    title=_("Add a note"),
    explanation=_("Only moderators can read the note."),
    done=_("The note is added."),
    fields={"text": fields.text(TEXT_LENGTH, label=_("Note"))},
    perform=lambda run, text: user_note(by=run.by, user=run.target, text=text),
    single_use=True,
)

EXPORT_USER = UserAction(
    action=Action.EXPORT_USER,
    title=_("Export the data"),
    explanation=_(
        "Builds the export of all data about the user. They are notified, and download it with "
        "their password. To get the file yourself, run the command export_user."
    ),
    done=_("The export of {target} is being built."),
    perform=lambda run: export_request(user=run.target),
    roles=ADMINISTRATORS,
)
DELETE_USER = UserAction(
    action=Action.DELETE_USER,
    title=_("Delete the account"),
    explanation=_(
        "Requests the deletion, as the user could themselves. It is carried out after the grace "
        "period; until then, the user can withdraw it. Games stay, with an anonymous name."
    ),
    done=_("The account {target} will be deleted."),
    available=lambda user: not user.is_staff,
    perform=lambda run: deletion_request(user=run.target),
    dangerous=True,
    roles=ADMINISTRATORS,
)

SET_ROLE = RoleAction(
    action=Action.SET_ROLE,
    title=_("Set the role"),
    explanation=_(
        "The user gets this role, and loses all other groups and permissions. New members of "
        "staff lose their passkeys."
    ),
    notifies=_("The user is notified."),
    done=_("The role of {target} is set."),
    fields={"role": role_field},
    confirmation=_("The new role: {role}."),
    logs=("role",),
    available=lambda user: user.is_active and not user.is_guest,
    perform=set_role,
    dangerous=True,
    roles=ADMINISTRATORS,
)

USER_ACTIONS: tuple[UserAction, ...] = (
    WARN,
    BAN,
    UNBAN,
    MUTE,
    UNMUTE,
    RENAME,
    NOTE,
    RESET_SECOND_FACTOR,
    EXPORT_USER,
    SET_ROLE,
    DELETE_USER,
)
