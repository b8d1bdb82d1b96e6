"""Users."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy

from accounts.names import FoldedName

# Names are shown to other players. The database has no two that look alike: see FoldedName.
USERNAME_MAX_LENGTH = 30
USERNAME_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9_.-]{1,29}\Z"
REASON_LENGTH = 300

username_validator = RegexValidator(
    USERNAME_PATTERN,
    "Use 2 to 30 letters, digits, dots, dashes or underscores, beginning with a letter or digit.",
)


class CaseInsensitiveUserManager(UserManager["User"]):
    """Finds users by name in any case, so that one name is one user."""

    def get_by_natural_key(self, username: str | None) -> User:
        return self.alias(name=Lower("username")).get(name=(username or "").lower())


class User(AbstractUser):  # type: ignore[django-manager-missing]  # of django-otp, without types
    """A person with an account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = models.CharField(
        max_length=USERNAME_MAX_LENGTH, unique=True, validators=[username_validator]
    )
    lookalike_number = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="0, except for users who had a look-alike name before such names were refused.",
    )
    # In lower case and verified. Empty until it is verified: see PendingEmail.
    email = models.EmailField(blank=True, default="")
    is_bot = models.BooleanField(
        default=False,
        db_default=False,
        help_text="A program plays for this user. Set by the user, before their first game.",
    )
    is_guest = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Plays against bots in one browser, without a password. Deleted when idle.",
    )
    # Not is_active: a banned user may still log in, and see the reason and the end of the ban.
    banned_until = models.DateTimeField(
        null=True, blank=True, help_text="The end of a ban; 9999 means permanent."
    )
    ban_reason = models.CharField(
        max_length=REASON_LENGTH, blank=True, default="", help_text="Shown to the user."
    )

    muted_until = models.DateTimeField(
        null=True, blank=True, help_text="The end of a mute; 9999 means permanent."
    )
    mute_reason = models.CharField(
        max_length=REASON_LENGTH,
        blank=True,
        default="",
        db_default="",
        help_text="Shown to the user.",
    )

    objects: ClassVar[CaseInsensitiveUserManager] = CaseInsensitiveUserManager()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_username_unique",
                violation_error_message=gettext_lazy("This username is taken."),
            ),
            models.UniqueConstraint(
                FoldedName("username"), "lookalike_number", name="user_folded_name_unique"
            ),
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="user_email_unique",
                violation_error_message=gettext_lazy(
                    "This e-mail address belongs to another account."
                ),
            ),
        ]
