"""Examples of replies for the API schema."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

from games.play.api.schema import GAME_ID

ALICE = {
    "id": "6f1ed002-ab5a-4f0e-8d4c-2b1a0c7d9e11",
    "username": "alice",
    "is_bot": False,
    "avatar": "https://citadels.example.org/api/v1/avatars/3d0f5a91c2.svg",
}
BUILT = {
    "kind": "built",
    "seat": 1,
    "district": "temple",
    "gold": 1,
    "text": "bob builds the Temple for 1 gold.",
    "seq": 41,
    "move": 19,
    "at": "2026-11-21T09:30:00Z",
}


def reply(title: str, value: Any) -> OpenApiExample:
    """Return an example of a reply with the status 200."""
    return OpenApiExample(title, response_only=True, status_codes=["200"], value=value)


RECAP = reply(
    "Bob has taken a turn",
    {
        "game": GAME_ID,
        "since": 38,
        "last_seq": 41,
        "more": False,
        "paragraphs": [
            {
                "seat": 1,
                "first_seq": 39,
                "last_seq": 41,
                "at": "2026-11-21T09:30:00Z",
                "summary": "bob is the Bishop. bob builds the Temple for 1 gold.",
                "events": [BUILT],
            }
        ],
    },
)
HISTORY = reply(
    "What a spectator saw after move 19",
    {
        "game": GAME_ID,
        "move": 19,
        "move_count": 64,
        "seq": 41,
        "at": "2026-11-21T09:30:00Z",
        "your_seat": None,
        "as_seat": None,
        "by_seat": 1,
        "table": {"round": 2, "phase": "turns", "you": None},
        "help": {"king": {"title": "King", "text": "You take the crown."}},
        "decision": {"id": 20, "seat": 1, "topic": "action"},
        "events": [BUILT],
    },
)
REVEAL = reply(
    "A game of two rounds",
    {
        "game": GAME_ID,
        "seed": "5f0c" * 16,
        "nonce": "9a1e" * 16,
        "commitment": "03bd" * 16,
        "table": {"round": 2, "phase": "over", "you": None},
        "hidden": {"deck": ["tavern", "market"], "seats": [{"seat": 0, "hand": ["palace"]}]},
        "rounds": [
            {
                "round": 1,
                "move": 31,
                "characters": [["king"], ["bishop"]],
                "face_up": ["thief"],
                "aside": ["assassin"],
            }
        ],
        "scores": [
            {
                "seat": 0,
                "total": 8,
                "items": [
                    {
                        "item": "district",
                        "title": "Harbor",
                        "points": 4,
                        "text": "trade",
                        "district": "harbor",
                        "type": "trade",
                        "beautified": False,
                    },
                    {
                        "item": "completion",
                        "title": "First complete city",
                        "points": 4,
                        "text": "The city was the first to be completed.",
                    },
                ],
            }
        ],
        "result": {
            "placements": [1, 2],
            "scores": [8, 5],
            "breakdown": [{"districts": 4, "completion": 4}, {"districts": 5}],
            "lost": [],
            "ended_by": "rules",
        },
    },
)
VERDICT = reply(
    "Everything was verified",
    {
        "game": GAME_ID,
        "ok": True,
        "reason": "all 64 moves replayed to the recorded states",
        "move": None,
        "moves": 64,
        "commitment": "03bd" * 16,
        "rules_version": "citadels/2016.2",
        "checks": ["format", "commitment", "options", "set_up", "moves", "result", "digest"],
    },
)
LEADERS = reply(
    "The top of the leaderboard", {"rank": 1, "user": ALICE, "rating": 1742, "rated_games": 61}
)
PROFILE = reply(
    "A reliable player",
    {
        **ALICE,
        "since": "2026-03-04",
        "ratings": [
            {"ruleset": "citadels", "rating": 1742, "provisional": False, "rated_games": 61}
        ],
        "record": {
            "finished": 70,
            "resigned": 1,
            "timed_out": 0,
            "absent": 0,
            "turns": 2204,
            "reliability": 99,
            "median_response": 5793,
        },
        "recent_games": [],
    },
)
