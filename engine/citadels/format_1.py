"""Format 1 of the state, in which a frame was stored as the name of its class and numbers."""

from __future__ import annotations

from typing import Final

from tablekernel.numbered import Numbered

FORMAT_1: Final = {
    "Advising": Numbered("emperor_advice", ("ask_recipient",), ("seat",)),
    "AnswerThreat": Numbered(
        "blackmail_answer", ("ask_bribe", "ask_reveal", "close"), ("seat", "owner", "rank")
    ),
    "Bewitching": Numbered("witch_target", ("ask_name",), ("seat",)),
    "Build": Numbered(
        "build",
        ("ask_payment", "announce_payment", "place"),
        ("seat", "district", "rank", "owed", "paid", "spare", "begun", "unpaid", "taker"),
    ),
    "Calls": Numbered("calls", ("call",), ("rank",)),
    "ChoosingOne": Numbered("wizard_choice", ("ask_card",), ("seat", "victim", "gathered")),
    "Draft": Numbered("draft", ("discard", "ask_card"), ("packet", "aside", "step")),
    "GivingBack": Numbered("seer_return", ("ask_card",), ("seat", "waiting")),
    "GivingCards": Numbered("cardinal_payment", ("ask_card",), ("seat", "other", "count")),
    "KeepCard": Numbered("keep_card", ("ask_card",), ("seat", "cards")),
    "Marking": Numbered(
        "markers",
        ("ask_blank", "lay"),
        ("seat", "face", "ranks", "barred", "count", "marker", "hidden"),
    ),
    "Offering": Numbered("diplomat_offer", ("ask_district",), ("seat", "victim", "theirs")),
    "Redrawing": Numbered("magician_redraw", ("ask_card", "redraw"), ("seat", "cards")),
    "RevealWarrant": Numbered("warrant_reveal", ("ask_reveal",), ("owner",)),
    "Rewarding": Numbered("queen_reward", ("reward",), ("seat",)),
    "Rounds": Numbered(
        "rounds", ("open_round", "call_ranks", "end_round", "close_round", "finish"), ()
    ),
    "SecondBeautification": Numbered("artist_second", ("ask_second",), ("seat",)),
    "Studying": Numbered("scholar_choice", ("ask_card",), ("seat", "cards")),
    "Swapping": Numbered("theater_swap", ("ask_swap",), ("owner",)),
    "Turn": Numbered(
        "turn",
        ("ask_gather", "gathered", "ask_action"),
        ("seat", "rank", "built", "used", "worked", "spent", "paid"),
    ),
}
"""The meaning of class names and numbers. It never changes: matches are stored with it, and moves
have hashes of it.
"""
