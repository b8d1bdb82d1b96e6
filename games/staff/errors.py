"""Why an act of a moderator comes to nothing."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class NothingToDo(ApiError):
    """The act would change nothing: it was done already, or there is nothing to do it to. Only in
    the admin.
    """

    code = "nothing_to_do"
    kind = Kind.CONFLICT
    title = _("There is nothing to do.")
