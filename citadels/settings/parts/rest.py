"""REST framework and the OpenAPI description."""

from __future__ import annotations

from typing import Any

from citadels.settings.parts.environment import env
from core.paths import DOCS

TEST_RATES = False
"""True if a request may name its own rate limit, `X-Test-Rate: 2/min`. On one machine only,
where it takes nothing from others.
"""
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.authentication.BearerTokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.permissions.HasScope"],
    "DEFAULT_RENDERER_CLASSES": ["core.api.json.OrjsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.api.body_limits.OrjsonParser"],
    "DEFAULT_PAGINATION_CLASS": "core.api.pagination.CursorPagination",
    "DEFAULT_SCHEMA_CLASS": "core.api.openapi_hooks.EndpointSchema",
    "DEFAULT_THROTTLE_CLASSES": ["core.api.throttles.RateLimitThrottle"],
    # By user, or by address for anonymous clients. Empty: unlimited.
    "DEFAULT_THROTTLE_RATES": {
        "read": env.str("THROTTLE_READ", default="600/min"),
        "anonymous": env.str("THROTTLE_ANONYMOUS", default="120/min"),
        "avatars": env.str("THROTTLE_AVATARS", default="600/min"),
        "images": env.str("THROTTLE_IMAGES", default="30/min"),
        "records": env.str("THROTTLE_RECORDS", default="30/min"),
        "schema": env.str("THROTTLE_SCHEMA", default="30/min"),
        "write": env.str("THROTTLE_WRITE", default="120/min"),
        "command": env.str("THROTTLE_COMMAND", default="240/min"),
        "games_create": env.str("THROTTLE_GAMES_CREATE", default="60/min"),
        "messages": env.str("THROTTLE_MESSAGES", default="30/min"),
        "webhooks": env.str("THROTTLE_WEBHOOKS", default="60/hour"),
        "login": env.str("THROTTLE_LOGIN", default="20/min"),
        "register": env.str("THROTTLE_REGISTER", default="20/hour"),
        "guests": env.str("THROTTLE_GUESTS", default="20/hour"),
        "devices": env.str("THROTTLE_DEVICES", default="60/hour"),
        "applications": env.str("THROTTLE_APPLICATIONS", default="20/hour"),
        "emails": env.str("THROTTLE_EMAILS", default="10/hour"),
        "votes": env.str("THROTTLE_VOTES", default="30/hour"),
        "offers": env.str("THROTTLE_OFFERS", default="30/hour"),
        "reports": env.str("THROTTLE_REPORTS", default="20/hour"),
        "staff": env.str("THROTTLE_STAFF", default="60/min"),
    },
    # The number of trusted proxies, for the client's address.
    "NUM_PROXIES": env.int("NUM_PROXIES", default=0),
    "DEFAULT_METADATA_CLASS": None,  # nothing answers OPTIONS; the OpenAPI description says more
    "EXCEPTION_HANDLER": "core.api.handler.problem_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "TEST_REQUEST_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Citadels, a game server",
    "DESCRIPTION": (
        "Play slow games over HTTP. A client needs no rules of its own: whenever a seat has to "
        "decide, the game names the open decision and lists every legal option; a command "
        "answers it. Errors are problems (RFC 9457) with a stable `code`. Every reply has the "
        "headers `X-Request-ID`, `RateLimit-Policy` and `RateLimit`; every GET has an `ETag`."
    ),
    "VERSION": "1",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "EXTERNAL_DOCS": {"description": "Guides, and the details of everything", "url": DOCS},
    "SERVERS": [{"url": "/", "description": "The service that this description comes from."}],
    "TAGS": [
        {"name": "start", "description": "Where to begin."},
        {"name": "auth", "description": "Registration, log-in, tokens."},
        {"name": "me", "description": "Your account, inbox, settings, invitations, webhooks."},
        {"name": "rulesets", "description": "What can be played. No token is needed."},
        {"name": "games", "description": "Games: the lobby, play, the table, the record."},
        {"name": "puzzles", "description": "Decisions with one clearly best option."},
        {"name": "streams", "description": "Server-sent events."},
        {"name": "users", "description": "Other users as everybody sees them."},
        {"name": "reports", "description": "Reports to the moderators."},
        {"name": "webhooks", "description": "Calls of your own URLs (Standard Webhooks)."},
    ],
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"persistAuthorization": True, "displayOperationId": False},
    "ENUM_NAME_OVERRIDES": {
        "ChatRoom": "games.models.message.Room",
        "EmailMode": "notifications.models.preference.Mode",
        "HiddenParts": ["as_it_was", "redealt"],
        "OrderFallback": ["ask", "stop"],
        "PaceKind": "games.clocks.paces.KIND_NAMES",
        "ReportCategory": "moderation.models.report.Category",
        "ReportSubject": "moderation.models.report.About",
        "Visibility": "games.models.game.Visibility",
        "VoteKind": "games.models.vote.VoteKind",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "core.api.schema.add_problems",
        "core.api.schema.empty_is_left_out",
        "games.play.api.openapi.add_game_schemas",
        "games.streams.api.add_stream_messages",
        "core.api.openapi_types.describe_growth",
        "core.api.openapi_types.close_bodies",
        "core.api.openapi_types.split_nullable_enums",
        "notifications.api.openapi.add_webhooks",
        "core.api.openapi_hooks.add_shared_headers",
        "core.api.examples.add_examples",
        "core.api.code_samples.add_code_samples",
        "core.api.openapi_hooks.share_components",
        "core.api.docs_links.link_docs_in_schema",
    ],
}
