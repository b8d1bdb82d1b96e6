"""The admin of text presets: a field for each language of the service."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest

from accounts.models import REASON_LENGTH as SHOWN_LENGTH
from core.languages import languages
from core.visible_text import validate_line, validate_text
from moderation.models import ANSWER_LENGTH, REASON_LENGTH, PresetKind, TextPreset

LENGTHS = {
    PresetKind.MESSAGE: SHOWN_LENGTH,
    PresetKind.ANSWER: ANSWER_LENGTH,
    PresetKind.APPEAL: ANSWER_LENGTH,
    PresetKind.REASON: REASON_LENGTH,
}


class TextPresetForm(forms.ModelForm):
    """A preset. ``TextPresetAdmin`` adds the fields of the languages."""

    class Meta:
        model = TextPreset
        fields = ("kind", "name")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for code in languages():
            self.initial.setdefault(f"text_{code}", self.instance.texts.get(code, ""))

    def clean(self) -> dict[str, Any]:
        """Check the texts as the forms will that use them."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        kind = PresetKind(cleaned.get("kind", PresetKind.MESSAGE))
        field = forms.CharField(
            max_length=LENGTHS[kind],
            required=False,
            validators=[validate_line if kind == PresetKind.MESSAGE else validate_text],
        )
        for code in languages():
            try:
                self.instance.texts[code] = field.clean(cleaned.get(f"text_{code}"))
            except forms.ValidationError as error:
                self.add_error(f"text_{code}", error)
        return cleaned


@admin.register(TextPreset)
class TextPresetAdmin(admin.ModelAdmin):
    list_display = ("name", "kind")
    list_filter = ("kind",)
    search_fields = ("name",)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """Return the form with a field for each language. English is required."""
        texts = {
            f"text_{code}": forms.CharField(
                label=name,
                required=code == languages()[0],
                widget=forms.Textarea(attrs={"rows": 3}),
            )
            for code, name in settings.LANGUAGES
        }
        kwargs["form"] = type("TextPresetForm", (TextPresetForm,), texts)
        return super().get_form(request, obj, change, **kwargs)
