"""What every form of an act has: a reason, what the act will do, and the service that does it."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import PermissionDenied
from django.forms.forms import DeclarativeFieldsMetaclass
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import User
from citadels.api.errors import ApiError, Invalid
from citadels.visible_text import validate_text
from moderation.errors import DoneAlready
from moderation.models import REASON_LENGTH, Act
from moderation.services import may


class AbstractForm(DeclarativeFieldsMetaclass, ABCMeta):
    """The type of forms of which some say nothing but what others have to."""


class ActForm(forms.Form, metaclass=AbstractForm):
    """Collects what a service needs. ``perform`` calls it, and says what was done."""

    act: ClassVar[Act]
    title: ClassVar[str]
    """What the button says."""
    tells: ClassVar[str]
    """What will happen, and what the players learn of it."""
    heavy: ClassVar[bool] = False
    """Whether it can spoil a match."""

    reason = forms.CharField(
        max_length=REASON_LENGTH,
        validators=[validate_text],
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Kept in the log for ever.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def refused(self, refusal: ApiError) -> None:
        """Show what the service says against it, at the field that it is about."""
        if not isinstance(refusal, Invalid):
            self.add_error(None, refusal.detail)
            return
        for error in refusal.extras["errors"]:
            name = error["pointer"].strip("/").split("/")[0]
            self.add_error(name if name in self.fields else None, error["detail"])

    def done(self, by: User) -> str | None:
        """Perform the act; None if the input or the service refuses it, and the form says why."""
        if not self.is_valid():
            return None
        try:
            return self.perform(by, self.cleaned_data)
        except DoneAlready as before:
            return before.detail
        except ApiError as refusal:
            self.refused(refusal)
            return None

    @abstractmethod
    def perform(self, by: User, given: dict[str, Any]) -> str:
        """Call the service; what was done, in a sentence. Raises ApiError."""


class OnceForm(forms.Form):
    """Part of an act that is done once for each page of its form, however often that is sent."""

    once = forms.UUIDField(required=False, widget=forms.HiddenInput, initial=uuid4)


def who_may(request: HttpRequest, act: Act) -> User:
    """The user behind a request, if his role has the act. Raises PermissionDenied."""
    user = request.user
    if not isinstance(user, User) or not may(user, act):
        raise PermissionDenied
    return user


def offers(kinds: Iterable[type[ActForm]], name: str, target: UUID) -> list[dict[str, str]]:
    """The buttons that lead to the forms."""
    return [
        {
            "title": kind.title,
            "url": reverse(name, args=[target, kind.act.value]),
            "weight": "heavy" if kind.heavy else "light",
        }
        for kind in kinds
    ]
