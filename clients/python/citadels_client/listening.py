"""What happens to a user while a program waits, and its way to a program on this machine."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import urllib3

from .api import Api
from .errors import Unreachable

ASK_EVERY = 2.0
PREFIX = "whsec_"
TIMEOUT = 10.0


def new_notifications(
    api: Api, *, sleep: Callable[[float], None] = time.sleep
) -> Iterator[dict[str, Any]]:
    """Yield the notifications that come from now on, oldest first, without end.

    The list is asked for every 2 seconds. Raises Problem, and Unreachable if the service is gone at
    the beginning.
    """
    known = {one["id"] for one in api.notifications()}

    def wait() -> Iterator[dict[str, Any]]:
        while True:
            with suppress(Unreachable):  # it is started again, for example
                for one in reversed(api.notifications()):
                    if one["id"] not in known:
                        known.add(one["id"])
                        yield one
            sleep(ASK_EVERY)

    return wait()


class Forwarder:
    """Sends notifications to a URL as a webhook of the service would: the same body and headers."""

    def __init__(self, url: str, user: str, secret: str = "") -> None:
        """``user`` is the id of the user. Without a ``secret``, a new one signs the calls."""
        self.url, self.user = url, user
        self.secret = secret or PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()

    def send(self, notification: dict[str, Any]) -> int:
        """Send a notification. Returns the status of the reply. Raises Unreachable."""
        body = {
            "type": notification["kind"],
            "timestamp": notification["created_at"],
            "data": {"user": self.user, **notification["data"]},
        }
        text = json.dumps(body)
        message = f"msg_{notification['id'].replace('-', '')}"
        at = str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "webhook-id": message,
            "webhook-timestamp": at,
            "webhook-signature": f"v1,{self._signature(f'{message}.{at}.{text}')}",
        }
        try:
            reply = urllib3.request(
                "POST", self.url, body=text, headers=headers, timeout=TIMEOUT, retries=False
            )
        except urllib3.exceptions.HTTPError as error:
            raise Unreachable(f"{self.url} does not answer: {error}") from error
        return int(reply.status)

    def _signature(self, text: str) -> str:
        key = base64.b64decode(self.secret.removeprefix(PREFIX))
        return base64.b64encode(hmac.digest(key, text.encode(), hashlib.sha256)).decode()
