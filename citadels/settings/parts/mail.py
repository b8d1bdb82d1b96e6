"""E-mail, and the targets of its links."""

from __future__ import annotations

from citadels.settings.parts.environment import env

# EMAIL_URL as django-environ reads it: smtp+tls://user:password@host:587, consolemail://, ...
_mail = env.email_url("EMAIL_URL", default="consolemail://")
EMAIL_BACKEND: str = env.str("EMAIL_BACKEND", default=_mail["EMAIL_BACKEND"])
EMAIL_HOST: str = _mail["EMAIL_HOST"] or "localhost"
EMAIL_PORT: int = _mail["EMAIL_PORT"] or 25
EMAIL_HOST_USER: str = _mail["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD: str = _mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS: bool = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10  # seconds; Django's default is to wait forever
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", default="Citadels <citadels@localhost>")
# The options of django-anymail as JSON, if EMAIL_BACKEND is one of its backends.
ANYMAIL: dict[str, str] = env.json("ANYMAIL", default={})

# The public URL of this service for readers of e-mails, and the URL of a game, with {game} in it.
PUBLIC_URL: str = env.str("PUBLIC_URL", default="http://127.0.0.1:8000").rstrip("/")
GAME_URL: str = env.str("GAME_URL", default=f"{PUBLIC_URL}/api/v1/games/{{game}}/")
