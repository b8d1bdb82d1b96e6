"""The fit of the draft finds what there is to find, and says where its weights come from."""

from __future__ import annotations

import json
from hashlib import blake2b
from random import Random

import numpy as np

from bench.arena import ACCEPTANCE, TRAINING, TUNING, seed_of
from bench.train_bots import FILE, NAMES, Data, Kept, fit_weights, losses_of, table_of
from engine.citadels.bots.draft_features import OWN, PUBLIC
from engine.citadels.pools import CHARACTER_RANKS
from engine.citadels.presets import PRESETS

DRAFT = json.loads(FILE.read_text())


def make_choice(number: int) -> Kept:
    """A choice of one of two characters: with the second fact the first one, mostly."""
    rng = Random(number)
    fact = rng.random()
    row = [1.0, fact, *[0.0] * (len(OWN) - 2)]
    chosen = int(rng.random() > 0.1) if fact < 0.5 else int(rng.random() < 0.1)
    return Kept(held_out=False, names=[0, 1], rows=[row, row], chosen=chosen, before=1.0)


def test_the_fit_finds_on_what_a_choice_depends() -> None:
    taught, held_out = (
        [make_choice(n) for n in range(400)],
        [make_choice(n) for n in range(400, 500)],
    )
    weights = {
        which: fit_weights(Data(taught, columns), columns)
        for which, columns in (("public", len(PUBLIC)), ("own", len(OWN)))
    }
    slope = weights["public"][:, 1]
    assert slope[0] > 0 > slope[1]
    assert not np.any(weights["public"][2:]), "nothing is known of the other characters"
    losses = losses_of(held_out, weights)
    assert losses["public"] < 0.8 * losses["even"]


def test_the_seeds_of_training_tuning_and_acceptance_have_none_in_common() -> None:
    seeds = [
        seed_of(name, block) for name in (TRAINING, TUNING, ACCEPTANCE) for block in range(500)
    ]
    assert len(set(seeds)) == len(seeds)


def test_training_meets_every_character_and_every_number_of_players() -> None:
    tables = [table_of(number) for number in range(300)]
    assert {seats for seats, _ in tables} == set(range(2, 9))
    assert {options.get("preset") for _, options in tables} >= set(PRESETS)
    assert any(options.get("edition") == "classic" for _, options in tables)


def test_the_weights_say_where_they_come_from() -> None:
    numbers = {which: DRAFT[which] for which in ("public", "own")}
    digest = blake2b(json.dumps(numbers, sort_keys=True).encode(), digest_size=8).hexdigest()
    assert DRAFT["digest"] == digest, "the weights were changed by hand"
    assert DRAFT["seeds"] == TRAINING
    assert DRAFT["matches"] > 0 < DRAFT["choices"]


def test_every_published_character_has_weights_that_beat_an_even_choice() -> None:
    for which, facts in (("public", PUBLIC), ("own", OWN)):
        assert set(DRAFT[which]) == set(CHARACTER_RANKS) <= set(NAMES)
        assert all(len(row) == len(facts) for row in DRAFT[which].values())
    losses = DRAFT["held_out"]
    assert losses["own"] < losses["public"] < losses["even"]
