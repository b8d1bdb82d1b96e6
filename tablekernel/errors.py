"""The refusals of the engine, each with a stable code."""

from __future__ import annotations


class RuleError(Exception):
    """A request that the rules refuse. The state is unchanged."""

    code = "rule_error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class OptionsRefused(RuleError):
    """The options of a match break a rule of the set-up. ``code`` says which one, ``pointer`` where
    (a JSON pointer).
    """

    def __init__(self, code: str, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.pointer = pointer


class NotYourDecision(RuleError):
    """Another seat has to decide."""

    code = "not_your_decision"

    def __init__(self, seat: int) -> None:
        super().__init__(f"Seat {seat} has to decide.")
        self.seat = seat


class IllegalChoice(RuleError):
    """The choice is not an option of the open decision. ``options`` holds the keys of the legal
    ones.
    """

    code = "illegal_choice"

    def __init__(self, key: str, options: tuple[str, ...]) -> None:
        super().__init__(f"{key!r} is not one of the {len(options)} legal choices.")
        self.key = key
        self.options = options


class MatchOver(RuleError):
    """The match is over, so there is nothing to decide."""

    code = "match_over"

    def __init__(self) -> None:
        super().__init__("The match is over.")


class UnknownVersion(RuleError):
    """The stored state was written by rules that this code cannot read."""

    code = "unknown_rules_version"
