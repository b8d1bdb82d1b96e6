"""Names of users: which ones look alike, and which ones users may not choose."""

from __future__ import annotations

import re
import unicodedata

from django.conf import settings
from django.db.models import CharField, Func

LOOKS_LIKE = {"i": "l", "1": "l", "0": "o", ".": "", "-": "", "_": ""}
"""In lower case. An index of the database is built from this: a change needs a migration."""

DELETED = "deleted-"
"""Prefix of the names of deleted accounts."""
GUEST = "guest-"
"""Prefix of the names of guests. Digits follow, and users may not choose such a name."""
SERVICE: tuple[str, ...] = settings.SERVICE_NAMES
ROLES = (
    *("admin", "administrator", "moderator", "senior-moderator", "moderation", "mod", "staff"),
    *("support", "root", "system", "superuser", "operator", "official", "team", "help"),
    *("helpdesk", "service", "server", "security", "webmaster", "postmaster", "no-reply"),
    *("administrateur", "administratrice", "moderateur", "moderatrice", "equipe"),
    *("assistance", "systeme", "operateur", "operatrice", "securite", "serveur"),
)
BOTS = (
    *("guest", "bot", "robot", "novice", "easy", "medium", "hard", "expert", "master"),
    *("random", "greedy", "heuristic", "quick"),
)

CLAIMS = ("official", "officiel", "officielle", "verified", "verifie", "verifiee")
"""Words that no application may use that registers itself."""
LONG_NAME = 6
"""Letters of a name of the service that no word may begin with. Shorter ones begin many words."""
APPLICATION_NAME = re.compile(r"[A-Za-z0-9 '()&+!,._-]+")


def fold_name(name: str) -> str:
    """Return what ``name`` has in common with all names that look like it."""
    return name.lower().translate({ord(old): new for old, new in LOOKS_LIKE.items()})


def _fold_all(*names: str) -> str:
    """Return a pattern of the folded names."""
    return "|".join(map(fold_name, names))


RESERVED_PATTERN = (
    f"^({fold_name(DELETED)}.*"
    f"|({_fold_all('the', 'official', 'real', *SERVICE)})*({_fold_all(*SERVICE, *ROLES, *BOTS)})"
    # "l" and "o" are 1 and 0
    f"({_fold_all('s', 'team', 'official', 'account')}|[2-9lo])*)$"
)
"""Folded names that only operators may give, such as `Adm1n`, `the-moderators` and `support24`."""


def is_reserved(name: str) -> bool:
    """True if ``name`` claims to speak for the service, or to be a bot or a deleted user."""
    return re.search(RESERVED_PATTERN, fold_name(name)) is not None


def is_like_address(name: str) -> bool:
    """True if programs may turn ``name`` into a link, as they do with `www.example.com`."""
    return re.search(r"\.[A-Za-z]{2}", name) is not None


def is_fit_for_application(name: str) -> bool:
    """True if an application may give itself this name, though nobody has verified who made it: it
    is written in Latin letters, does not look like a link, does not contain a name of the service,
    and does not claim to speak for it.
    """
    parts = unicodedata.normalize("NFD", name)
    letters = "".join(part for part in parts if not unicodedata.combining(part))
    if not APPLICATION_NAME.fullmatch(letters) or is_like_address(letters):
        return False
    words = re.findall(r"[a-z0-9]+", letters.lower())
    claims = {fold_name(word) for word in CLAIMS}
    if not words or claims.intersection(map(fold_name, words)):
        return False
    joined = fold_name("".join(words))
    ends = [fold_name("".join(words[begin:])) for begin in range(len(words))]
    if joined == fold_name("play") or any(_names_the_service(end) for end in ends):
        return False
    return not is_reserved(joined)


def _names_the_service(words: str) -> bool:
    """True if these folded words begin with a name of the service. A short one has to be all."""
    return any(
        words.startswith(name) if len(name) >= LONG_NAME else words == name
        for name in map(fold_name, SERVICE)
    )


class FoldedName(Func):
    """``fold_name`` in the database. Without parameters, so that prepared statements use the
    index.
    """

    arity = 1
    output_field = CharField()
    template = "LOWER(%(expressions)s)"
    for old, new in LOOKS_LIKE.items():
        template = f"REPLACE({template}, '{old}', '{new}')"
    del old, new
