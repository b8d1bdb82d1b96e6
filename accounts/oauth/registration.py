"""Applications that register themselves, without an account (RFC 7591)."""

from __future__ import annotations

from typing import IO, Any, cast

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from oauth2_provider.models import Application
from oauth2_provider.views.dynamic_client_registration import DynamicClientRegistrationView
from rest_framework import serializers
from rest_framework.exceptions import ParseError, ValidationError

from accounts.api.serializers.applications import NAME_LENGTH, URI_LENGTH, URIS
from accounts.client_info import address_of
from accounts.oauth.errors import as_description
from accounts.services.applications import application_register_itself
from core.api.body_limits import OrjsonParser
from core.api.throttles import rate_limit_check
from core.errors import Invalid
from core.visible_text import validate_line

APPLICATIONS = "applications"
"""The rate limit of registrations by address."""
CODE, DEVICE, REFRESH = "authorization_code", Application.GRANT_DEVICE_CODE, "refresh_token"


class ClientMetadata(serializers.Serializer[dict[str, Any]]):
    """What an application says about itself. Everything else is ignored."""

    client_name = serializers.CharField(max_length=NAME_LENGTH, validators=[validate_line])
    redirect_uris = serializers.ListField(
        child=serializers.CharField(max_length=URI_LENGTH), default=list, max_length=URIS
    )
    grant_types = serializers.ListField(
        child=serializers.ChoiceField([CODE, DEVICE, REFRESH]), default=lambda: [CODE]
    )
    response_types = serializers.ListField(
        child=serializers.ChoiceField(["code"]), default=lambda: ["code"]
    )
    token_endpoint_auth_method = serializers.ChoiceField(["none"], default="none")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check the lists together. Without codes, redirect URIs are of no use."""
        if CODE not in attrs["grant_types"]:
            attrs["redirect_uris"] = []
            if DEVICE not in attrs["grant_types"]:
                error = f"Has to contain {CODE} or {DEVICE}."
                raise serializers.ValidationError({"grant_types": [error]})
        elif not attrs["redirect_uris"]:
            error = f"The grant type {CODE} needs a redirect URI."
            raise serializers.ValidationError({"redirect_uris": [error]})
        return attrs


class RegistrationEndpoint(DynamicClientRegistrationView):
    """Registers public applications for anybody. The library's view is for users with an account,
    and gives tokens to change the registration.
    """

    http_method_names = ("post",)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        rate_limit_check(APPLICATIONS, address_of(request))
        if request.content_type != OrjsonParser.media_type:
            return refusal("body", f"Send it as {OrjsonParser.media_type}.")
        try:
            data = OrjsonParser().parse(cast(IO[bytes], request))
            serializer = ClientMetadata(data=data)
            serializer.is_valid(raise_exception=True)
            metadata = serializer.validated_data
            device = DEVICE in metadata["grant_types"]
            application = application_register_itself(
                name=metadata["client_name"],
                redirect_uris=metadata["redirect_uris"],
                device=device,
            )
        except ParseError as error:
            return refusal("body", error.detail)
        except ValidationError as error:
            return refusal(*first_error(error.detail))
        except Invalid as error:
            first = error.extras["errors"][0]
            return refusal(first["pointer"].split("/")[1], first["detail"])
        uris = application.redirect_uris.split()
        document = {
            "client_id": application.client_id,
            "client_id_issued_at": int(timezone.now().timestamp()),
            "client_name": application.name,
            "redirect_uris": uris,
            "grant_types": [*([CODE] if uris else []), *([DEVICE] if device else []), REFRESH],
            "response_types": ["code"] if uris else [],
            "token_endpoint_auth_method": "none",
        }
        return JsonResponse(document, status=201)


def first_error(detail: Any, field: str = "body") -> tuple[str, object]:
    """Return the first error of a serializer, and the member that it is about."""
    while isinstance(detail, dict | list):
        if isinstance(detail, dict):
            name, detail = next(iter(detail.items()))
            field = name if field == "body" and isinstance(name, str) else field
        else:
            detail = detail[0]
    return field, detail


def refusal(field: str, detail: object) -> JsonResponse:
    """Return the error about one member (RFC 7591, 3.2.2)."""
    uris = field == "redirect_uris"
    error = "invalid_redirect_uri" if uris else "invalid_client_metadata"
    text = as_description(f"{field}: {detail}")
    return JsonResponse({"error": error, "error_description": text}, status=400)
