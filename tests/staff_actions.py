"""Which staff role may do what: the second table of ``make permissions``.

``TABLE`` is what should be; ``tests/moderation/test_matrix.py`` does every action in every role,
and compares.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

STAFF: Mapping[str, str] = {
    "moderator": "is in the group of moderators",
    "senior": "is in the group of senior moderators",
    "administrator": "is a superuser",
    "part": "is a superuser who sits in the game, or is the user in question",
    "staff": "may enter the admin, and has no role",
    "player": "sits in the game",
}
"""The columns of the table."""


class Row(NamedTuple):
    """Which roles may do an action."""

    action: str
    may: tuple[bool, ...]


TABLE = """
                 mod sen adm part sta pla
freeze_game     yes yes yes yes  -   -
unfreeze_game   yes yes yes -    -   -
extend_deadline  yes yes yes -    -   -
reset_deadline   yes yes yes -    -   -
excuse_turn      yes yes yes -    -   -
play_default     yes yes yes -    -   -
play_choice      -   yes yes -    -   -
replace_by_bot   yes yes yes -    -   -
replace_by_user  -   yes yes -    -   -
fill_lost_seat   yes yes yes -    -   -
annul_game      yes yes yes -    -   -
rollback        yes yes yes -    -   -
undo_rollback   yes yes yes -    -   -
end_game        yes yes yes -    -   -
rebuild_state    yes yes yes -    -   -
end_quarantine   yes yes yes -    -   -
reveal_secrets   -   yes yes -    -   -
ban_user         yes yes yes -    -   -
unban_user       yes yes yes -    -   -
mute_user        yes yes yes -    -   -
unmute_user      yes yes yes -    -   -
pause_all        -   yes yes yes  -   -
unpause_all      -   yes yes yes  -   -
extend_all       -   yes yes yes  -   -
maintenance      -   -   yes yes  -   -
close_report     yes yes yes -    -   -
merge_reports    yes yes yes -    -   -
ask_reporter     yes yes yes -    -   -
warn_user        yes yes yes -    -   -
remove_message   yes yes yes -    -   -
decide_appeal    yes yes yes -    -   -
reset_second_factor -   -   yes -    -   -
export_user      -   -   yes -    -   -
delete_user      -   -   yes -    -   -
rename_user      yes yes yes -    -   -
clear_title      yes yes yes -    -   -
set_role            -   -   yes -    -   -
refund_ratings   -   yes yes -    -   -
"""


def rows(text: str = TABLE) -> list[Row]:
    """The table, read. Raises ValueError: a line is no row."""
    found = []
    for line in text.strip("\n").splitlines()[1:]:
        action, *cells = line.split()
        if len(cells) != len(STAFF) or not {"yes", "-"}.issuperset(cells):
            raise ValueError(f"not a row: {line!r}")
        found.append(Row(action, tuple(cell == "yes" for cell in cells)))
    return found


def table(found: list[Row]) -> str:
    """The table for people."""
    wide = max(len(row.action) for row in found)
    lines = [f"{role:14} {meaning}" for role, meaning in STAFF.items()]
    lines += ["", " ".join([f"{'':{wide}}", *(f"{role:>13}" for role in STAFF)])]
    for row in found:
        cells = " ".join(f"{'yes' if may else '-':>13}" for may in row.may)
        lines.append(f"{row.action:{wide}} {cells}")
    lines.append(f"\n{len(found)} acts, {len(STAFF)} roles, {len(found) * len(STAFF)} answers.")
    return "\n".join(lines)
