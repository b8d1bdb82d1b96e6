"""A new SECRET_KEY, with and without the old one as a fallback."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("fallbacks", "status"), [(["old"], 200), ([], 302)])
def test_a_session_outlives_the_key_that_is_named_as_a_fallback(
    fallbacks: list[str], status: int, admin_user: User, settings: Any, client: Client
) -> None:
    settings.SECRET_KEY = "old"
    client.force_login(admin_user)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", fallbacks
    assert client.get("/admin/").status_code == status
