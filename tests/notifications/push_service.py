"""A push service on this machine, and browsers that read what it gets with their private keys.

The services of browser vendors cannot be reached from machines that run tests.
"""

from __future__ import annotations

import base64
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid

from accounts.models import User
from notifications.models import PushSubscription
from notifications.outbound.push import base64url
from notifications.services.devices import push_subscribe
from tests.notifications.news import wish
from tests.notifications.receiver import Headers, Receiver

DEVICE_KEYS = {
    "p256dh": (
        "BCfE4odXKckcz0VHAtwVB4GQXrwc3Gd7j0ijH5iDu6zUgrPwminhttv8EJQctT6M7qXUEOjJMErL8NjzwISCFcU"
    ),
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""Keys of a browser: a point and 16 bytes."""


@dataclass
class Device:
    """A browser that has subscribed at a push service."""

    url: str
    private_key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def keys(self) -> dict[str, str]:
        point = self.private_key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        return {"p256dh": base64url(point), "auth": base64url(self.auth)}

    def subscribed_by(self, user: User, name: str = "phone") -> PushSubscription:
        """Subscribe the device for a user, who gets no e-mails of news."""
        wish(user, email="off")
        return push_subscribe(user=user, endpoint=self.url, **self.keys, name=name)

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message as the browser does."""
        text = http_ece.decrypt(
            body, private_key=self.private_key, auth_secret=self.auth, version="aes128gcm"
        )
        message: dict[str, Any] = json.loads(text)
        return message


def device_at(receiver: Receiver, name: str = "one") -> Device:
    return Device(f"{receiver.url}/{name}")


def claims_of(headers: Headers) -> dict[str, Any]:
    """Verify the signature of a request, and return what it says."""
    assert Vapid.verify(headers["authorization"])
    token = headers["authorization"].split("t=")[1].split(",")[0]
    claims: dict[str, Any] = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    return claims
