"""Deletion of accounts: requested, delayed for a grace period, then carried out by a worker.

The row of the user stays, under an anonymous name: moves, seats, messages and the ratings of others
refer to it. Everything that belongs to the user alone is deleted.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from oauth2_provider.models import (
    AccessToken,
    Application,
    DeviceGrant,
    Grant,
    IDToken,
    RefreshToken,
)

from accounts.errors import DeletionBegun, NoDeletionPending, StaffCannotBeDeleted
from accounts.models import (
    AccountDeletion,
    AccountExport,
    ApiToken,
    Block,
    BrowserSession,
    ClientFingerprint,
    EmailKind,
    OutgoingEmail,
    PendingEmail,
    Preferences,
    User,
)
from accounts.names import DELETED
from accounts.personal_data import HANDLERS, DeletedUser
from accounts.selectors import is_username_taken
from accounts.services.admin_log import admin_log_delete
from accounts.services.browser_sessions import sessions_end
from accounts.services.email_queue import email_enqueue
from accounts.services.two_factor import two_factor_reset
from core import database_clock
from core.leases import LeaseQueue

logger = logging.getLogger(__name__)

GUESTS_AT_ONCE = 1_000
NAME_DIGITS = 12
KEPT_FIELDS = ("id", "is_bot")
"""Fields of a user that a deletion does not clear. Past games show that a program played."""


@transaction.atomic
def deletion_request(*, user: User) -> AccountDeletion:
    """Schedule the deletion of an account after the grace period. Repeating it changes nothing.
    Guests have no such period.

    Raises StaffCannotBeDeleted: an administrator has to remove the staff rights first.
    """
    user = User.objects.select_for_update(no_key=True).get(id=user.id)
    if user.is_staff:
        raise StaffCannotBeDeleted
    now = database_clock.now()
    due = now + timedelta(days=0 if user.is_guest else settings.DELETION_GRACE_DAYS)
    deletion, new = AccountDeletion.objects.get_or_create(
        user=user, defaults={"requested_at": now, "due_at": due}
    )
    if new and user.email:
        email_enqueue(kind=EmailKind.DELETION_REQUESTED, address=user.email, user=user)
    return deletion


def guests_purge(*, now: datetime) -> None:
    """Request the deletion of guests who have not been here for the retention period, neither with
    a page nor with the web client, which refreshes its tokens without the session.
    """
    since = now - timedelta(days=settings.GUEST_RETENTION_DAYS)
    used = BrowserSession.objects.filter(user=OuterRef("pk"), last_used_at__gt=since)
    refreshed = RefreshToken.objects.filter(user=OuterRef("pk"), created__gt=since)
    asked = AccountDeletion.objects.filter(user=OuterRef("pk"))
    guests = User.objects.filter(is_guest=True, date_joined__lt=since)
    idle = guests.exclude(Exists(used) | Exists(refreshed) | Exists(asked))
    for guest_id in list(idle.values_list("id", flat=True)[:GUESTS_AT_ONCE]):
        with transaction.atomic():  # they may have an account meanwhile
            guest = idle.select_for_update(no_key=True, of=("self",)).filter(id=guest_id).first()
            if guest:
                deletion_request(user=guest)


@transaction.atomic
def deletion_withdraw(*, user: User) -> None:
    """Withdraw the deletion of an account. Raises NoDeletionPending, DeletionBegun."""
    deletion = AccountDeletion.objects.select_for_update().filter(user=user).first()
    if deletion is None:
        raise NoDeletionPending
    if deletion.begun_at is not None:
        raise DeletionBegun
    deletion.delete()


# --- carrying it out ---------------------------------------------------------------------------


class DeletionQueue(LeaseQueue[AccountDeletion]):
    """Accounts to be deleted. A deletion is never given up, and each of its steps may run twice."""

    lease = timedelta(minutes=6)  # longer than a task may run
    longest_lease = timedelta(hours=12)
    max_attempts = None
    budget = 5.0  # a big deletion may need the rest of its task

    def rows(self) -> QuerySet[AccountDeletion]:
        return AccountDeletion.objects.filter(done_at=None)

    def process(self, deletion: AccountDeletion) -> int | None:
        return account_delete(deletion) or None


def deletions_carry_out() -> int:
    """Carry out the deletions that are due. Returns how many were finished.

    A deletion that was interrupted anywhere continues from there.
    """
    return DeletionQueue().work()


def account_delete(deletion: AccountDeletion) -> bool:
    """Delete an account now, even before it is due. Returns False if the deletion was withdrawn."""
    deleted_user = _deletion_begin(deletion.user_id)
    if deleted_user is None:
        return False
    for _, handler in sorted(HANDLERS.items()):
        handler.end_activity(deleted_user.user)
    _own_data_delete(deleted_user)
    for _, handler in sorted(HANDLERS.items()):
        handler.erase(deleted_user)
    admin_log_delete()
    rest = AccountDeletion.objects.filter(user=deleted_user.user)
    rest.update(username="", done_at=database_clock.now())
    return True


@transaction.atomic
def _deletion_begin(user_id: UUID) -> DeletedUser | None:
    """Lock the user out, and remove their name, address and rights.

    Returns None if the deletion was withdrawn.
    """
    user = User.objects.select_for_update().get(id=user_id)  # first, as an upgrade of a guest does
    deletion = (
        AccountDeletion.objects.select_for_update().filter(user_id=user_id, done_at=None).first()
    )
    if deletion is None:
        return None
    if deletion.begun_at is None and user.is_staff:  # they became staff after the request
        deletion.delete()
        return None
    if deletion.begun_at is None:
        if user.email:
            _last_email_enqueue(user)
        deletion.begun_at, deletion.username = database_clock.now(), user.username
        deletion.save(update_fields=["begun_at", "username"])
        _scrub(user, now=deletion.begun_at)
    return DeletedUser(user, deletion.username)


def _last_email_enqueue(user: User) -> None:
    """Queue the last e-mail. It belongs to no user, so it outlives the account; all other e-mails
    to the user are dropped.
    """
    OutgoingEmail.objects.filter(Q(user=user) | Q(address=user.email)).delete()
    email_enqueue(kind=EmailKind.DELETED, address=user.email)


def _scrub(user: User, *, now: datetime) -> None:
    for field in User._meta.concrete_fields:
        if field.name not in KEPT_FIELDS:
            setattr(user, field.attname, field.get_default())
    user.username, user.is_active = _anonymous(user), False
    user.date_joined = now  # the date of joining is personal data, too
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()


def _anonymous(user: User) -> str:
    """Return a name that no new account can have."""
    digits = user.id.hex
    name = f"{DELETED}{digits[:NAME_DIGITS]}"
    return f"{DELETED}{digits[NAME_DIGITS:]}" if is_username_taken(name) else name


@transaction.atomic
def _own_data_delete(deleted_user: DeletedUser) -> None:
    """Delete what accounts keep about the user."""
    user = deleted_user.user
    # Deleting an application deletes its authorizations.
    for held in (RefreshToken, AccessToken, IDToken, Grant, DeviceGrant, Application):
        held.objects.filter(user=user).delete()
    sessions_end(user=user)
    two_factor_reset(user=user)
    for kept in (
        ApiToken,
        PendingEmail,
        OutgoingEmail,
        Preferences,
        ClientFingerprint,
        AccountExport,
        Block,
    ):
        kept._default_manager.filter(user=user).delete()
    Block.objects.filter(blocked=user).delete()
    _log_anonymize(deleted_user)


def _log_anonymize(deleted_user: DeletedUser) -> None:
    """Anonymize admin log entries. Call this after the user's own rows are deleted."""
    user = deleted_user.user
    ours = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=ours, object_id=str(user.id)).update(
        object_repr=deleted_user.new_name
    )
