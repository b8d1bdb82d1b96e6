"""Who plays: users, and the tokens their clients present."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

# Names are shown to other players and compared without case: ASCII keeps look-alikes out.
USERNAME_MAX_LENGTH = 30
USERNAME_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9_.-]{1,29}\Z"
TOKEN_MARK = "cit_"
TOKEN_PREFIX_LENGTH = 12
DIGEST_LENGTH = 64
LANGUAGE_LENGTH = 2
TIME_ZONE_LENGTH = 64
DIGEST_HOUR = 8

username_validator = RegexValidator(
    USERNAME_PATTERN,
    "Use 2 to 30 letters, digits, dots, dashes or underscores, beginning with a letter or digit.",
)


class CaseInsensitiveUserManager(UserManager["User"]):
    """Finds Alice when asked for alice: one name, one user."""

    def get_by_natural_key(self, username: str | None) -> User:
        return self.alias(name=Lower("username")).get(name=(username or "").lower())


class User(AbstractUser):
    """A person with an account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = models.CharField(
        max_length=USERNAME_MAX_LENGTH, unique=True, validators=[username_validator]
    )
    # Stored in lower case; empty when not given.
    email = models.EmailField(blank=True, default="")

    objects: ClassVar[CaseInsensitiveUserManager] = CaseInsensitiveUserManager()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_username_unique",
                violation_error_message="This username is taken.",
            ),
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="user_email_unique",
                violation_error_message="This e-mail address belongs to another account.",
            ),
        ]


class ApiToken(models.Model):
    """A key to the API. Only its digest is kept, so that nobody can read a token back."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60, help_text="What its owner calls it.")
    prefix = models.CharField(
        max_length=TOKEN_PREFIX_LENGTH, help_text="How the token begins, to tell tokens apart."
    )
    digest = models.CharField(max_length=DIGEST_LENGTH, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "id"]
        verbose_name = "API token"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(prefix__startswith=TOKEN_MARK), name="apitoken_prefix_form"
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__isnull=True)
                | models.Q(expires_at__gt=models.F("created_at")),
                name="apitoken_expires_after_creation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}... ({self.name})"


class Preferences(models.Model):
    """How a user wishes to be treated. Who has never said has no row, and the defaults."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="preferences"
    )
    language = models.CharField(
        max_length=LANGUAGE_LENGTH, default="en", help_text="Of what is sent to the user."
    )
    time_zone = models.CharField(
        max_length=TIME_ZONE_LENGTH, default="UTC", help_text="Of the hours below: an IANA name."
    )
    quiet_from = models.TimeField(
        null=True, blank=True, help_text="When the night begins; may be later than its end."
    )
    quiet_to = models.TimeField(null=True, blank=True, help_text="When the night ends.")
    digest_hour = models.PositiveSmallIntegerField(
        default=DIGEST_HOUR, help_text="The hour of the daily digest, 0 to 23."
    )

    class Meta:
        verbose_name = "preferences of a user"
        verbose_name_plural = "preferences of users"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(quiet_from=None, quiet_to=None)
                | (
                    models.Q(quiet_from__isnull=False, quiet_to__isnull=False)
                    & ~models.Q(quiet_from=models.F("quiet_to"))
                ),
                name="preferences_night_has_two_ends",
            ),
            models.CheckConstraint(
                condition=models.Q(digest_hour__lte=23), name="preferences_digest_hour_of_a_day"
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"


class Block(models.Model):
    """A user does not wish to hear of another."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "blocked"], name="block_once"),
            models.CheckConstraint(
                condition=~models.Q(user=models.F("blocked")), name="block_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} blocks {self.blocked_id}"
