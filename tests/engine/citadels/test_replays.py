"""What the kept matches of Citadels show; that they replay is told in ``tests/engine``."""

from __future__ import annotations

from engine.citadels.coverage import count_effects, parts
from engine.citadels.pools import PUBLISHED
from engine.citadels.presets import PRESETS
from engine.citadels.setup import find_card_set
from tablekernel import registry
from tests.engine.test_replays import FOLDERS, read

REPLAYS = sorted(FOLDERS["citadels"].glob("*.json"))


def test_there_are_matches_of_every_printed_list_the_classic_edition_and_own_lists() -> None:
    records = [read(path) for path in REPLAYS]
    assert {record["options"]["preset"] for record in records} == {*PRESETS, "custom", "surprise"}
    assert {record["options"]["edition"] for record in records} == {"2016", "classic"}
    assert {record["seats"] for record in records} >= {2, 3, 4, 5, 6, 8}


def test_there_are_matches_of_every_version() -> None:
    versions = {ruleset.version for ruleset in registry.list_versions("citadels")}
    assert {read(path)["rules_version"] for path in REPLAYS} == versions


def test_together_they_show_every_part_of_every_card() -> None:
    with count_effects() as hits:
        for path in REPLAYS:
            find_card_set.cache_clear()
            record = read(path)
            seed = bytes.fromhex(record["seed"])
            rules = registry.ruleset(record["ruleset"], record["rules_version"]).rules
            state, _ = rules.start(record["options"], record["seats"], seed)
            for move in record["moves"]:
                rules.play(state, move["seat"], move["choice"])
    assert [part for part in parts() if part[0] in PUBLISHED and not hits[part]] == []
