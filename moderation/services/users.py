"""Services on staff users for management commands."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import two_factor
from games.staff.errors import NothingToDo
from moderation.models import Action
from moderation.services.audit import audit


def second_factor_reset_by_hand(*, user: User, reason: str) -> None:
    """Remove a user's second factor from the shell.

    This is the way back in when no administrator can log in. Raises Invalid, NothingToDo.
    """
    with transaction.atomic():
        audit(by=None, action=Action.RESET_SECOND_FACTOR, reason=reason, user=user.id)
        if not two_factor.two_factor_reset(user=user):
            raise NothingToDo(_("This user has no second factor."))
