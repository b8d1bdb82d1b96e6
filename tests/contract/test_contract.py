"""Schemathesis reads the description of the API and tries to catch the service at breaking it:
5xx, statuses, types, headers and documents that are not described, wrong requests that pass,
requests without a token that pass, things that are there after they were deleted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings
from schemathesis import Case, Response

from accounts.models import User
from tests.contract.described import ONE_BY_ONE, SEED, STORIES, description, status_is_listed
from tests.contract.world import World, undone, world_made

schema = description()
pytestmark = pytest.mark.slow


@pytest.fixture
def world(
    alice: User,
    bob: User,
    charlie: User,
    toy: None,
    record_property: Callable[[str, object], None],
) -> World:
    record_property("contract_seed", SEED)
    return world_made(alice, bob, charlie)


@schema.parametrize()
@settings(ONE_BY_ONE)
def test_every_operation_does_what_is_described(case: Case, world: World) -> None:
    world.place(case)
    with undone():
        case.call_and_validate(headers=world.headers, additional_checks=[status_is_listed])


def test_stories_of_operations_do_what_is_described(world: World) -> None:
    """What one operation answers is what the next one asks about."""
    machine: type[Any] = schema.as_state_machine()

    class Stories(machine):
        def setup(self) -> None:
            self.undone = undone()
            self.undone.__enter__()

        def teardown(self) -> None:
            self.undone.__exit__(None, None, None)

        def get_call_kwargs(self, case: Case) -> dict[str, Any]:
            return {"headers": world.headers}

        def validate_response(self, response: Response, case: Case, **kwargs: Any) -> None:
            case.validate_response(  # as the tool does it, but it has to know whose token it sent
                response,
                headers=world.headers,
                additional_checks=[status_is_listed],
                transport_kwargs=kwargs,
                recorder=self.recorder,
            )

    Stories.run(settings=STORIES)
