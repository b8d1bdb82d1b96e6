"""Errors of staff actions."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class NothingToDo(ApiError):
    """The action would change nothing, often because it was already done. Only in the admin."""

    code = "nothing_to_do"
    kind = Kind.CONFLICT
    title = _("This would change nothing.")


class StillDiverged(ApiError):
    """The state of the game differs from its moves. Only in the admin."""

    code = "still_diverged"
    kind = Kind.CONFLICT
    title = _("The state of the game still differs from its moves.")
