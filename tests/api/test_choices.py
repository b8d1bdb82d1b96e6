"""A choice that is not valid is answered with the valid ones."""

from __future__ import annotations

import pytest
from rest_framework import serializers

from accounts.models import User
from core.api.handler import problem_of
from core.api.requests import MAX_CHOICES, validate_input
from core.errors import Invalid
from tests.conftest import ClientOf


def details(serializer: serializers.Serializer) -> dict[str, str]:
    """The details of the errors of an input, by pointer."""
    with pytest.raises(serializers.ValidationError) as caught:
        validate_input(serializer)
    error = problem_of(caught.value)
    assert isinstance(error, Invalid)
    return {one["pointer"]: one["detail"] for one in error.extras["errors"]}


def color_field() -> serializers.ChoiceField:
    return serializers.ChoiceField(["red", "green", ""])


class Inner(serializers.Serializer):
    color = color_field()


class Outer(serializers.Serializer):
    color = color_field()
    inner = Inner()
    rows = Inner(many=True)
    colors = serializers.ListField(child=color_field())
    by_name = serializers.DictField(child=Inner())
    size = serializers.IntegerField(min_value=1)


def test_it_names_them_wherever_the_choice_stands() -> None:
    wrong = {"color": "blue"}
    found = details(
        Outer(
            data={
                **wrong,
                "inner": wrong,
                "rows": [{"color": "red"}, wrong],
                "colors": ["green", "blue"],
                "by_name": {"a": wrong},
                "size": 0,
            }
        )
    )
    text = "Not a valid choice. Valid: red, green."
    places = ["/color", "/inner/color", "/rows/1/color", "/colors/1", "/by_name/a/color"]
    assert {place: found.pop(place) for place in places} == dict.fromkeys(places, text)
    assert list(found) == ["/size"]


def test_it_names_only_some_of_many() -> None:
    class Many(serializers.Serializer):
        number = serializers.ChoiceField([str(number) for number in range(100)])

    (text,) = details(Many(data={"number": "x" * 1000})).values()
    assert text.count(",") == MAX_CHOICES
    assert text.endswith("18, 19, ….")


def test_other_errors_of_lists_stay_as_they_are() -> None:
    class Few(serializers.Serializer):
        colors = serializers.ListField(child=color_field(), max_length=1)

    assert "no more than 1" in details(Few(data={"colors": ["red", "red"]}))["/colors"]


def test_a_report_says_what_it_may_be_about(alice: User, bob: User, client_of: ClientOf) -> None:
    body = {"about": "user", "username": "bob", "category": "harassment"}
    for language, begin in (("en", "Valid: "), ("fr", "Choix possibles\N{NO-BREAK SPACE}:")):
        reply = client_of(alice).post(
            "/api/v1/reports/", body, headers={"Accept-Language": language}
        )
        assert reply.status_code == 422
        (error,) = reply.json()["errors"]
        assert (error["pointer"], error["code"]) == ("/category", "invalid_choice")
        assert begin in error["detail"]
        assert "cheating, stalling, abuse" in error["detail"]


def test_a_query_does_so_too(alice: User, client_of: ClientOf) -> None:
    reply = client_of(alice).get("/api/v1/games/?sort=oldest")
    assert "Valid: newest, fullest, soonest." in reply.json()["errors"][0]["detail"]
