"""Where the service may send to: users choose the address, so it must not be of our own network.

A name is looked up once, every address it has is judged, and the connection goes to one of those
very addresses: a name that changes its mind in between gains nothing.
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
        "168.63.129.16/32",  # a cloud's own service, at each of its machines
        "192.0.0.0/24",  # for protocols; another cloud's service is among them
        "192.88.99.0/24",  # a detour to 6to4
        "3fff::/20",  # for examples
    )
]
"""What the library takes for open, or took not long ago."""

PORTS = {"https": 443, "http": 80}


class AddressRefused(Exception):
    """Nothing is sent there; ``code`` and text say why."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class Policy:
    """What an operator allows beyond https to the open net."""

    http: bool = False
    networks: Sequence[Network] = field(default=())


@dataclass(frozen=True, slots=True)
class Target:
    """An address taken to pieces."""

    scheme: str
    host: str
    """Without the brackets of IPv6."""

    port: int
    path: str

    @property
    def authority(self) -> str:
        """As the header Host has it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def target_of(url: str, policy: Policy) -> Target:
    """The parts of ``url``. Raises AddressRefused; a host that is a number is judged, too."""
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
        raise AddressRefused("invalid", _("There is no port 0."))
    host = parts.host.strip("[]")
    port = parts.port or PORTS[parts.scheme]
    target = Target(parts.scheme, host, port, parts.request_uri)
    if numbers := resolve(target, socket.AI_NUMERICHOST):
        address_check(numbers, policy)
    return target


def addresses_of(target: Target, policy: Policy) -> list[str]:
    """The addresses to connect to, all of them allowed. Raises AddressRefused, OSError."""
    found = resolve(target)
    if not found:
        raise OSError(f"{target.host} has no address")
    return address_check(found, policy)


def resolve(target: Target, flags: int = 0) -> list[str]:
    """What the system makes of a host, in its order; also of 127.1, 0x7f000001 and their like."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM, flags=flags)
    except (socket.gaierror, UnicodeError):
        return []
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def address_check(addresses: Sequence[str], policy: Policy) -> list[str]:
    """The addresses, if each of them is allowed. Raises AddressRefused."""
    for text in addresses:
        address = ipaddress.ip_address(text.partition("%")[0])
        if not (is_open(address) or any(address in network for network in policy.networks)):
            detail = _("The address is not on the public internet.")
            raise AddressRefused("private_address", detail)
    return list(addresses)


def is_open(address: Address) -> bool:
    """Whether anybody may reach it: not this machine, its network, nor a detour to either."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_open(address.ipv4_mapped)
        if address not in GLOBAL_UNICAST or address.sixtofour or address.teredo:
            return False
    if any(address in network for network in CLOSED):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved)
