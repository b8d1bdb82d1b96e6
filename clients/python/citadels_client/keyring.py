"""The file with the log-in of the terminal client, which only its owner can read."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import mkstemp
from typing import NamedTuple

from .errors import Unreachable
from .oauth import Grant

FOLDER = "CITADELS_HOME"
"""The environment variable that names another folder."""


class Login(NamedTuple):
    """With a grant of OAuth, its access token is ``token``."""

    url: str
    token: str
    language: str
    client_id: str = ""
    refresh_token: str = ""

    @property
    def grant(self) -> Grant:
        return Grant(self.client_id, self.token, self.refresh_token)


def login_path() -> Path:
    home = os.environ.get(FOLDER)
    return (Path(home) if home else Path.home() / ".config" / "citadels") / "login.json"


def save_login_file(login: Login) -> Path:
    """Save a log-in. Returns the path of the file."""
    path = login_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    number, part = mkstemp(dir=path.parent)  # only its owner can read it
    with os.fdopen(number, "w") as file:
        json.dump(login._asdict(), file)
    os.replace(part, path)
    return path


def saved_client_id(url: str) -> str:
    """Return the client_id of the last log-in at a service, or an empty string."""
    try:
        login = load_login()
    except Unreachable:
        return ""
    return login.client_id if login.url == url else ""


def load_login() -> Login:
    """Return the saved log-in. Raises Unreachable if there is none."""
    try:
        return Login(**json.loads(login_path().read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        raise Unreachable("You are not logged in. Run: citadels-play log-in NAME") from None
