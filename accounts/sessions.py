"""Django's sessions in the database, with a ``BrowserSession`` beside each that has a user."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

ROW, BROWSER = "browser_session", "browser"
"""Keys of the session's data: the id of its ``BrowserSession``, and the browser at the log-in."""


class SessionStore(db.SessionStore):
    """Keeps the ``BrowserSession`` in step. Each log-in, log-out and change of a key calls these
    methods, so nobody has to remember it.

    Imports are local: Django loads this module before its apps.
    """

    def load(self) -> dict[str, Any]:
        from accounts.services.browser_sessions import session_mark_used

        data = super().load()
        if SESSION_KEY in data and self.session_key:
            session_mark_used(self.session_key)
            if ROW not in data:  # of an older version of the service
                data[ROW] = str(uuid4())
                self._note(data)
                self.modified = True
        return data

    def save(self, must_create: bool = False) -> None:
        data = self._get_session(no_load=must_create)  # type: ignore[attr-defined]
        if has_user := bool(data.get(SESSION_KEY)):
            data.setdefault(ROW, str(uuid4()))
        super().save(must_create)
        if has_user and self.session_key:
            self._note(data)

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session. With ``session_key``, that is the old key after a change of it, and
        the row stays, even if a request beside it has just saved it with the old key.
        """
        from accounts.services.browser_sessions import session_forget

        super().delete(session_key)
        if session_key is None and self.session_key:
            session_forget(self.session_key)

    def _note(self, data: dict[str, Any]) -> None:
        from accounts.services.browser_sessions import session_note

        session_note(
            session_id=data[ROW],
            user_id=data[SESSION_KEY],
            session_key=str(self.session_key),
            browser=data.get(BROWSER, ""),
        )
