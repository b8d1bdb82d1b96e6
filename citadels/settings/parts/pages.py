"""The pages for people: the documentation, and what the operator says on them."""

from __future__ import annotations

from pathlib import Path

from citadels.settings.parts.environment import env
from citadels.settings.parts.paths import BASE_DIR, IS_INSTALLED

DOCS_DIR = Path(env.str("DOCS_DIR", default="") or BASE_DIR / "build" / "docs")
"""The documentation site, as `make docs` builds it."""
PACKAGES_DIR = Path(env.str("PACKAGES_DIR", default="") or BASE_DIR / "build" / "packages")
"""The packages of the clients that /developers/ offers, as `make packages` builds them."""
SOURCE_URL: str = env.str("SOURCE_URL", default="")
"""Where the source code of this service is, for the page /developers/."""
_bundle = BASE_DIR / "build" / "web"
_client = _bundle if IS_INSTALLED and _bundle.is_dir() else BASE_DIR / "clients" / "web" / "site"
WEB_CLIENT_DIR = Path(env.str("WEB_CLIENT_DIR", default="") or _client)
"""The web client, which is served at /play/: bundled where the service was installed from a wheel
that has the bundle, else its sources.
"""
SITE_NAME: str = env.str("SITE_NAME", default="Slow Board Games")
"""The name of this service for people: on its pages, in the web client, as the sender of e-mails,
and where authenticators and browsers store a factor of a user.
"""
OPERATOR_NAME: str = env.str("OPERATOR_NAME", default="")
CONTACT_EMAIL: str = env.str("CONTACT_EMAIL", default="")
"""The operator of this service, and their address for questions: the pages about terms, privacy and
contact name them.
"""
SECURITY_CONTACT: str = env.str(
    "SECURITY_CONTACT", default=f"mailto:{CONTACT_EMAIL}" if CONTACT_EMAIL else ""
)
"""Where to report a vulnerability, `mailto:` or `https:`, in /.well-known/security.txt."""
TEMPLATES_DIR: str = env.str("TEMPLATES_DIR", default="")
"""A folder of templates that replace those of the same name, such as operations/terms.html."""
