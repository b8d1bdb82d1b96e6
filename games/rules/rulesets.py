"""The rulesets, and their versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from core.errors import Invalid
from core.names import names_check
from games.rules.errors import RulesetNotFound, RulesUnavailable
from tablekernel import COMPILED as COMPILED
from tablekernel import errors as refusals
from tablekernel import registry
from tablekernel.bots import Bots as Bots
from tablekernel.ruleset import Ruleset as Ruleset
from tablekernel.schemas import document_of

if TYPE_CHECKING:
    from games.models import Game, Puzzle


def ruleset_named(slug: str) -> Ruleset:
    """Return a ruleset in its newest version. Raises RulesetNotFound."""
    try:
        return registry.ruleset(slug)
    except KeyError:
        known = [ruleset.slug for ruleset in registry.rulesets()]
        raise RulesetNotFound(slug, known) from None


def ruleset_chosen(slug: str) -> Ruleset:
    """Return the ruleset that the member ``ruleset`` of a request names. Raises Invalid."""
    try:
        return ruleset_named(slug)
    except RulesetNotFound as error:
        raise Invalid.field("/ruleset", "unknown_ruleset", error.detail) from None


def ruleset_summaries(language: str = "en") -> list[dict[str, Any]]:
    """Return a summary of every ruleset."""
    return [_summary(ruleset, language) for ruleset in registry.rulesets()]


def ruleset_document(slug: str, *, language: str) -> dict[str, Any]:
    """Return a ruleset with its options and the topics of its decisions. Raises RulesetNotFound."""
    ruleset = ruleset_named(slug)
    topics = [topic.to_json(name) for name, topic in ruleset.rules.topics.items()]
    return {
        **_summary(ruleset, language),
        "options": ruleset.rules.options_schema(),
        "topics": topics,
    }


def topics_of(ruleset: Ruleset) -> dict[str, dict[str, dict[str, str]]]:
    """Return the members of options and their JSON types, by topic and verb."""
    return {
        name: {verb: dict(members) for verb, members in topic.verbs.items()}
        for name, topic in ruleset.rules.topics.items()
    }


def topic_summary(game: Game, topic: str) -> str:
    """Return what a decision of a game is about, in English and without its last dot.

    Returns the name of the topic if the rules are not available.
    """
    try:
        return ruleset_of(game).rules.topics[topic].summary.rstrip(".")
    except (RulesUnavailable, KeyError):
        return topic


def _summary(ruleset: Ruleset, language: str) -> dict[str, Any]:
    fewest = max(2, ruleset.rules.min_seats)
    return {
        "slug": ruleset.slug,
        "title": ruleset.presentation.title,
        "summary": ruleset.presentation.summarize(language),
        "version": ruleset.version,
        "min_seats": ruleset.rules.min_seats,
        "max_seats": ruleset.rules.max_seats,
        "beginner_seats": ruleset.presentation.beginner_seats or fewest,
        "bot_levels": list(ruleset.bots.levels),
        "bot_profiles": list(ruleset.bots.profiles),
        "languages": list(ruleset.presentation.languages),
    }


def how_to_play_document(slug: str, *, language: str) -> dict[str, Any]:
    """Return how a ruleset is played, on one screen. Raises RulesetNotFound."""
    return ruleset_named(slug).presentation.how_to_play(language)


def cards_document(slug: str, *, language: str) -> dict[str, Any]:
    """Return the cards and other components of a ruleset. Raises RulesetNotFound."""
    return ruleset_named(slug).presentation.cards(language)


def schema_documents() -> dict[str, dict[str, Any]]:
    """Return the JSON Schemas of every ruleset that has some, by slug."""
    return {
        ruleset.slug: schemas_document(ruleset.slug)
        for ruleset in registry.rulesets()
        if ruleset.presentation.schemas()
    }


def schemas_document(slug: str) -> dict[str, Any]:
    """Return the JSON Schemas of what a ruleset shows, in ``$defs``. Raises RulesetNotFound."""
    ruleset = ruleset_named(slug)
    options = ruleset.rules.options_schema()
    options.pop("$schema", None)
    options.setdefault("description", "The options of a game.")
    return document_of({"Options": options, **ruleset.presentation.schemas()})


def ruleset_now(slug: str) -> Ruleset:
    """Return a ruleset in its newest version. Raises RulesUnavailable if it was removed."""
    ruleset = registry.RULESETS.get(slug)
    if ruleset is None:
        raise RulesUnavailable(_("The ruleset %(slug)s was removed.") % {"slug": slug})
    return ruleset


def ruleset_of(game: Game | Puzzle) -> Ruleset:
    """Return the ruleset to which a game or a puzzle is pinned. Raises RulesUnavailable."""
    return ruleset_at(slug=game.ruleset, version=game.rules_version)


def ruleset_at(*, slug: str, version: str) -> Ruleset:
    """Return a ruleset in a version. Raises RulesUnavailable."""
    try:
        return registry.ruleset(slug, version)
    except KeyError:
        raise RulesUnavailable(
            _("Version %(version)s of the rules was removed.") % {"version": version}
        ) from None


def options_checked(*, ruleset: Ruleset, options: dict[str, Any], seats: int) -> dict[str, Any]:
    """Validate options and fill in the defaults. Raises Invalid."""
    rules = ruleset.rules
    if not rules.min_seats <= seats <= rules.max_seats:
        words = {
            "ruleset": ruleset.presentation.title,
            "least": rules.min_seats,
            "most": rules.max_seats,
        }
        if rules.min_seats == rules.max_seats:
            detail = _("%(ruleset)s needs %(least)s seats.") % words
        else:
            detail = _("%(ruleset)s needs %(least)s to %(most)s seats.") % words
        raise Invalid.field("/seats", "seats_out_of_range", detail)
    names_check(options, rules.options_schema()["properties"], "/options")
    try:
        return rules.check_options(options, seats)
    except refusals.OptionsRefused as refusal:
        pointer = f"/options{refusal.pointer}"
        raise Invalid.field(pointer, refusal.code, refusal.message) from None
