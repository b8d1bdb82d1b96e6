"""Samples of the most used operations in several languages (``x-codeSamples``)."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from django.conf import settings

OPERATIONS = (
    "auth_register",
    "auth_token_issue",
    "ruleset_list",
    "ruleset_cards",
    "game_list",
    "game_create",
    "game_join",
    "game_start",
    "game_view",
    "game_command",
    "game_events",
    "game_message_post",
    "me_turns",
    "me_games",
    "stream_open",
)
PARAMETER = re.compile(r"{(\w+)}")


class Language(NamedTuple):
    """How a request is written in a language.

    ``text`` is the sample. It has ``token`` in it if the operation takes one, and ``body`` with the
    JSON of the example if it has a body, ``no_body`` otherwise.
    """

    label: str
    name: str
    token: str
    body: str
    text: str
    no_body: str = ""


LANGUAGES = (
    Language(
        "curl",
        "Shell",
        ' \\\n  -H "Authorization: Bearer $TOKEN"',
        " \\\n  -H \"Content-Type: application/json\" \\\n  -d '%s'",
        'curl -X %(method)s "%(url)s"%(token)s%(body)s\n',
    ),
    Language(
        "Python",
        "Python",
        'request.add_header("Authorization", "Bearer " + os.environ["TOKEN"])\n',
        'request.add_header("Content-Type", "application/json")\nrequest.data = b\'%s\'\n',
        "import os\nimport urllib.request\n\n"
        'request = urllib.request.Request("%(url)s", method="%(method)s")\n'
        "%(token)s%(body)s"
        "with urllib.request.urlopen(request) as reply:\n    print(reply.read().decode())\n",
    ),
    Language(
        "JavaScript",
        "JavaScript",
        '    "Authorization": "Bearer " + process.env.TOKEN,\n',
        '    "Content-Type": "application/json",\n  },\n  body: JSON.stringify(%s),\n',
        'const reply = await fetch("%(url)s", {\n  method: "%(method)s",\n  headers: {\n'
        "%(token)s%(body)s});\nconsole.log(await reply.text());\n",
        no_body="  },\n",
    ),
    Language(
        "Ruby",
        "Ruby",
        'request["Authorization"] = "Bearer " + ENV["TOKEN"]\n',
        'request["Content-Type"] = "application/json"\nrequest.body = \'%s\'\n',
        'require "net/http"\n\nuri = URI("%(url)s")\n'
        'request = Net::HTTPGenericRequest.new("%(method)s", %(has_body)s, true, uri)\n'
        "%(token)s%(body)s"
        'reply = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|\n'
        "  http.request(request)\nend\nputs reply.body\n",
    ),
    Language(
        "PHP",
        "PHP",
        '    "Authorization: Bearer " . getenv("TOKEN"),\n',
        '    "Content-Type: application/json",\n  ],\n  "content" => \'%s\',\n',
        '<?php\n$options = ["http" => [\n  "method" => "%(method)s",\n  "header" => [\n'
        '%(token)s%(body)s]];\necho file_get_contents("%(url)s", false, '
        "stream_context_create($options));\n",
        no_body="  ],\n",
    ),
)
"""JSON is a literal in JavaScript, and text in the others. Where the headers are a list, ``body``
and ``no_body`` end it.
"""


def add_code_samples(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add samples for the service at PUBLIC_URL to the operations above."""
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            if isinstance(operation, dict) and operation.get("operationId") in OPERATIONS:
                operation["x-codeSamples"] = [
                    sample(language, method.upper(), path, operation) for language in LANGUAGES
                ]
    return result


def sample(language: Language, method: str, path: str, operation: dict[str, Any]) -> dict[str, str]:
    """Return the sample of an operation in a language. ``GAME_ID`` and the like stand for what the
    path needs.
    """
    body = example_of(operation)
    source = language.text % {
        "method": method,
        "url": settings.PUBLIC_URL + PARAMETER.sub(lambda found: found[1].upper(), path),
        "token": language.token if any(operation.get("security", ())) else "",
        "body": language.no_body if body is None else language.body % body,
        "has_body": "false" if body is None else "true",
    }
    return {"lang": language.name, "label": language.label, "source": source}


def example_of(operation: dict[str, Any]) -> str | None:
    """Return the example of the body as JSON, or None without a body."""
    if "requestBody" not in operation:
        return None
    content = operation["requestBody"]["content"]["application/json"]
    example = next(iter(content["examples"].values()))["value"]
    return json.dumps(example).replace("'", r"\u0027")  # it ends no string
