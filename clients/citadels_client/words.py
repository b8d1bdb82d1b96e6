"""Options, seats and topics in words, whatever the game."""

from __future__ import annotations

from .documents import Game, Option


def option_words(option: Option) -> str:
    """An option as a line of a menu: its label, else made from its key."""
    if "label" in option:
        return str(option["label"])
    rest = option["choice"].removeprefix(option["verb"]).strip(":").replace(":", " ")
    line = f"{option['verb'].replace('_', ' ')} {rest}".strip()
    return line[:1].upper() + line[1:]


def seat_name(game: Game, number: int) -> str:
    """Who sits there, with the number that events use."""
    seat = game["seats"][number]
    name = seat["user"]["username"] if seat["user"] else f"{seat['bot'] or 'nobody'} bot"
    return f"{number} {name}"


def topic_words(topic: str) -> str:
    return topic.replace("_", " ")
