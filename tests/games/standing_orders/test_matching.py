"""Which option an order chooses, and when it has come to its end."""

from __future__ import annotations

from typing import Any

from games.standing_orders import Answer, orders_answer, orders_parse

TOPICS = {
    "keep_card": {"keep": {"district": "string", "cost": "integer"}},
    "action": {"end_turn": {}, "build": {"district": "string"}, "museum": {"district": "string"}},
    "give_district": {"give_district": {"district": "string", "beautified": "boolean"}},
}


def option(choice: str, **members: Any) -> dict[str, Any]:
    return {"choice": choice, "verb": choice.partition(":")[0], **members}


TAVERN = option("keep:tavern", district="tavern", cost=1)
PALACE = option("keep:palace", district="palace", cost=5)
CATHEDRAL = option("keep:cathedral", district="cathedral", cost=5)
VAULT = option("keep:secret_vault", district="secret_vault", cost=None)
END, BUILD, MUSEUM = option("end_turn"), option("build:tavern"), option("museum:tavern")


def said(topic: str, options: list[dict[str, Any]], *orders: dict[str, Any]) -> Answer:
    return orders_answer(topic=topic, options=options, orders=orders_parse(list(orders), TOPICS))


def choose_kept_card(*patterns: Any, options: list[dict[str, Any]]) -> str | None:
    return said("keep_card", options, {"topic": "keep_card", "choose": list(patterns)}).choice


def test_the_first_pattern_that_fits_wins() -> None:
    options = [TAVERN, PALACE]
    assert (
        choose_kept_card("keep:cathedral", "keep:palace", "keep:tavern", options=options)
        == "keep:palace"
    )
    assert (
        choose_kept_card({"verb": "keep", "cost": 3}, {"verb": "keep"}, options=options)
        == "keep:tavern"
    )


def test_of_several_that_fit_the_first_listed_is_taken() -> None:
    assert (
        choose_kept_card({"verb": "keep", "cost": 5}, options=[TAVERN, CATHEDRAL, PALACE])
        == "keep:cathedral"
    )


def test_the_most_and_the_least_of_a_number_and_the_first_of_equals() -> None:
    options = [TAVERN, PALACE, CATHEDRAL]
    assert choose_kept_card({"verb": "keep", "highest": "cost"}, options=options) == "keep:palace"
    assert choose_kept_card({"verb": "keep", "lowest": "cost"}, options=options) == "keep:tavern"


def test_what_lacks_the_number_is_taken_only_where_all_lack_it() -> None:
    for pick in ("highest", "lowest"):
        assert (
            choose_kept_card({"verb": "keep", pick: "cost"}, options=[VAULT, TAVERN])
            == "keep:tavern"
        )
        assert (
            choose_kept_card({"verb": "keep", pick: "cost"}, options=[VAULT]) == "keep:secret_vault"
        )


def test_a_flag_that_is_not_there_is_false() -> None:
    options = [
        option("give_district:manor+", district="manor", beautified=True),
        option("give_district:palace", district="palace"),
    ]
    order = {"topic": "give_district", "choose": [{"verb": "give_district", "beautified": False}]}
    assert said("give_district", options, order).choice == "give_district:palace"
    order["choose"] = [{"verb": "give_district", "beautified": True}]
    assert said("give_district", options, order).choice == "give_district:manor+"


def test_an_order_is_silent_about_other_topics() -> None:
    order = {"topic": "action", "choose": ["end_turn"]}
    assert said("keep_card", [TAVERN, PALACE], order) == Answer()


def test_an_order_that_no_longer_fits_stops_unless_it_says_ask() -> None:
    order: dict[str, Any] = {"topic": "keep_card", "choose": ["keep:market"]}
    assert said("keep_card", [TAVERN, PALACE], order) == Answer(stopped=(0,))
    assert said("keep_card", [TAVERN, PALACE], {**order, "otherwise": "ask"}) == Answer()


def test_the_first_order_with_an_answer_is_followed_and_then_none_stops() -> None:
    useless: dict[str, Any] = {"topic": "keep_card", "choose": ["keep:market"]}
    useful: dict[str, Any] = {"topic": "keep_card", "choose": [{"verb": "keep"}]}
    answer = said("keep_card", [TAVERN, PALACE], useless, useful, {**useful, "delay": 5})
    assert answer == Answer("keep:tavern", 1)
    patient = {**useless, "otherwise": "ask"}
    assert said("keep_card", [TAVERN], useless, patient, useless) == Answer(stopped=(0, 2))


def test_an_order_for_some_menus_is_silent_about_others() -> None:
    order = {
        "topic": "action",
        "choose": ["end_turn"],
        "only_when": {"verbs": ["end_turn", "museum"]},
    }
    assert said("action", [END], order).choice == "end_turn"
    assert said("action", [END, MUSEUM], order).choice == "end_turn"
    assert said("action", [END, BUILD, MUSEUM], order) == Answer()
    order["only_when"] = {"without": ["build"]}
    assert said("action", [END, MUSEUM], order).choice == "end_turn"
    assert said("action", [END, BUILD], order) == Answer()


def test_an_order_for_every_topic_answers_wherever_it_fits() -> None:
    order = {"topic": "*", "choose": ["end_turn", {"verb": "keep", "highest": "cost"}]}
    assert said("action", [BUILD, END], order).choice == "end_turn"
    assert said("keep_card", [TAVERN, PALACE], order).choice == "keep:palace"
    assert said("give_district", [option("give_district:manor")], order) == Answer()
