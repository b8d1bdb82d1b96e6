"""Cards are found in their files, and a wrong number, rank or name is refused at import."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.citadels import card_files
from engine.citadels.all_cards import collect
from engine.citadels.card_files import find_characters, find_districts
from engine.citadels.cards import CardError
from engine.citadels.characters import CHARACTERS
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import BASIC
from engine.citadels.text.en.events import EVENTS

DISTRICT = """
from engine.citadels.cards import District

class {cls}(District):
    name = "{name}"
    number = {number}
    title = "A title"
    text = "A text."
    cost = 1
"""
CHARACTER = """
from engine.citadels.cards import Character

class {cls}(Character):
    name = "{name}"
    rank = {rank}
    title = "A title"
    text = "A text."
"""


class Package:
    """A package of cards in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "__init__.py").touch()

    def add(self, file: str, text: str) -> None:
        (self.folder / f"{file}.py").write_text(text)

    def district(self, name: str, number: int, file: str = "", more: str = "") -> None:
        cls = (file or name).title().replace("_", "")
        self.add(file or name, DISTRICT.format(cls=cls, name=name, number=number) + more)

    def character(self, name: str, rank: int) -> None:
        self.add(name, CHARACTER.format(cls=name.title().replace("_", ""), name=name, rank=rank))


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    """A package without published cards, and tables that know only the basic districts."""
    folder = tmp_path / "own_cards"
    folder.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    basic = [name for name, *_ in BASIC]
    monkeypatch.setattr(card_files, "NUMBER_OF", {name: basic.index(name) for name in basic})
    monkeypatch.setattr(card_files, "RANK_OF", {})
    monkeypatch.setattr(card_files, "DISTRICT_NAMES", basic + [""] * (128 - len(basic)))
    monkeypatch.setattr(card_files, "DISTRICT_NUMBERS", {})
    monkeypatch.setattr(card_files, "CHARACTER_RANKS", {})
    yield Package(folder)
    for name in [name for name in sys.modules if name.partition(".")[0] == "own_cards"]:
        del sys.modules[name]


def districts(package: Package) -> list[str]:
    return [*find_districts("own_cards", [str(package.folder)])]


def characters(package: Package) -> list[str]:
    return [*find_characters("own_cards", [str(package.folder)])]


def test_every_file_of_the_packages_is_a_card() -> None:
    for package, cards in (("districts", DISTRICTS), ("characters", CHARACTERS)):
        folder = Path(card_files.__file__).parent / package
        assert {path.stem for path in folder.glob("[!_]*.py")} == set(cards)


def test_districts_are_listed_by_number_and_characters_by_rank(package: Package) -> None:
    package.district("zoo", 47)
    package.district("aviary", 48)
    assert districts(package) == ["zoo", "aviary"]
    for path in package.folder.glob("[!_]*.py"):
        path.unlink()
    package.character("usher", 8)
    package.character("envoy", 8)
    package.character("warden", 2)
    assert characters(package) == ["warden", "envoy", "usher"]


def test_one_number_for_two_districts_is_an_error_that_names_both(package: Package) -> None:
    package.district("zoo", 47)
    package.district("aviary", 47)
    with pytest.raises(CardError, match=r"own_cards/zoo.py and own_cards/aviary.py .* number, 47"):
        districts(package)


@pytest.mark.parametrize("number", [-1, 16, 81])
def test_a_number_is_one_of_a_unique_district(package: Package, number: int) -> None:
    package.district("zoo", number)
    with pytest.raises(CardError, match=rf"zoo.py: the number is {number}; .* are 17 to 80"):
        districts(package)


@pytest.mark.parametrize("rank", [0, 10])
def test_a_rank_is_from_1_to_9(package: Package, rank: int) -> None:
    package.character("usher", rank)
    with pytest.raises(CardError, match=rf"usher.py: the rank is {rank}; ranks are 1 to 9"):
        characters(package)


