"""Texts that moderators choose instead of writing them each time."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.languages import text_in

NAME_LENGTH = 60


class PresetKind(models.TextChoices):
    """The text fields of forms that have presets."""

    MESSAGE = "message", _("Message to the user")
    ANSWER = "answer", _("Answer to reporters")
    APPEAL = "appeal", _("Answer to an appeal")
    REASON = "reason", _("Reason")


class TextPreset(models.Model):
    """A text in the languages of the service, for one kind of field."""

    kind = models.CharField(_("kind"), max_length=10, choices=PresetKind)
    name = models.CharField(
        _("name"), max_length=NAME_LENGTH, help_text=_("Only moderators see it.")
    )
    texts: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, help_text="By the code of the language. English is always there."
    )

    class Meta:
        ordering = ["kind", "name"]
        verbose_name = _("text preset")
        verbose_name_plural = _("text presets")
        constraints = [
            models.UniqueConstraint(fields=["kind", "name"], name="textpreset_name_of_a_kind"),
        ]

    def __str__(self) -> str:
        return self.name

    def text_in(self, language: str) -> str:
        """Return the text in a language, or in English if it is not translated."""
        return text_in(self.texts, language)
