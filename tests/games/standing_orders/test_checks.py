"""What clients may write as standing orders, and where and why they are refused."""

from __future__ import annotations

from typing import Any

import pytest

from games.standing_orders import MAX_ORDERS, OrderRefused, orders_parse

TOPICS = {
    "keep_card": {"keep": {"district": "string", "cost": "integer"}},
    "action": {
        "end_turn": {},
        "build": {"district": "string", "cost": "integer", "otherwise": "array"},
        "destroy": {"seat": "integer", "beautified": "boolean"},
    },
}
PLAIN: dict[str, Any] = {"topic": "keep_card", "choose": ["keep:palace"]}
COMPLETE = {"only_when": None, "otherwise": "stop", "delay": 0, "times": None}


def complete(*orders: dict[str, Any]) -> list[dict[str, Any]]:
    return [order.to_json() for order in orders_parse(list(orders), TOPICS)]


def refusal(raw: Any) -> tuple[str, str]:
    with pytest.raises(OrderRefused) as caught:
        orders_parse(raw, TOPICS)
    assert caught.value.message
    return caught.value.pointer, caught.value.code


def refused(**changes: Any) -> tuple[str, str]:
    return refusal([PLAIN, {**PLAIN, **changes}])


def test_what_is_not_said_has_a_default() -> None:
    assert complete(PLAIN) == [{**PLAIN, **COMPLETE}]


@pytest.mark.parametrize(
    "said",
    [
        {"delay": 3600, "times": 3, "otherwise": "ask"},
        {"choose": ["keep:palace", {"verb": "keep", "cost": 3}, {"verb": "keep"}]},
        {"choose": [{"verb": "keep", "highest": "cost"}, {"verb": "keep", "lowest": "cost"}]},
        {"topic": "action", "choose": ["end_turn"], "only_when": {"verbs": ["end_turn"]}},
        {"topic": "action", "choose": ["end_turn"], "only_when": {"without": ["build"]}},
        {"topic": "action", "choose": [{"verb": "destroy", "seat": 2, "beautified": False}]},
        {"topic": "*", "choose": ["end_turn", "keep:palace"], "otherwise": "ask"},
    ],
)
def test_a_complete_order_is_read_back_as_it_was_written(said: dict[str, Any]) -> None:
    order = {**PLAIN, **COMPLETE, **said}
    assert complete(order) == [order]
    assert complete(*complete(order)) == [order]


def test_an_order_for_every_topic_leaves_the_others_to_the_player() -> None:
    (order,) = complete({"topic": "*", "choose": ["end_turn"]})
    assert order["otherwise"] == "ask"
    assert refused(topic="*", otherwise="stop") == ("/1/otherwise", "stop_at_every_topic")


def test_orders_are_a_list_and_not_too_many() -> None:
    assert refusal({}) == ("", "not_a_list")
    assert complete(*[PLAIN] * MAX_ORDERS) == [{**PLAIN, **COMPLETE}] * MAX_ORDERS
    assert refusal([PLAIN] * (MAX_ORDERS + 1)) == ("", "max_length")
    assert refusal([PLAIN, 7]) == ("/1", "not_an_object")


@pytest.mark.parametrize("name", ["topic", "choose"])
def test_topic_and_patterns_are_required(name: str) -> None:
    assert refusal([{**{k: v for k, v in PLAIN.items() if k != name}}]) == (
        f"/0/{name}",
        "required",
    )


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"topic": "bribe"}, "/1/topic", "unknown_topic"),
        ({"topic": 7}, "/1/topic", "unknown_topic"),
        ({"patterns": []}, "/1/patterns", "unknown"),
        ({"a/b~": []}, "/1/a~1b~0", "unknown"),
        ({"choose": []}, "/1/choose", "not_patterns"),
        ({"choose": "keep"}, "/1/choose", "not_patterns"),
        ({"choose": ["keep"] * 41}, "/1/choose", "not_patterns"),
        ({"choose": ["keep", 7]}, "/1/choose/1", "not_a_pattern"),
        ({"choose": ["build:palace"]}, "/1/choose/0", "unknown_verb"),
        ({"choose": ["keep:" + "x" * 200]}, "/1/choose/0", "max_length"),
        ({"choose": ["keep:\0"]}, "/1/choose/0", "null_characters_not_allowed"),
        (
            {"choose": [{"verb": "keep", "district": "x" * 201}]},
            "/1/choose/0/district",
            "max_length",
        ),
        (
            {"choose": [{"verb": "keep", "district": "\0"}]},
            "/1/choose/0/district",
            "null_characters_not_allowed",
        ),
        ({"choose": [{"cost": 3}]}, "/1/choose/0/verb", "required"),
        ({"choose": [{"verb": "build"}]}, "/1/choose/0/verb", "unknown_verb"),
        ({"choose": [{"verb": ["keep"]}]}, "/1/choose/0/verb", "unknown_verb"),
        ({"choose": [{"verb": "keep", "rank": 3}]}, "/1/choose/0/rank", "unknown"),
        ({"choose": [{"verb": "keep", "cost": "3"}]}, "/1/choose/0/cost", "wrong_type"),
        ({"choose": [{"verb": "keep", "cost": True}]}, "/1/choose/0/cost", "wrong_type"),
        (
            {"choose": [{"verb": "keep", "highest": "district"}]},
            "/1/choose/0/highest",
            "unknown_number",
        ),
        (
            {"choose": [{"verb": "keep", "highest": "cost", "lowest": "cost"}]},
            "/1/choose/0/lowest",
            "two_picks",
        ),
        ({"only_when": {}}, "/1/only_when", "empty"),
        ({"only_when": {"verbs": ["keep"] * 1000}}, "/1/only_when/verbs", "not_verbs"),
        ({"only_when": "single_option"}, "/1/only_when", "not_an_object"),
        ({"only_when": {"verb": "keep"}}, "/1/only_when/verb", "unknown"),
        ({"only_when": {"verbs": []}}, "/1/only_when/verbs", "not_verbs"),
        ({"only_when": {"without": ["build"]}}, "/1/only_when/without/0", "unknown_verb"),
        ({"otherwise": "pass"}, "/1/otherwise", "unknown_value"),
        ({"delay": -1}, "/1/delay", "out_of_range"),
        ({"delay": 3601}, "/1/delay", "out_of_range"),
        ({"delay": True}, "/1/delay", "out_of_range"),
        ({"times": 0}, "/1/times", "out_of_range"),
        ({"times": 1.0}, "/1/times", "out_of_range"),
    ],
)
def test_a_refusal_points_at_what_is_wrong(
    changes: dict[str, Any], pointer: str, code: str
) -> None:
    assert refused(**changes) == (pointer, code)


def test_lists_of_a_game_cannot_be_compared() -> None:
    pattern = {"verb": "build", "otherwise": ["pay:framework"]}
    assert refused(topic="action", choose=[pattern]) == (
        "/1/choose/0/otherwise",
        "unknown",
    )
