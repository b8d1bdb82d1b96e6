"""REST framework and the description of the API."""

from __future__ import annotations

import os
from typing import Any

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.authentication.BearerTokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.permissions.HasScope"],
    "DEFAULT_RENDERER_CLASSES": ["citadels.api.json.OrjsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["citadels.api.bodies.OrjsonParser"],
    "DEFAULT_PAGINATION_CLASS": "citadels.api.pagination.CursorPagination",
    "DEFAULT_SCHEMA_CLASS": "citadels.api.conventions.Described",
    "DEFAULT_THROTTLE_CLASSES": ["citadels.api.throttles.BucketThrottle"],
    # By user, or by address where nobody is signed in; empty: as often as they like.
    "DEFAULT_THROTTLE_RATES": {
        "read": os.environ.get("THROTTLE_READ", "600/min"),
        "write": os.environ.get("THROTTLE_WRITE", "120/min"),
        "command": os.environ.get("THROTTLE_COMMAND", "240/min"),
        "games_create": os.environ.get("THROTTLE_GAMES_CREATE", "60/min"),
        "messages": os.environ.get("THROTTLE_MESSAGES", "30/min"),
        "webhooks": os.environ.get("THROTTLE_WEBHOOKS", "60/hour"),
        "login": os.environ.get("THROTTLE_LOGIN", "20/min"),
        "register": os.environ.get("THROTTLE_REGISTER", "20/hour"),
        "letters": os.environ.get("THROTTLE_LETTERS", "10/hour"),
        "links": os.environ.get("THROTTLE_LINKS", "60/hour"),
        "votes": os.environ.get("THROTTLE_VOTES", "30/hour"),
        "offers": os.environ.get("THROTTLE_OFFERS", "30/hour"),
    },
    # How many proxies in front may be believed about the client's address.
    "NUM_PROXIES": int(os.environ.get("NUM_PROXIES", "0")),
    "DEFAULT_METADATA_CLASS": None,  # nothing answers OPTIONS: the schema says more
    "EXCEPTION_HANDLER": "citadels.api.handler.problem_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "TEST_REQUEST_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}

TOKEN_SECONDS = float(os.environ.get("TOKEN_SECONDS", "3"))
"""How old may be what is known of a token, for the views that are asked all day; 0: always new."""

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Citadels: games as a service",
    "DESCRIPTION": (
        "Play slow games over HTTP. A client needs no rules of its own: whenever a seat has to "
        "decide, the match names the open decision and lists every legal option; a command "
        "answers it. Errors are problems (RFC 9457) with a stable `code`."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"persistAuthorization": True, "displayOperationId": False},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "citadels.api.schema.add_problems",
        "citadels.api.schema.empty_is_left_out",
        "citadels.api.conventions.add_conventions",
        "citadels.api.examples.add_examples",
    ],
}
