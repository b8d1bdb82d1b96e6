"""The games there are, and the rules of a game in the version that it is pinned to."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from core.errors import Invalid
from engine import errors as refusals
from engine import registry
from engine.kernel.ruleset import Ruleset
from games.rules.errors import RulesetNotFound, RulesUnavailable


def ruleset_named(slug: str) -> Ruleset:
    """The rules of a game. Raises RulesetNotFound."""
    try:
        return registry.ruleset(slug)
    except KeyError:
        raise RulesetNotFound(_("There is no ruleset %(slug)s.") % {"slug": repr(slug)}) from None


def ruleset_summaries() -> list[dict[str, Any]]:
    """All games, as lists show them."""
    return [_summary(rules) for rules in registry.rulesets()]


def ruleset_document(slug: str) -> dict[str, Any]:
    """A game with the options of its games, and what it may ask. Raises RulesetNotFound."""
    rules = ruleset_named(slug)
    topics = [topic.to_json(name) for name, topic in rules.topics.items()]
    return {**_summary(rules), "options": rules.options_schema(), "topics": topics}


def topics_of(*, slug: str, version: str) -> dict[str, dict[str, dict[str, str]]]:
    """What a game may ask: by topic and verb, the members of its options and their types in JSON.
    Raises RulesUnavailable.
    """
    topics = rules_of(slug=slug, version=version).topics
    return {
        name: {verb: dict(members) for verb, members in topic.verbs.items()}
        for name, topic in topics.items()
    }


def _summary(rules: Ruleset) -> dict[str, Any]:
    return {
        "slug": rules.slug,
        "title": rules.title,
        "summary": rules.summary,
        "version": rules.version,
        "min_seats": rules.min_seats,
        "max_seats": rules.max_seats,
        "bot_levels": list(rules.bot_levels),
        "bot_profiles": list(rules.bot_profiles),
        "languages": list(rules.languages),
    }


def cards_document(slug: str, *, language: str) -> dict[str, Any]:
    """What a game is made of. Raises RulesetNotFound."""
    return ruleset_named(slug).cards(language)


def rules_now(slug: str) -> Ruleset:
    """The newest version of a ruleset. Raises RulesUnavailable: it is gone."""
    rules = registry.RULESETS.get(slug)
    if rules is None:
        raise RulesUnavailable(_("The game is one of %(slug)s.") % {"slug": slug})
    return rules


def rules_of(*, slug: str, version: str) -> Ruleset:
    """The rules that a game is pinned to. Raises RulesUnavailable."""
    try:
        return registry.ruleset(slug, version)
    except KeyError:
        raise RulesUnavailable(
            _("The game is played by version %(version)s of its rules.") % {"version": version}
        ) from None


def options_checked(*, rules: Ruleset, options: dict[str, Any], seats: int) -> dict[str, Any]:
    """The options with their defaults. Raises Invalid: a rule of the set-up is broken."""
    if not rules.min_seats <= seats <= rules.max_seats:
        detail = _("%(ruleset)s is for %(least)s to %(most)s seats.") % {
            "ruleset": rules.title,
            "least": rules.min_seats,
            "most": rules.max_seats,
        }
        raise Invalid.field("/seats", "seats_out_of_range", detail)
    try:
        return rules.check_options(options, seats)
    except refusals.OptionsRefused as refusal:
        pointer = f"/options{refusal.pointer}"
        raise Invalid.field(pointer, refusal.code, refusal.message) from None
