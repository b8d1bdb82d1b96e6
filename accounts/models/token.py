"""API tokens of users."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.keys import TOKEN_MARK
from accounts.models.user import User
from accounts.scopes import ALL_SCOPES

TOKEN_PREFIX_LENGTH = 12
TOKEN_NAME_LENGTH = 60
HASH_LENGTH = 64
SCOPE_LENGTH = 200


class ApiToken(models.Model):
    """A token for the API. Only its digest is stored, so nobody can read a token back."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(
        max_length=TOKEN_NAME_LENGTH, help_text=("The name that its owner gave it.")
    )
    prefix = models.CharField(
        max_length=TOKEN_PREFIX_LENGTH,
        help_text=("The beginning of the token, to tell tokens apart."),
    )
    scope = models.CharField(
        max_length=SCOPE_LENGTH, default=ALL_SCOPES, help_text="Scopes, separated by spaces."
    )
    digest = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True)
    # Apart from its last use: most uses read games, where no address is recorded. The log-in is.
    fingerprinted_at = models.DateTimeField(
        null=True,
        blank=True,
        default=timezone.now,
        help_text=("When its address was last recorded."),
    )
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "id"]
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
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

    @property
    def scopes(self) -> list[str]:
        return self.scope.split()
