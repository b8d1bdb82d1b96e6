"""Notes on users and their names, and services on users for management commands."""

from __future__ import annotations

from typing import IO

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import AccountDeletion, User
from accounts.selectors import is_deleted_user
from accounts.services import two_factor
from accounts.services.deletions import deletion_request
from accounts.services.exports import export_write
from accounts.services.users import user_rename
from core.errors import Invalid
from games.staff.errors import NothingToDo
from moderation.models import TEXT_LENGTH, Action, UserNote
from moderation.notifications import notification_enqueue
from moderation.services.audit import audit


def user_note(*, by: User, user: User, text: str) -> UserNote:
    """Add a note on a user that only moderators read. Raises Invalid."""
    return UserNote.objects.create(user=user, by=by, text=note_validate(text))


def note_validate(text: str) -> str:
    """Return the text of a note without surrounding whitespace. Raises Invalid."""
    text = text.strip()
    if not 1 <= len(text) <= TEXT_LENGTH:
        detail = _("1 to %(most)s characters.") % {"most": TEXT_LENGTH}
        raise Invalid.field("/text", "length", detail)
    return text


@transaction.atomic
def user_rename_by(*, by: User, user: User, username: str) -> None:
    """Rename a user, and notify them. The former name is in a note, which is deleted with the
    account, and not in the audit log.

    Raises NothingToDo if it is the same name or the account is deleted, Invalid.
    """
    former = user.username
    if username == former:
        raise NothingToDo(_("This is the name of the user."))
    if is_deleted_user(user):
        raise NothingToDo(_("This account is deleted."))
    user_rename(user=user, username=username)
    UserNote.objects.create(user=user, by=by, text=f"{former} → {username}")
    notification_enqueue("renamed", user=user.id, subject=user.id, username=username)


def second_factor_reset_by_hand(*, user: User, reason: str) -> None:
    """Remove a user's second factor from the shell.

    This is the way back in when no administrator can log in. Raises Invalid, NothingToDo.
    """
    with transaction.atomic():
        audit(by=None, action=Action.RESET_SECOND_FACTOR, reason=reason, user=user.id)
        if not two_factor.two_factor_reset(user=user):
            raise NothingToDo(_("This user has no second factor."))


@transaction.atomic
def user_export_by_hand(*, user: User, file: IO[bytes], reason: str) -> None:
    """Write all data about a user to a file, as their own export has it. Raises Invalid."""
    audit(by=None, action=Action.EXPORT_USER, reason=reason, user=user.id)
    export_write(user=user, file=file)


@transaction.atomic
def user_delete_by_hand(*, user: User, reason: str) -> AccountDeletion:
    """Request the deletion of an account from the shell, as its user could. Raises Invalid,
    StaffCannotBeDeleted.
    """
    audit(by=None, action=Action.DELETE_USER, reason=reason, user=user.id)
    return deletion_request(user=user)
