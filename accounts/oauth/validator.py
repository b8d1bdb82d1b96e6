"""What the OAuth2 library asks before it gives an application a token."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, DeviceGrant, Grant, RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.settings import oauth2_settings
from oauthlib.oauth2.rfc6749.errors import (
    InvalidGrantError,
    InvalidScopeError,
    UnsupportedResponseTypeError,
)
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from accounts.keys import REFRESH_MARK, key_derive, key_digest
from accounts.oauth.errors import name_scopes
from accounts.scopes import SCOPES
from accounts.selectors import is_user_banned, refreshes_live
from accounts.services.applications import WEB_CLIENT_ID
from accounts.services.authorizations import family_of, lock_users
from accounts.services.device_grants import device_grant_poll, may_use_device_codes

FAMILIES_MAX = 50
"""Live families of refresh tokens of one application for one user: each code begins one. An
application that keeps its tokens in memory needs a code for each page load.
"""


class Validator(OAuth2Validator):
    """Refuses tokens for users who are banned or inactive, and codes that are used twice. Its
    errors say what was wrong.

    A code that is used twice has been stolen, by the first user or the second, so the tokens given
    for it are revoked (RFC 6749, 4.1.2). They are found by their family, which is derived from the
    code, since the code itself is deleted when it is used.

    Each method runs in the transaction of its request, and locks the user first. So what changes
    the tokens of one user happens one after another, as do bans and deletions.
    """

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        lock_users(Grant.objects.filter(code=code, application=client))
        if super().validate_code(client_id, code, client, request, *args, **kwargs):
            check_user(request)
            return True
        if Grant.objects.filter(code=code, application=client).exists():
            raise InvalidGrantError("The code has expired.", request=request)
        revoke_tokens_of_code(code, client)
        text = "The code was used before, is unknown, or is another application's."
        raise InvalidGrantError(text, request=request)

    def validate_response_type(
        self,
        client_id: str,
        response_type: str,
        client: Any,
        request: Any,
        *args: Any,
        **kwargs: Any,
    ) -> bool:
        if response_type not in oauth2_settings.OAUTH2_RESPONSE_TYPES_SUPPORTED:
            raise UnsupportedResponseTypeError(request=request)
        return bool(client.redirect_uris)

    def validate_grant_type(
        self, client_id: str, grant_type: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """An application that is registered for the device grant may use codes as well if it has
        redirect URIs.
        """
        if grant_type == Application.GRANT_DEVICE_CODE:
            return may_use_device_codes(client)
        return grant_type == "refresh_token" or bool(client.redirect_uris)

    def validate_device_code(
        self, client_id: str, code: str, request: Any, *args: Any, **kwargs: Any
    ) -> str:
        """Return the state of a device code. If the user has allowed the application, the code is
        used by this. A code that was used just now gets the same tokens again, and one that comes
        later ends them, as in ``validate_code``.
        """
        now = timezone.now()
        grants = DeviceGrant.objects.filter(device_code=key_digest(code), client_id=client_id)
        grant = grants.first()
        if grant and grant.expires <= now:
            return DeviceCodeGrant.DEVICE_CODE_EXPIRED
        if grant and grant.status == DeviceGrant.DENIED:
            return DeviceCodeGrant.DEVICE_CODE_DENIED
        if grant and grant.status == DeviceGrant.AUTHORIZATION_PENDING:
            if device_grant_poll(grant, now=now):
                return DeviceCodeGrant.DEVICE_CODE_PENDING
            return DeviceCodeGrant.DEVICE_CODE_SLOW_DOWN
        lock_users(grants)
        deleted, _ = grants.filter(status=DeviceGrant.AUTHORIZED).delete()
        if grant and deleted:
            request.user, request.scopes = grant.user, grant.scope.split()
        elif given := find_just_given(code, request.client):
            request.user, request.scopes = given.user, given.access_token.scope.split()
            request.is_repeated = True
        else:
            revoke_tokens_of_code(code, request.client)
            text = "The device_code was used before, is unknown, or is another application's."
            raise InvalidGrantError(text, request=request)
        check_user(request)
        return DeviceCodeGrant.DEVICE_CODE_AUTHORIZED

    def validate_scopes(
        self,
        client_id: str,
        scopes: list[str],
        client: Any,
        request: Any,
        *args: Any,
        **kwargs: Any,
    ) -> bool:
        if unknown := [scope for scope in scopes if scope not in SCOPES]:
            raise InvalidScopeError(name_scopes("Unknown scopes", unknown), request=request)
        return True

    def is_within_original_scope(
        self, request_scopes: list[str], refresh_token: str, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Refuse scopes that the user has not granted: the library calls this for such ones."""
        granted = self.get_original_scopes(refresh_token, request).split()
        others = [scope for scope in request_scopes if scope not in granted]
        raise InvalidScopeError(name_scopes("Scopes not granted", others), request=request)

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        if client_id == WEB_CLIENT_ID:  # no native app: another port is another program
            return redirect_uri in request.client.redirect_uris.split()
        return bool(super().validate_redirect_uri(client_id, redirect_uri, request))

    def _create_refresh_token(
        self, request: Any, refresh_token_code: str, access_token: Any, previous: Any
    ) -> RefreshToken:
        token: RefreshToken = super()._create_refresh_token(
            request, refresh_token_code, access_token, previous
        )
        codes = {
            "authorization_code": request.code,
            Application.GRANT_DEVICE_CODE: request.device_code,
        }
        if code := codes.get(request.grant_type):
            token.token_family = family_of(code)
            token.save(update_fields=["token_family"])
            end_oldest_families(request.user, request.client)
        return token

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        lock_users(RefreshToken.objects.filter(token_checksum=key_digest(refresh_token)))
        if super().validate_refresh_token(refresh_token, client, request, *args, **kwargs):
            check_user(request)
            return True
        text = (
            "The refresh token was used before, has expired or was revoked, is unknown, or is "
            "another application's."
        )
        if RefreshToken.objects.filter(
            token_checksum=key_digest(refresh_token), application=client, revoked__isnull=False
        ).exists():
            text = "The refresh token was used before or revoked, and its successors have ended."
        raise InvalidGrantError(text, request=request)

    def _save_bearer_token(
        self, token: dict[str, Any], request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Save tokens as the library does, with two differences: a refresh token or device code
        that was spent just now gets the same tokens again, although only their digests are stored,
        and a replaced access token remains for as long.
        """
        spent = getattr(request, "refresh_token_instance", None)
        if getattr(request, "is_repeated", False) or (spent and spent.revoked is not None):
            repeat_answer(token, request)
            return
        if spent is None:
            super()._save_bearer_token(token, request, *args, **kwargs)
            return
        now = timezone.now()
        self._check_and_set_request_resource(request)
        if not RefreshToken.objects.filter(pk=spent.pk, revoked=None).update(
            revoked=now, updated=now
        ):
            raise InvalidGrantError("The refresh token was used before.", request=request)
        end = now + timedelta(seconds=oauth2_settings.REFRESH_TOKEN_GRACE_PERIOD_SECONDS)
        AccessToken.objects.filter(pk=spent.access_token_id, expires__gt=end).update(expires=end)
        expires = now + timedelta(seconds=token["expires_in"])
        access_token = self._create_access_token(expires, request, token, spent)
        self._create_refresh_token(request, token["refresh_token"], access_token, spent)

    def revoke_token(
        self, token: str, token_type_hint: str, request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Revoke the whole family of an application's token, also with a token that a refresh has
        just replaced: the application may not have received the new ones yet.
        """
        digest = key_digest(token)
        tokens = RefreshToken.objects.filter(
            Q(token_checksum=digest) | Q(access_token__token_checksum=digest),
            application=request.client,
        )
        lock_users(tokens)
        for family in tokens.values_list("token_family", flat=True):
            RefreshToken.revoke_family(family)


def find_just_given(device_code: str, client: Any) -> RefreshToken | None:
    """Return the first refresh token that an application was given for a device code, if that was
    just now and it was neither used nor revoked since. Locks its user.
    """
    digest = key_digest(key_derive(REFRESH_MARK, device_code))
    tokens = RefreshToken.objects.filter(token_checksum=digest, application=client)
    lock_users(tokens)
    since = timezone.now() - timedelta(seconds=oauth2_settings.REFRESH_TOKEN_GRACE_PERIOD_SECONDS)
    return tokens.filter(revoked=None, access_token__isnull=False, created__gt=since).first()


def repeat_answer(token: dict[str, Any], request: Any) -> None:
    """Give ``token`` the scope and the remaining life of the stored access token with its text.
    Raises InvalidGrantError if none is stored.
    """
    digest = key_digest(token["access_token"])
    given = AccessToken.objects.filter(token_checksum=digest).first()
    if given is None:  # with another SECRET_KEY
        raise InvalidGrantError("It was used before.", request=request)
    token["scope"] = given.scope
    token["expires_in"] = max(0, int((given.expires - timezone.now()).total_seconds()))


def check_user(request: Any) -> None:
    """Raise InvalidGrantError if the user of the request is inactive or banned. Applications do not
    learn which.
    """
    user = request.user
    if not user.is_active or is_user_banned(user, now=timezone.now()):
        raise InvalidGrantError("The user's authorization is not in force.", request=request)


def end_oldest_families(user: Any, application: Any) -> None:
    """End the families of an application beyond the limit: those that were refreshed least
    recently.

    Their rows are deleted at once: nobody uses them again, and page loads would pile them up until
    the daily purge deletes them after 90 days.
    """
    live = refreshes_live(user=user, now=timezone.now()).filter(
        application=application, token_family__isnull=False
    )
    newest_first = live.order_by("-created", "-id").values_list("token_family", flat=True)
    for family in newest_first[FAMILIES_MAX:]:
        RefreshToken.revoke_family(family)
        RefreshToken.objects.filter(
            user=user, application=application, token_family=family
        ).delete()


def revoke_tokens_of_code(code: str, client: Any) -> None:
    """Revoke the tokens that an application was given for a code, and all refreshed ones."""
    family = family_of(code)
    tokens = RefreshToken.objects.filter(token_family=family, application=client)
    lock_users(tokens)
    if tokens.exists():
        RefreshToken.revoke_family(family)
