"""An authenticator in software, with one key: what a phone does with a passkey."""

from __future__ import annotations

import json
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

FLAG = AuthenticatorData.FLAG
SEEN_AND_CHECKED = FLAG.UP | FLAG.UV


class Authenticator:
    """Answers like a browser. The attributes can be changed, to cheat."""

    def __init__(self, origin: str, name: bytes = b"the id of a passkey") -> None:
        self.origin, self.name = origin, name
        self.domain = origin.partition("://")[2]
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.flags = SEEN_AND_CHECKED
        self.counter = 0
        self.owner: bytes | None = None

    def create(self, options: dict[str, Any]) -> str:
        """Return the answer to the options for a new passkey."""
        public = options["publicKey"]
        self.owner = websafe_decode(public["user"]["id"])
        cose = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]
        credential = AttestedCredentialData.create(Aaguid.NONE, self.name, cose)
        data = self._data(FLAG.AT, credential)
        attestation = AttestationObject.create("none", data, {})
        client = self._client(CollectedClientData.TYPE.CREATE, public)
        return self._answer(
            attestationObject=websafe_encode(attestation), clientDataJSON=websafe_encode(client)
        )

    def use(self, options: dict[str, Any]) -> str:
        """Return the answer to the options for a log-in."""
        client = self._client(CollectedClientData.TYPE.GET, options["publicKey"])
        data = self._data()
        signature = self.key.sign(data + client.hash, ec.ECDSA(SHA256()))
        return self._answer(
            authenticatorData=websafe_encode(data),
            clientDataJSON=websafe_encode(client),
            signature=websafe_encode(signature),
            userHandle=self.owner and websafe_encode(self.owner),
        )

    def _data(self, more: int = 0, credential: bytes = b"") -> AuthenticatorData:
        domain = sha256(self.domain.encode())
        return AuthenticatorData.create(domain, self.flags | more, self.counter, credential)

    def _client(self, kind: str, public: dict[str, Any]) -> CollectedClientData:
        challenge = websafe_decode(public["challenge"])
        return CollectedClientData.create(kind, challenge, self.origin)

    def _answer(self, **response: Any) -> str:
        name = websafe_encode(self.name)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})