def test_the_number_of_a_published_district_never_changes(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_files, "DISTRICT_NUMBERS", {"zoo": 47})
    package.district("zoo", 48)
    with pytest.raises(CardError, match=r"zoo.py has the number 48. .*pools.py has 47"):
        districts(package)


def test_the_rank_of_a_published_character_never_changes(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_files, "CHARACTER_RANKS", {"usher": 1})
    package.character("usher", 2)
    with pytest.raises(CardError, match=r"usher.py has the rank 2. .*pools.py has 1"):
        characters(package)


def test_a_published_card_stays(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_files, "DISTRICT_NUMBERS", {"zoo": 47})
    with pytest.raises(CardError, match=r"own_cards/zoo.py is missing. .*pools.py has this card"):
        districts(package)


def test_a_copy_that_kept_its_name_is_an_error(package: Package) -> None:
    package.district("statue", 47, file="zoo")
    with pytest.raises(
        CardError, match=r"zoo.py: the name is 'statue', and that of the file 'zoo'"
    ):
        districts(package)


def test_a_file_without_its_card_is_an_error(package: Package) -> None:
    package.add("zoo", "")
    with pytest.raises(CardError, match=r"zoo.py: it has no class Zoo that is a District"):
        districts(package)


def test_a_misspelled_hook_is_an_error(package: Package) -> None:
    package.district("zoo", 47, more="    def on_destroied(self, match, seat): ...")
    with pytest.raises(
        CardError, match=r"zoo.py: cards have no on_destroied; the nearest is on_destroyed"
    ):
        districts(package)


def test_a_hook_with_other_parameters_is_an_error(package: Package) -> None:
    package.district("zoo", 47, more="    def score(self, match, city): ...")
    expected = r"\(self, match, seat, city\)"
    with pytest.raises(CardError, match=rf"zoo.py: the parameters of score are {expected}"):
        districts(package)


def test_a_hook_of_the_other_kind_is_an_error(package: Package) -> None:
    package.district("zoo", 47, more="    def on_built(self, match, seat, turn): ...")
    with pytest.raises(CardError, match=r"zoo.py: on_built is a hook of characters only"):
        districts(package)


def test_a_misspelled_attribute_is_an_error(package: Package) -> None:
    package.district("zoo", 47, more="    copeis = 2")
    with pytest.raises(CardError, match=r"zoo.py: cards have no copeis; the nearest is copies"):
        districts(package)


@pytest.mark.parametrize("attribute", ["name", "title", "text", "number", "cost"])
def test_what_every_card_says_may_not_be_missing(package: Package, attribute: str) -> None:
    text = DISTRICT.format(cls="Zoo", name="zoo", number=47)
    kept = [line for line in text.splitlines() if not line.strip().startswith(f"{attribute} =")]
    package.add("zoo", "\n".join(kept))
    with pytest.raises(CardError, match=rf"zoo.py: Zoo has no {attribute}"):
        districts(package)


def test_a_number_is_no_text(package: Package) -> None:
    package.add("zoo", DISTRICT.format(cls="Zoo", name="zoo", number="'47'"))
    with pytest.raises(CardError, match=r"zoo.py: the number cannot be '47'"):
        districts(package)


def test_other_modules_begin_with_an_underscore(package: Package) -> None:
    package.add("_helpers", "")
    package.district("zoo", 47)
    assert districts(package) == ["zoo"]


def test_no_two_owners_may_have_the_same_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(DISTRICTS["keep"]), "events", {"built": "Another text."})
    with pytest.raises(CardError, match="keep has 'built', which the game has already"):
        collect(EVENTS, lambda card: card.events)


@pytest.mark.parametrize("name", ["temple", "usher"])
def test_a_name_is_that_of_one_card(
    package: Package, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Temple is a basic district."""
    monkeypatch.setattr(card_files, "RANK_OF", {"usher": 1})
    package.district(name, 47)
    with pytest.raises(CardError, match=rf"{name}.py has the name of another card"):
        districts(package)
