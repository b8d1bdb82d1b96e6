"""The catalogues of translations: complete, sound, compiled; and the replies that use them."""

from __future__ import annotations

import re

import pytest
from babel.messages import Message
from django.conf import settings
from django.test import Client
from django.utils.translation import gettext, override
from rest_framework.test import APIClient

from accounts.models import Preferences, User
from core.errors import CATALOGUE
from core.languages import languages
from notifications.kinds import Reader
from tablekernel import registry
from tests.conftest import ClientOf
from tests.messages import (
    Language,
    mo_bytes,
    po_bytes,
    source_messages,
    strings,
    translated,
    untranslated,
)

PLACEHOLDER = re.compile(r"%(?:\((\w+)\))?[a-z%]|\{\w+\}")
LANGUAGES = [pytest.param(language, id=language.code) for language in translated()]


def placeholders(text: str) -> set[str]:
    return {found[0] for found in PLACEHOLDER.finditer(text)}


def messages(language: Language) -> list[Message]:
    return [message for message in language.read() if message.id]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.slow
def test_the_files_are_those_of_the_code(language: Language) -> None:
    catalog = language.updated(source_messages())
    assert language.po.read_bytes() == po_bytes(catalog), "run make messages"
    assert language.mo.read_bytes() == mo_bytes(catalog), "run make messages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: Language) -> None:
    assert len(messages(language)) > 300
    assert untranslated(language.read()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_placeholders_of_its_message(language: Language) -> None:
    for message in messages(language):
        sources = (message.id,) if isinstance(message.id, str) else message.id
        expected = set().union(*map(placeholders, sources))
        for text in filter(None, strings(message)):
            assert placeholders(text) == expected, text


def test_a_message_without_a_translation_is_found() -> None:
    catalog = Language("fr").read()
    catalog.add("Nobody has translated this.")
    catalog.add(("%(count)d fish", "%(count)d fishes"), ("%(count)d poisson", ""))
    catalog.add("Unsure", "Incertain", flags=["fuzzy"])
    assert len(untranslated(catalog)) == 3


def test_french_puts_no_break_spaces_before_its_double_signs() -> None:
    for message in messages(Language("fr")):
        for text in strings(message):
            assert not re.search(r" [;:?!»]|« ", text), text


def test_every_game_speaks_the_languages_of_the_service() -> None:
    for ruleset in registry.rulesets():
        assert set(languages()) <= set(ruleset.presentation.languages), ruleset.slug


# --- what uses them ------------------------------------------------------------------------------


def test_every_error_has_a_title_in_every_language() -> None:
    for error in CATALOGUE.values():
        english = str(error.title)
        with override("fr"):
            assert str(error.title) != english, error


def test_a_problem_is_told_in_the_language_of_the_request(anyone: APIClient) -> None:
    english, french = (
        anyone.get("/api/v1/me/", headers={"Accept-Language": accepted})
        for accepted in ("en", "nl, fr-CA;q=0.5")
    )
    for response, language, title in (
        (english, "en", "This request needs a token."),
        (french, "fr", "Cette requête nécessite un jeton."),
    ):
        assert response.headers["Content-Language"] == language
        assert "Accept-Language" in response.headers["Vary"]
        assert response.json()["title"] == title
    assert english.json()["code"] == french.json()["code"]
    assert (
        gettext("This request needs a token.") == "This request needs a token."
    )  # nothing stays active


@pytest.mark.django_db
def test_the_details_of_fields_are_translated(anyone: APIClient) -> None:
    """Our own, the framework's and those of Django's checks of passwords."""
    body = {"username": "someone", "password": "123"}
    response = anyone.post("/api/v1/auth/register/", body, headers={"Accept-Language": "fr"})
    details = " ".join(error["detail"] for error in response.json()["errors"])
    assert "Ce mot de passe est trop court" in details
    response = anyone.post("/api/v1/auth/register/", {}, headers={"Accept-Language": "fr"})
    details = " ".join(error["detail"] for error in response.json()["errors"])
    assert "Ce champ est obligatoire." in details


@pytest.mark.parametrize("path", ["/nothing", "/api/v1/me"])
def test_what_no_view_answers_is_in_the_language(path: str, anyone: APIClient) -> None:
    response = anyone.get(
        f"/api{path}" if path == "/nothing" else path, headers={"Accept-Language": "fr"}
    )
    assert response.json()["title"] == "Il n'y a rien ici."


@pytest.mark.django_db
def test_pages_are_in_the_language_of_the_browser(client: Client) -> None:
    page = client.get("/login/", headers={"Accept-Language": "fr"})
    assert page.headers["Content-Language"] == "fr"
    assert '<html lang="fr">' in page.text
    assert "Mot de passe" in page.text
    assert "Password" in client.get("/login/").text


def test_the_admin_speaks_the_language_of_its_user(alice: User, client: Client) -> None:
    User.objects.filter(id=alice.id).update(is_staff=True, is_superuser=True)
    client.force_login(alice)
    asked = {"Accept-Language": "fr"}
    assert '<html lang="fr"' in client.get("/admin/", headers=asked).text
    Preferences.objects.create(user=alice, language="en")
    assert '<html lang="en' in client.get("/admin/", headers=asked).text


def test_the_kinds_of_notifications_are_listed_in_the_language(
    alice: User, client_of: ClientOf
) -> None:
    path = "/api/v1/me/notification-preferences/"
    response = client_of(alice).get(path, headers={"Accept-Language": "fr"})
    assert response.json()["kinds"]["your_turn"]["summary"] == "C'est à vous de jouer."
    assert response.headers["Content-Language"] == "fr"
    assert "Accept-Language" in response.headers["Vary"]


def test_a_catalogue_exists_for_every_language() -> None:
    for code, _ in settings.LANGUAGES[1:]:
        assert Language(code).po.exists()


@pytest.mark.django_db
def test_a_user_of_another_language_is_told_everything_in_english(alice: User) -> None:
    """Not half in Dutch, which Django would know."""
    reader = Reader.of(Preferences(user=alice, language="nl"))
    assert reader.language == "en"
