"""The presets that a form offers, in the language of the users who will read the text."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext

from accounts.models import User
from accounts.selectors import preferences_of
from core.languages import language_or_english, languages
from moderation.actions.reports import reports_preselected
from moderation.models import Appeal, PresetKind, Report, TextPreset
from moderation.selectors import users_affected

FIELDS = {
    "shown": PresetKind.MESSAGE,
    "answer": PresetKind.ANSWER,
    "reason": PresetKind.REASON,
}
"""The kinds of presets by the names of fields, in the forms of all staff actions."""


def preset_fields_mark(form: forms.Form, target: Any) -> None:
    """Mark the fields that have presets, for the script of the pages."""
    for name, kind in FIELDS.items():
        if name in form.fields:
            answers_appeal = name == "answer" and isinstance(target, Appeal)
            mark = PresetKind.APPEAL if answers_appeal else kind
            form.fields[name].widget.attrs["data-preset"] = mark.value


def presets_for(target: Any, *, by: User) -> dict[str, dict[str, Any]]:
    """Return the presets for forms about a target, by kind: the label of the list, and the name and
    the text of each.
    """
    offered: dict[str, dict[str, Any]] = {}
    codes = {kind.value: language_for(kind, target, by=by) for kind in PresetKind}
    for preset in TextPreset.objects.all():
        code = codes[preset.kind]
        language = dict(settings.LANGUAGES)[code]
        label = gettext("Preset (%(language)s)") % {"language": language}
        of_kind = offered.setdefault(preset.kind, {"label": label, "texts": []})
        of_kind["texts"].append([preset.name, preset.text_in(code)])
    return offered


def language_for(kind: PresetKind, target: Any, *, by: User) -> str:
    """Return the language of the readers; English if they do not have the same one, or are not
    known. Reasons are for moderators, and in the language of the page.
    """
    if kind == PresetKind.REASON:
        return language_or_english(get_language() or "")
    preferences = preferences_of(readers_of(kind, target, by=by)).values()
    chosen = {language_or_english(one.language) for one in preferences}
    return chosen.pop() if len(chosen) == 1 else languages()[0]


def readers_of(kind: PresetKind, target: Any, *, by: User) -> list[UUID]:
    """Return the ids of the users who will read a text of this kind. An answer is also for the
    authors of the reports that the form of ``by`` closes too, a message after a report about a game
    for some of its players.
    """
    match kind, target:
        case PresetKind.MESSAGE, User():
            return [target.id]
        case PresetKind.MESSAGE, Report():
            return list(users_affected(target).values_list("id", flat=True))
        case PresetKind.ANSWER, Report():
            others = reports_preselected(target, by=by)
            merged = target.duplicates.values_list("by", flat=True)
            return [target.by_id, *merged, *(one.by_id for one in others)]
        case PresetKind.APPEAL, Appeal():
            return [target.user_id]
    return []
