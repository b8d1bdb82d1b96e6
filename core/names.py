"""Names that a request may not have: unknown members of a body, and unknown query parameters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from core.errors import Invalid, segment

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MAX_ERRORS = 20
"""Errors that one reply lists. Each unknown name is compared with all valid ones."""
NAME_SHOWN = 60
"""Characters of an unknown name that its error repeats."""


def names_check(
    names: Iterable[str],
    known: Collection[str],
    pointer: str = "",
    instead: Mapping[str, StrOrPromise] = MappingProxyType({}),
) -> None:
    """Raise Invalid if a query parameter, or a member of a body, has a name that is not known.

    ``instead`` says of some unknown names what to use instead.
    """
    if errors := list(islice(unknown_names(names, known, pointer, instead), MAX_ERRORS)):
        raise Invalid(errors)


def unknown_names(
    names: Iterable[str],
    known: Collection[str],
    pointer: str = "",
    instead: Mapping[str, StrOrPromise] = MappingProxyType({}),
) -> Iterator[dict[str, str]]:
    """Yield an error for each name that is not ``known``, with the nearest one that is."""
    for name in names:
        if name not in known:
            shown = name if len(name) <= NAME_SHOWN else f"{name[:NAME_SHOWN]}…"
            shown = shown.encode(errors="backslashreplace").decode()  # half a surrogate pair
            at = pointer + segment(shown)
            yield {
                "pointer": at,
                "code": "unknown",
                "detail": unknown_detail(shown, known, instead),
            }


def unknown_detail(name: str, known: Collection[str], instead: Mapping[str, StrOrPromise]) -> str:
    """Return what is wrong with an unknown name."""
    if name in instead:
        words = {"name": name, "hint": instead[name]}
        return gettext("There is no `%(name)s` here. %(hint)s") % words
    if near := get_close_matches(name.lower(), known, n=1):
        words = {"name": name, "nearest": near[0]}
        return gettext("There is no `%(name)s` here. Did you mean `%(nearest)s`?") % words
    if known:
        words = {"name": name, "names": ", ".join(known)}
        return gettext("There is no `%(name)s` here. Valid: %(names)s.") % words
    return gettext("There is no `%(name)s` here: nothing is expected.") % {"name": name}
