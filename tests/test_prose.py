"""No text uses a phrase that plain English does not use."""

from __future__ import annotations

import pytest

from tests.prose import ROOT, checked_files, findings_in


@pytest.mark.slow
def test_no_such_phrase_is_left() -> None:
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in checked_files()}
    assert len(texts) > 1000
    found = [str(finding) for path in texts for finding in findings_in(path, texts[path])]
    assert found == []


@pytest.mark.parametrize(
    ("path", "source", "found"),
    [
        ("a.py", '"""The seat, and its clock."""', []),
        ("a.py", '"""He plays.\n\nThe rest is his.\n"""', [(1, "He"), (3, "his")]),
        ("a.py", "his = 1  # Whoever asks", [(1, "Whoever")]),
        ("a.py", "a = 'his'  # of\n# ours", [(1, "his"), (1, "of ours")]),
        ("docs/decisions/data.md", "The rows of a\nmatch.", [(1, "a match")]),
        ("docs/bots.md", "The cards of a match.", []),
        ("a.md", "One line.\n\nThe task is done anew.\n", [(3, "anew")]),
        ("a.po", 'msgid "It is his"\nmsgstr "C\'est his"', [(1, "his")]),
    ],
)
def test_a_phrase_is_found_with_its_line(
    path: str, source: str, found: list[tuple[int, str]]
) -> None:
    assert [(item.line, item.phrase) for item in findings_in(path, source)] == found


def test_french_texts_and_stored_records_are_not_checked() -> None:
    assert not [path for path in checked_files("tests/replays", "engine") if "/fr/" in path]
