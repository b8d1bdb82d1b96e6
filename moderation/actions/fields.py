"""Form fields that several staff actions share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.visible_text import validate_text
from moderation.models import REASON_LENGTH

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

HOUR = 3600
DAY = 24 * HOUR
NOT_CHOSEN: tuple[str, StrOrPromise] = ("", _("Choose..."))
"""The first choice of a field without a default, so that nothing is done by mistake."""
LENGTHS: list[tuple[int, StrOrPromise]] = [
    (HOUR, _("an hour")),
    (6 * HOUR, _("6 hours")),
    (DAY, _("a day")),
    (2 * DAY, _("2 days")),
    (3 * DAY, _("3 days")),
    (7 * DAY, _("a week")),
]


def length(target: Any) -> forms.Field:
    """Return a field for the time to add."""
    return forms.TypedChoiceField(choices=LENGTHS, coerce=seconds, label=_("Time to add"))


def seconds(text: str) -> timedelta:
    """Return a number of seconds as a timedelta."""
    return timedelta(seconds=int(text))


def text(
    max_length: int, help_text: StrOrPromise = "", *, required: bool = True, **options: Any
) -> Callable[[Any], forms.Field]:
    """Return a field for a text of several lines."""

    def field(target: Any) -> forms.Field:
        return forms.CharField(
            max_length=max_length,
            required=required,
            help_text=help_text,
            validators=[validate_text],
            **options,
            widget=forms.Textarea(attrs={"rows": 3}),
        )

    return field


def choice(choices: Iterable[tuple[Any, Any]], label: StrOrPromise) -> Callable[[Any], forms.Field]:
    """Return a field with fixed choices. None is preselected."""
    return lambda target: forms.ChoiceField(choices=[NOT_CHOSEN, *choices], label=label)


reason = text(
    REASON_LENGTH,
    _("The audit log keeps this permanently. Use ids, not names."),
    label=_("Reason"),
)
