"""The addresses that webhooks may call. Users choose the URL, so it must not lead into our network.

A name is looked up once, all its addresses are checked, and the connection goes to one of exactly
those addresses: a name that changes in between gains nothing.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

PRINTABLE = re.compile(r"[\x21-\x7e]+")
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
CLOSED = [
    ipaddress.ip_network(text)
    for text in (
        "168.63.129.16/32",  # the metadata service of a cloud
        "192.0.0.0/24",  # for protocols, and the metadata service of another cloud
        "192.88.99.0/24",  # 6to4 relays
        "3fff::/20",  # for documentation
    )
]
"""Networks that Python considers global, in some of its versions."""

PORTS = {"https": 443, "http": 80}


class AddressRefused(Exception):
    """The address may not be called. ``code`` and the text say why."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class Policy:
    """What the operator allows beyond https to the public Internet."""

    http: bool = False
    networks: Sequence[Network] = field(default=())


@dataclass(frozen=True, slots=True)
class Target:
    """A parsed URL."""

    scheme: str
    host: str
    """The host without the brackets of IPv6."""

    port: int
    path: str

    @property
    def authority(self) -> str:
        """The value of the header Host."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def target_of(url: str, policy: Policy) -> Target:
    """Return the parsed ``url``. Raises AddressRefused, also if the host is a forbidden number."""
    try:
        parts = parse_url(url)
    except LocationParseError:
        raise AddressRefused("invalid", _("This is not a web address.")) from None
    if not PRINTABLE.fullmatch(url) or not parts.host or parts.scheme is None:
        raise AddressRefused("invalid", _("This is not a web address."))
    if parts.scheme not in PORTS or (parts.scheme == "http" and not policy.http):
        raise AddressRefused("https_required", _("The address has to start with https://."))
    if parts.auth or parts.fragment is not None:
        raise AddressRefused("invalid", _("Leave out user, password and fragment."))
    if parts.port == 0:
        raise AddressRefused("invalid", _("The port cannot be 0."))
    host = parts.host.strip("[]")
    port = parts.port or PORTS[parts.scheme]
    target = Target(parts.scheme, host, port, parts.request_uri)
    if numbers := resolve(target, socket.AI_NUMERICHOST):
        address_check(numbers, policy)
    return target


def addresses_of(target: Target, policy: Policy) -> list[str]:
    """Return the addresses to connect to, all of them allowed. Raises AddressRefused, OSError."""
    found = resolve(target)
    if not found:
        raise OSError(f"{target.host} has no address")
    return address_check(found, policy)


def resolve(target: Target, flags: int = 0) -> list[str]:
    """Return the addresses that the system resolves a host to, including forms like 127.1 and
    0x7f000001.
    """
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM, flags=flags)
    except (socket.gaierror, UnicodeError):
        return []
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def address_check(addresses: Sequence[str], policy: Policy) -> list[str]:
    """Return the addresses if all of them are allowed. Raises AddressRefused."""
    for text in addresses:
        address = ipaddress.ip_address(text.partition("%")[0])
        if not (is_open(address) or any(address in network for network in policy.networks)):
            detail = _("The address is not on the public internet.")
            raise AddressRefused("private_address", detail)
    return list(addresses)


def is_open(address: Address) -> bool:
    """True if an address is public: neither this machine nor its network, and no tunnel to
    either.
    """
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_open(address.ipv4_mapped)
        if address not in GLOBAL_UNICAST or address.sixtofour or address.teredo:
            return False
    if any(address in network for network in CLOSED):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved)
