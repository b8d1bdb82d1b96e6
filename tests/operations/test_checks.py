"""System checks: wrong settings are reported before the first e-mail or page fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage

from notifications.outbound.mail import post
from operations.checks import (
    FILES,
    mail_check,
    no_mail_server_check,
    static_files_check,
)

SMTP = "django.core.mail.backends.smtp.EmailBackend"


def ids(check: Any) -> list[str]:
    return [message.id for message in check(None)]


@pytest.mark.parametrize(
    ("backend", "found"),
    [(SMTP, []), ("anymail.backends.nothing.EmailBackend", ["operations.E001"])],
)
def test_a_backend_that_is_not_installed_is_an_error(
    backend: str, found: list[str], settings: Any
) -> None:
    settings.EMAIL_BACKEND = backend
    assert ids(mail_check) == found


def test_e_mails_need_a_folder_that_can_be_written_to(settings: Any, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = FILES
    settings.EMAIL_FILE_PATH = tmp_path / "new" / "mail"
    assert ids(mail_check) == []
    (tmp_path / "file").touch()
    settings.EMAIL_FILE_PATH = tmp_path / "file" / "mail"
    assert ids(mail_check) == ["operations.E002"]


def test_a_deployment_without_a_mail_server_is_warned(settings: Any) -> None:
    settings.EMAIL_BACKEND = SMTP
    assert ids(no_mail_server_check) == []
    settings.EMAIL_BACKEND = FILES
    assert ids(no_mail_server_check) == ["operations.W001"]


def test_static_files_have_to_be_collected(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = None  # development: they come from the packages
    assert ids(static_files_check) == []
    settings.STATIC_ROOT = tmp_path
    assert ids(static_files_check) == ["operations.E003"]
    (tmp_path / "admin" / "css").mkdir(parents=True)
    (tmp_path / "admin" / "css" / "base.css").touch()
    assert ids(static_files_check) == []


def test_an_e_mail_in_a_file_has_its_links_and_its_accents(settings: Any, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = FILES, tmp_path / "mail"
    link = "http://127.0.0.1:8000/verify-email/abc:def/"
    assert post(EmailMessage("Vérifiez", f"Ouvrez cette page : {link}", to=["a@example.org"])).sent
    (file,) = (tmp_path / "mail").iterdir()
    assert f"Ouvrez cette page : {link}\n" in file.read_text()


def test_an_e_mail_that_fails_is_logged_with_its_traceback(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = FILES, None
    assert not post(EmailMessage("Hello", "", to=["a@example.org"])).sent
    assert caplog.records[0].exc_info is not None
