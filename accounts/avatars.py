"""Avatars: a medallion with three towers, drawn from a key. Nothing is uploaded or stored.

The key is a hash, so it names nobody. Dark and light parts differ in lightness, not only in hue.
"""

from __future__ import annotations

from hashlib import blake2b

from django.conf import settings

from accounts.models import User
from accounts.names import DELETED
from core.paths import API_V1

KEY_BYTES = 5
NEUTRAL = "0" * 2 * KEY_BYTES
"""The key of deleted users."""
DARK = ("#163f63", "#5b2a6e", "#0f5245", "#7a2233", "#6b3d0a", "#2f3a8f", "#3d4248", "#4b5a12")
LIGHT = ("#fff4d6", "#e4f1ff", "#f3e8ff", "#e6f7e4")
ROOFS = ("#ffc640", "#8fd0ff", "#ffb09c", "#bfe59a")
NOBODY = '<circle cx="16" cy="16" r="16" fill="#6b6b6b"/><path fill="#e8e8e8" d="{shape}"/>'
PERSON = "M16 6a6 6 0 0 1 0 12a6 6 0 0 1 0-12zM5 27q1-8 11-8t11 8q-5 5-11 5t-11-5z"


def avatar_url(user: User) -> str:
    """Return the address of a user's avatar, which is the same as long as the account exists."""
    if user.username.startswith(DELETED):
        return neutral_avatar_url()
    return url_of(f"user {user.id}")


def neutral_avatar_url() -> str:
    """Return the address of the avatar of nobody in particular."""
    return key_url(NEUTRAL)


def bot_avatar_url(name: str) -> str:
    """Return the address of the avatar of all bots with a name."""
    return url_of(f"bot {name}")


def url_of(subject: str) -> str:
    """Return the address of the avatar of a subject."""
    return key_url(blake2b(subject.encode(), digest_size=KEY_BYTES).hexdigest())


def key_url(key: str) -> str:
    """Return the address of the avatar with a key."""
    return f"{settings.PUBLIC_URL}{API_V1}avatars/{key}.svg"


def avatar_svg(key: str) -> str:
    """Return the avatar with a key as an SVG of less than 1 kB."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="64" height="64">'
        f"{NOBODY.format(shape=PERSON) if key == NEUTRAL else city(int(key, 16))}</svg>"
    )


def city(bits: int) -> str:
    """Return three towers: their colors, heights, roofs and windows come from the bits."""

    def take(count: int) -> int:
        nonlocal bits
        bits, chosen = divmod(bits, count)
        return chosen

    dark, light, roof = DARK[take(8)], LIGHT[take(4)], ROOFS[take(4)]
    ground, wall, above = ((light, dark, dark), (dark, light, roof))[take(2)]
    tops = (13 + 2 * take(4), 9 + 2 * take(4), 13 + 2 * take(4))
    towers = list(zip((6, 12, 20), tops, (6, 8, 6), strict=True))
    walls = "".join(f"M{x} 25V{top}h{width}V25z" for x, top, width in towers)
    roofs = "".join(roof_of(take(4), x, top, width) for x, top, width in towers)
    windows = (
        "M15 25v-3a1 1 0 0 1 2 0v3z",
        "M14 21h1v-3h-1zM17 21h1v-3h-1z",
        "",
        "M15 22h2v-3h-2z",
    )
    disc = ("", "M5 9a2 2 0 1 0 4 0a2 2 0 1 0-4 0z", "M23 9a2 2 0 1 0 4 0a2 2 0 1 0-4 0z", "")
    return (
        '<clipPath id="c"><circle cx="16" cy="16" r="16"/></clipPath><g clip-path="url(#c)">'
        f'<path fill="{ground}" d="M0 0h32v32H0z"/>'
        f'<path fill="{above}" d="{disc[take(4)]}"/>'
        f'<path fill="{wall}" d="M0 25h32v7H0z{walls}"/>'
        f'<path fill="{above}" d="{roofs}"/>'
        f'<path fill="{ground}" d="{windows[take(4)]}"/></g>'
        f'<circle cx="16" cy="16" r="15.5" fill="none" stroke="{wall}" stroke-opacity=".5"/>'
    )


def roof_of(kind: int, x: int, top: int, width: int) -> str:
    """Return a roof as a path: a spire, a dome, battlements, or a stepped gable."""
    half = width // 2
    return (
        f"M{x - 1} {top}l{half + 1}-{width}l{half + 1} {width}z",
        f"M{x} {top}a{half} {half} 0 0 1 {width} 0z",
        f"M{x} {top}v-3h{half - 1}v2h2v-2h{half - 1}v3z",
        f"M{x} {top}v-2h{half - 1}v-2h2v2h{half - 1}v2z",
    )[kind]
