"""What the game may ask is written down in full: clients build standing orders from it."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest

from engine.citadels.checks import printed_tables, random_table
from engine.citadels.rules import RULES
from engine.citadels.text.en import ENGLISH
from engine.citadels.topics import TOPICS
from tablekernel.loop import answer, settle
from tablekernel.topics import Topic
from tests.tablekernel.toy import RULES as TOY

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int, type(None)),
    "boolean": (bool,),
    "array": (list,),
}


def unlisted(topics: dict[str, Topic], decision: dict[str, Any]) -> list[str]:
    """What a decision says that its topic does not announce."""
    verbs = topics[decision["topic"]].verbs
    found = []
    for option in decision["options"]:
        for name, value in option.items():
            if name not in ("choice", "verb") and not (
                name in verbs[option["verb"]]
                and isinstance(value, TYPES[verbs[option["verb"]][name]])
            ):
                found.append(f"{option['choice']}: {name}={value!r}")
    return found


@pytest.mark.slow
def test_random_matches_of_every_card_set_ask_all_that_is_listed_and_nothing_else() -> None:
    rng = Random(7)
    asked: dict[str, set[str]] = defaultdict(set)
    said: dict[str, set[str]] = defaultdict(set)
    for seats, options in [*printed_tables(), *(random_table(rng) for _ in range(150))]:
        state, _ = RULES.start(RULES.check_options(options, seats), seats, rng.randbytes(32))
        while (decision := settle(state)) is not None:
            described = RULES.describe(state, decision)
            assert unlisted(TOPICS, described) == []
            for option in described["options"]:
                asked[decision.topic].add(option["verb"])
                said[option["verb"]] |= option.keys() - {"choice", "verb"}
            answer(state, rng.choice(decision.options))
    listed: dict[str, set[str]] = defaultdict(set)
    for topic in TOPICS.values():
        for verb, members in topic.verbs.items():
            listed[verb] |= members.keys()
    assert asked == {name: topic.verbs.keys() for name, topic in TOPICS.items()}
    assert {verb: found for verb, found in said.items() if found} == {
        verb: members for verb, members in listed.items() if members
    }


def test_every_topic_has_a_question_and_every_verb_a_label() -> None:
    assert TOPICS.keys() == {key.partition(":")[0] for key in ENGLISH.questions}
    verbs = {verb for topic in TOPICS.values() for verb in topic.verbs}
    assert verbs == {key.partition(":")[0] for key in ENGLISH.labels}


def test_the_toy_lists_its_topics_too() -> None:
    state, _ = TOY.start({"rounds": 4}, 3, bytes(range(32)))
    rng, asked = Random(0), set()
    while (decision := settle(state)) is not None:
        assert unlisted(TOY.topics, TOY.describe(state, decision)) == []
        asked |= {(decision.topic, choice.verb) for choice in decision.options}
        answer(state, rng.choice(decision.options))
    assert asked == {(name, verb) for name, topic in TOY.topics.items() for verb in topic.verbs}


def test_a_topic_is_read_as_json() -> None:
    assert TOPICS["keep_card"].to_json("keep_card") == {
        "topic": "keep_card",
        "summary": "Which of the drawn cards to keep.",
        "verbs": [{"verb": "keep", "members": {"district": "string", "cost": "integer"}}],
    }
