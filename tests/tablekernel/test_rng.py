"""Randomness: anyone can compute it again from the published algorithm, and it is fair."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from itertools import permutations

from tablekernel.rng import compute_draw, pick, pick_folded, picks, shuffle, unfold
from tablekernel.state import State

SEED = bytes(range(32))
# Published in docs/randomness.md: the first eight bytes of the draws 0, 1, 2 and 256 of SEED.
VECTORS = {
    0: "9212bc97156556f6",
    1: "4e06705d5f4e5a77",
    2: "6f8b8d17a2e7f4ed",
    256: "64cdb5197373f62f",
}


def listening(seed: bytes = SEED) -> State:
    state = State(seed)
    state.chance = []
    return state


def test_draws_are_those_that_are_published() -> None:
    for number, start in VECTORS.items():
        assert compute_draw(SEED, number).to_bytes(64, "big")[:8].hex() == start


def test_a_draw_is_the_keyed_hash_of_its_number() -> None:
    expected = blake2b(b"\x00\x00\x00\x00\x00\x00\x00\x07", key=SEED, digest_size=64).digest()
    assert compute_draw(SEED, 7).to_bytes(64, "big") == expected


def test_shuffles_and_picks_are_those_that_are_published() -> None:
    state = listening()
    assert shuffle(state, bytes(range(10))).hex() == "09030607080405020001"
    assert picks(state, (10, 9, 8)) == [0, 1, 3]
    assert pick(state, 6) == 5
    assert state.draws == 3


def test_each_shuffle_spends_one_draw_as_a_mixed_radix_number() -> None:
    number, pool = compute_draw(SEED, 0), list(range(5))
    for place in range(5):
        number, skip = divmod(number, 5 - place)
        pool[place], pool[place + skip] = pool[place + skip], pool[place]
    assert list(shuffle(State(SEED), bytes(range(5)))) == pool


def test_a_shuffle_keeps_every_item_and_leaves_the_original_alone() -> None:
    items = bytes([3, 3, 1, 2, 200])
    assert sorted(shuffle(State(SEED), items)) == sorted(items)
    assert items == bytes([3, 3, 1, 2, 200])


def test_what_chance_gave_is_noted_while_somebody_listens() -> None:
    state = listening()
    everything = shuffle(state, b"\x00\x01\x02\x03")
    numbers = picks(state, (4, 3))
    assert state.chance == [everything.hex(), numbers]
    deaf = State(SEED)
    assert (shuffle(deaf, b"\x00\x01\x02\x03"), picks(deaf, (4, 3))) == (everything, numbers)
    assert deaf.chance is None


def test_picks_as_one_number_are_the_same_picks() -> None:
    sizes = (7, 6, 8)
    for draw in range(50):
        apart, folded = listening(), listening()
        apart.draws = folded.draws = draw
        number = pick_folded(folded, sizes, 7 * 6 * 8)
        assert 0 <= number < 7 * 6 * 8
        assert unfold(number, sizes) == picks(apart, sizes)
        assert (folded.chance, folded.draws) == (apart.chance, draw + 1)


def test_all_orders_are_about_equally_likely() -> None:
    state, runs = State(SEED), 6000
    seen = Counter(shuffle(state, b"abc") for _ in range(runs))
    assert set(seen) == {bytes(order) for order in permutations(b"abc")}
    chi_square = sum((count - runs / 6) ** 2 / (runs / 6) for count in seen.values())
    assert chi_square < 20.5  # 5 degrees of freedom: one fair seed in a thousand exceeds this


def test_all_picks_are_about_equally_likely() -> None:
    state, runs = State(SEED), 8000
    seen = Counter(pick(state, 8) for _ in range(runs))
    chi_square = sum((count - runs / 8) ** 2 / (runs / 8) for count in seen.values())
    assert chi_square < 24.3  # 7 degrees of freedom: one fair seed in a thousand exceeds this


def test_other_seeds_give_other_shuffles() -> None:
    orders = {shuffle(State(bytes([n]) * 32), bytes(range(20))) for n in range(50)}
    assert len(orders) == 50
