"""What the service says of itself, as schemathesis reads it.

CONTRACT_SEED and CONTRACT_EXAMPLES say otherwise how it is tried: `CONTRACT_SEED=random` tries
other requests each time.
"""

from __future__ import annotations

import os
from random import SystemRandom

import schemathesis
from django.core.wsgi import get_wsgi_application
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, settings
from schemathesis import Case, CheckContext, Response

SEED = os.environ.get("CONTRACT_SEED", "1")
SEED = str(SystemRandom().getrandbits(32)) if SEED == "random" else SEED
EXAMPLES = int(os.environ.get("CONTRACT_EXAMPLES", "4"))
"""For each operation, besides those at the bounds of all that is described."""
STORIES = settings(
    max_examples=5 * EXAMPLES,
    stateful_step_count=8,
    database=None,
    suppress_health_check=list(HealthCheck),
)
ONE_BY_ONE = settings(STORIES, max_examples=EXAMPLES)

# A request that fits its description may still be refused for what it asks: an illegal choice
# (422), a spent token (410), a lock-out by earlier guesses at a password (429).
REFUSALS = ["2xx", "3xx", "401", "403", "404", "409", "410", "422", "429"]
CONFIG = schemathesis.Config.from_dict(
    {
        "seed": int(SEED),
        "checks": {"positive_data_acceptance": {"expected-statuses": REFUSALS}},
    }
)
# What may come of any request whatever it asks; all else each operation lists.
OF_ANY = (400, 405, 406, 413, 415, 429)


def description() -> schemathesis.BaseSchema:
    """The description, and the service in this process behind it."""
    document = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    schema = schemathesis.openapi.from_dict(document, config=CONFIG)
    schema.app = get_wsgi_application()
    return schema


def status_is_listed(context: CheckContext, response: Response, case: Case) -> None:
    """`default` stands for every status; here each operation has to list its own."""
    listed = case.operation.definition.raw["responses"]
    status = response.status_code
    assert str(status) in listed or status in OF_ANY, f"{status} is not among {sorted(listed)}"
