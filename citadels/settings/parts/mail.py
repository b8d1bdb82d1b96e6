"""E-mail, and the targets of its links."""

from __future__ import annotations

from email.utils import formataddr
from pathlib import Path
from urllib.parse import urlsplit

from citadels.settings.parts.environment import env
from citadels.settings.parts.pages import SITE_NAME
from citadels.settings.parts.paths import VAR_DIR

# EMAIL_URL as django-environ reads it: smtp+tls://user:password@host:587, filemail:///a/folder, ...
# By default, each e-mail becomes a file in var/mail: the log would hide its links.
_mail = env.email_url("EMAIL_URL", default="filemail://")
_folder = urlsplit(env.str("EMAIL_URL", default="")).path if not _mail["EMAIL_HOST"] else ""
EMAIL_FILE_PATH = Path(_folder) if _folder.strip("/") else VAR_DIR / "mail"
EMAIL_BACKEND: str = env.str("EMAIL_BACKEND", default=_mail["EMAIL_BACKEND"])
EMAIL_HOST: str = _mail["EMAIL_HOST"] or "localhost"
EMAIL_PORT: int = _mail["EMAIL_PORT"] or 25
EMAIL_HOST_USER: str = _mail["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD: str = _mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS: bool = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10  # seconds; Django's default is to wait forever
DEFAULT_FROM_EMAIL: str = env.str(
    "DEFAULT_FROM_EMAIL", default=formataddr((SITE_NAME, "citadels@localhost"))
)
# The options of django-anymail as JSON, if EMAIL_BACKEND is one of its backends.
ANYMAIL: dict[str, str] = env.json("ANYMAIL", default={})

# The public URL of this service for readers of e-mails, and the URL of a game, with {game} in it:
# by default a small page of this service.
PUBLIC_URL: str = env.str("PUBLIC_URL", default="http://127.0.0.1:8000").rstrip("/")
GAME_URL: str = env.str("GAME_URL", default=f"{PUBLIC_URL}/games/{{game}}/")
