"""Pictures: well-formed whatever stands in them, and no words beyond the edge."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tablekernel.drawing.lettering import fit_text, size_for, width_of, wrap_text
from tablekernel.drawing.pills import HIGH, Pill, flowing
from tablekernel.drawing.svg import (
    SVG,
    Block,
    Markup,
    Paint,
    define,
    document,
    find_used,
    group,
    reuse,
    stack_blocks,
    tag,
)

INK = Paint("ink", "#111111", "#eeeeee")
SAME = Paint("same", "#123456", "#123456")
WILD = "<script>alert('1')</script> & \"quotes\" \x00\x0b\ud800 \N{SNOWMAN}"


def whole(*inside: str, title: str = "A title", about: str = "About it") -> str:
    return document(
        *inside,
        width=100,
        height=50,
        title=title,
        description=about,
        language="en",
        paints=(INK, SAME),
    )


def test_texts_are_texts_wherever_they_stand() -> None:
    picture = whole(tag("text", WILD, data_note=WILD), title=WILD, about=WILD)
    root = ElementTree.fromstring(picture.encode())  # our own
    tame = WILD.replace("\x00", "\ufffd").replace("\x0b", "\ufffd").replace("\ud800", "\ufffd")
    text = root.find(f"{{{SVG}}}text")
    assert text is not None
    assert (text.text, text.get("data-note")) == (tame, tame)
    assert [root.findtext(f"{{{SVG}}}{name}") for name in ("title", "desc")] == [tame, tame]
    assert not list(root.iter(f"{{{SVG}}}script"))


def test_markup_is_not_escaped_twice() -> None:
    assert group(tag("text", "a & b"), x=3) == (
        '<g transform="translate(3)"><text>a &amp; b</text></g>'
    )


def test_lengths_are_short_and_whole_ones_have_no_point() -> None:
    element = tag("rect", x=0.1 + 0.2, width=20.0, height=7, rx=None)
    assert element == '<rect x="0.3" width="20" height="7"/>'


def test_a_paint_stands_at_the_element_and_is_changed_by_night() -> None:
    picture = whole(tag("rect", fill=INK, stroke=SAME))
    assert '<rect fill="#111111" stroke="#123456" class="board-ink"/>' in picture
    assert ".board-ink{fill:#eeeeee}" in picture
    assert "board-same" not in picture


def test_an_element_has_all_its_classes_in_one_place() -> None:
    element = tag("rect", class_="a", fill=INK, stroke=INK)
    assert element.endswith('class="a board-ink board-ink-line"/>')


def test_what_is_defined_once_can_be_drawn_often() -> None:
    assert define("dot", tag("circle", r=1)) == '<g id="board-dot"><circle r="1"/></g>'
    assert reuse("dot", x=3) == '<use href="#board-dot" x="3"/>'


def test_what_is_defined_and_not_used_is_left_out() -> None:
    dot, pair = define("dot", tag("circle", r=1)), define("pair", reuse("dot"), reuse("dot", x=3))
    unused = define("do", tag("circle", r=2))
    assert list(find_used(reuse("pair"), [unused, dot, pair])) == [pair, dot]


def test_a_picture_says_what_it_shows() -> None:
    root = ElementTree.fromstring(whole())
    assert (root.get("lang"), root.get("viewBox")) == ("en", "0 0 100 50")
    assert root.get("role") == "graphics-document document"
    assert root.findtext(f"{{{SVG}}}title") == "A title"


def test_blocks_lie_below_each_other_and_empty_ones_take_no_room() -> None:
    bar, nothing = Block(tag("rect"), 10), Block(Markup(), 0)
    pile = stack_blocks((nothing, bar, nothing, bar), gap=3, y=1)
    assert pile.height == 24
    assert pile.markup == (
        '<g transform="translate(0 1)"><rect/></g><g transform="translate(0 14)"><rect/></g>'
    )


# --- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["iiii", "Word", "MMMMMM", "Ω漢字漢字", "a b c d e f g h", ""])
@pytest.mark.parametrize("width", [12, 30, 55])
def test_words_are_cut_where_the_width_ends(text: str, width: int) -> None:
    short = fit_text(text, width, 10)
    assert width_of(short, 10) <= width or short == "…"
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))


def test_lines_break_between_words_and_the_last_one_is_cut() -> None:
    assert wrap_text("Wishing Well", 60, 10, lines=2) == ["Wishing", "Well"]
    assert wrap_text("Wishing Well", 600, 10, lines=2) == ["Wishing Well"]
    assert wrap_text("Maître-Chanteuse", 70, 10, lines=2) == ["Maître-", "Chanteuse"]
    assert wrap_text("Maître-Chanteuse -3", 600, 10, lines=2) == ["Maître-Chanteuse -3"]
    first, last = wrap_text("one two three four five six", 50, 10, lines=2)
    assert first == "one two"
    assert last.startswith("three")
    assert last.endswith("…")


def test_no_line_breaks_at_a_no_break_space() -> None:
    text = "Piochée\N{NO-BREAK SPACE}: un puits"
    assert wrap_text(text, 90, 10, lines=3) == ["Piochée\N{NO-BREAK SPACE}: un", "puits"]


def test_long_words_are_smaller_but_not_too_small() -> None:
    assert size_for("short", 200, largest=20, least=12) == 20
    assert size_for("m" * 90, 200, largest=20, least=12) == 12
    size = size_for("a longer one", 100, largest=20, least=5)
    assert width_of("a longer one", size, bold=True) == pytest.approx(100)


def test_pills_break_into_rows() -> None:
    pill = Pill("some words", INK, SAME, INK)
    assert flowing([pill], 200).height == HIGH
    assert flowing([pill] * 4, 200).height > 2 * HIGH
    assert flowing([], 200).height == 0
