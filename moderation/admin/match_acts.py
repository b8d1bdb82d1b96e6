"""The forms of what is done to one match."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar

from django import forms

from accounts.models import User
from games.engines.rulesets import rules_now
from games.errors import RulesUnavailable
from games.models import Game, Pause, PauseKind, RollBack, Seat, Status
from games.oversight import match_overseen
from games.services.acts import LOST_BY_PLAYER
from moderation import services
from moderation.admin.act_forms import ActForm, OnceForm
from moderation.models import Act

HOUR = 3600
DAY = 24 * HOUR
LENGTHS = [
    (HOUR, "an hour"),
    (6 * HOUR, "6 hours"),
    (DAY, "a day"),
    (2 * DAY, "2 days"),
    (3 * DAY, "3 days"),
    (7 * DAY, "a week"),
]


class MatchActForm(ActForm):
    """An act on ``game``."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        self.game = game
        super().__init__(*args, **kwargs)

    @classmethod
    def fits(cls, game: Game) -> bool:
        """Whether the act makes sense as the match stands; the service has the last word."""
        return game.status == Status.ACTIVE

    @property
    def what(self) -> dict[str, Any]:
        """What every service is told, besides who does it."""
        return {"game_id": self.game.id, "reason": self.cleaned_data["reason"]}


class SeatForm(MatchActForm):
    """An act on one seat."""

    seat = forms.TypedChoiceField(coerce=int)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        seats = [seat for seat in seats_of(game) if self.concerns(seat)]
        self.fields["seat"].choices = [(seat.number, named(seat)) for seat in seats]  # type: ignore[attr-defined]

    def concerns(self, seat: Seat) -> bool:
        return True


def seats_of(game: Game) -> list[Seat]:
    return list(game.seats.select_related("user").order_by("number"))


def named(seat: Seat) -> str:
    who = seat.user.username if seat.user else f"bot, {seat.bot}" if seat.bot else "free"
    return f"{seat.number}: {who}"


def has_pause(game: Game, kind: PauseKind) -> bool:
    return game.paused and Pause.objects.filter(game=game, kind=kind).exists()


# --- looking -------------------------------------------------------------------------------------


class LookForm(MatchActForm):
    act = Act.LOOK
    title = "Look at the secrets"
    tells = (
        "For 15 minutes the pages of this match show you all hands and characters, what single "
        "seats were told, and the standing orders. The players are not told; the log of acts keeps "
        "your name, the time and the reason."
    )

    @classmethod
    def fits(cls, game: Game) -> bool:
        return bool(game.commitment) and game.status != Status.FINISHED

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.match_look(by=by, **self.what)
        return "The secrets of this match are shown to you for 15 minutes."


# --- the clock -----------------------------------------------------------------------------------


class FreezeForm(MatchActForm):
    act = Act.FREEZE_MATCH
    title = "Freeze"
    tells = "The clock stands still and nobody may act until the match is unfrozen. All are told."

    @classmethod
    def fits(cls, game: Game) -> bool:
        return super().fits(game) and not has_pause(game, PauseKind.MODERATOR)

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.match_freeze(by=by, **self.what)
        return "The match is frozen."


class UnfreezeForm(MatchActForm):
    act = Act.UNFREEZE_MATCH
    title = "Unfreeze"
    tells = "The match goes on; who is to act has the time left that he had. All are told."

    @classmethod
    def fits(cls, game: Game) -> bool:
        return super().fits(game) and has_pause(game, PauseKind.MODERATOR)

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.match_unfreeze(by=by, **self.what)
        return "The match goes on."


class TimedForm(MatchActForm):
    """An act on the clock of a match that has one."""

    @classmethod
    def fits(cls, game: Game) -> bool:
        return super().fits(game) and game.pace["kind"] != "none"


class ExtendForm(OnceForm, TimedForm):
    act = Act.EXTEND_DEADLINE
    title = "Give more time"
    tells = "Who is to act now gets more time for this turn. All are told."

    length = forms.TypedChoiceField(choices=LENGTHS, coerce=int, label="How much")

    def perform(self, by: User, given: dict[str, Any]) -> str:
        length = timedelta(seconds=given["length"])
        services.deadline_extend(by=by, length=length, once=given["once"], **self.what)
        return "The deadline is later now."


class ResetForm(TimedForm):
    act = Act.RESET_DEADLINE
    title = "Begin the time anew"
    tells = "Who is to act now gets the whole time for this turn again. All are told."

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.deadline_reset(by=by, **self.what)
        return "The time of who is to act begins anew."


class ExcuseForm(OnceForm, SeatForm):
    act = Act.EXCUSE_TURN
    title = "Excuse a missed turn"
    tells = (
        "The last miss of the seat is forgiven: a seat that was lost by time, or where a bot "
        "stands in, is given back to its player, and so is an excuse. All are told."
    )

    def concerns(self, seat: Seat) -> bool:
        return seat.user_id is not None

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.turn_excuse(by=by, seat=given["seat"], once=given["once"], **self.what)
        return f"The miss of seat {given['seat']} is excused."


# --- seats ---------------------------------------------------------------------------------------


class DefaultForm(MatchActForm):
    act = Act.PLAY_DEFAULT
    title = "Play for the seat"
    tells = (
        "The open decision is answered as the rules answer it for who is out of time: by a public "
        "policy that looks at nothing hidden. All are told that a moderator did it."
    )
    heavy = True

    decision = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        self.fields["decision"].initial = game.decision_id

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.default_play(by=by, decision=given["decision"], **self.what)
        return "The decision is answered."


class ChoiceForm(DefaultForm):
    act = Act.PLAY_CHOICE
    title = "Play a certain choice"
    tells = (
        "The open decision is answered by the choice you take. You see its options, which are the "
        "player's secret: that you looked is part of the log. All are told that a moderator did it."
    )

    choice = forms.ChoiceField()

    def __init__(self, *args: Any, game: Game, looking: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        asked = (match_overseen(game_id=game.id, secrets=True).decision or {}) if looking else {}
        options = [(one["choice"], one["label"]) for one in asked.get("options", ())]
        self.fields["choice"].choices = options  # type: ignore[attr-defined]

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.choice_play(by=by, decision=given["decision"], choice=given["choice"], **self.what)
        return "The decision is answered."


class ToBotForm(SeatForm):
    act = Act.REPLACE_BY_BOT
    title = "Replace a player by a bot"
    tells = (
        "The player loses the seat for good, and a bot plays it on. He comes last, sees the match "
        "as a spectator, and his record says nothing of it. All are told."
    )
    heavy = True

    level = forms.ChoiceField()
    profile = forms.ChoiceField(required=False, help_text="How it plays.")

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        try:
            rules = rules_now(game.ruleset)
            levels, profiles = rules.bot_levels, rules.bot_profiles
        except RulesUnavailable:
            levels = profiles = ()
        for name, known in (("level", levels), ("profile", profiles)):
            self.fields[name].choices = [(one, one) for one in known]  # type: ignore[attr-defined]

    def concerns(self, seat: Seat) -> bool:
        return seat.user_id is not None and seat.lost_at is None

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.seat_to_bot(
            by=by,
            seat=given["seat"],
            level=given["level"],
            profile=given["profile"],
            **self.what,
        )
        return f"A bot plays seat {given['seat']}."


class ToUserForm(SeatForm):
    act = Act.REPLACE_BY_USER
    title = "Replace a player by a user"
    tells = (
        "The player loses the seat, even if they are playing, and the user you name plays on. From "
        "now on the user sees what the seat sees, and the past as a spectator. Both are notified, "
        "and an event tells all others."
    )
    heavy = True
    only_lost: ClassVar[bool] = False

    username = forms.CharField(max_length=30, label="Name of the user")

    def concerns(self, seat: Seat) -> bool:
        return seat.user_id is not None

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.seat_to_user(
            by=by,
            seat=given["seat"],
            username=given["username"],
            only_lost=self.only_lost,
            **self.what,
        )
        return f"{given['username']} plays seat {given['seat']}."


class LostSeatForm(ToUserForm):
    act = Act.FILL_LOST_SEAT
    title = "Give a lost seat to a user"
    tells = (
        "The user you name plays a seat whose player resigned or lost it by time. From now on the "
        "user sees what the seat sees, and the past as a spectator. The user and the former player "
        "are notified, and an event tells all others."
    )
    only_lost = True

    @classmethod
    def fits(cls, game: Game) -> bool:
        return super().fits(game) and game.seats.filter(loss__in=LOST_BY_PLAYER).exists()

    def concerns(self, seat: Seat) -> bool:
        return seat.loss in LOST_BY_PLAYER


# --- going back and ending -----------------------------------------------------------------------


class UndoRollBackForm(MatchActForm):
    act = Act.UNDO_ROLL_BACK
    title = "Undo the roll-back"
    tells = (
        "The moves that the last roll-back undid count again, as long as nobody has moved since. "
        "Who is to act gets his time anew. All are told."
    )
    heavy = True

    @classmethod
    def fits(cls, game: Game) -> bool:
        backs = RollBack.objects.filter(game=game, taken_back_at=None, to_move=game.move_count)
        return super().fits(game) and backs.exists()

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.roll_back_undo(by=by, **self.what)
        return "The moves count again."


class EndForm(MatchActForm):
    act = Act.END_MATCH
    title = "End the match"
    tells = (
        "The match ends now, as it stands, and is not rated. Places are those of the rules where "
        "they can tell; else all who stayed share the first. All are told; it cannot be undone."
    )
    heavy = True

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.match_end(by=by, **self.what)
        return "The match is over."


class AnnulForm(MatchActForm):
    act = Act.ANNUL_MATCH
    title = "Annul"
    tells = (
        "The match counts for nobody: one that runs is called off; of one that is over all that it "
        "did to ratings and records is taken back. All are told; it cannot be undone."
    )
    heavy = True

    @classmethod
    def fits(cls, game: Game) -> bool:
        if game.status == Status.CANCELLED and not game.seats.exclude(loss="").exists():
            return False
        return game.status != Status.LOBBY and game.annulled_at is None

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.match_annul(by=by, **self.what)
        return "The match is annulled."


class TryAgainForm(MatchActForm):
    act = Act.END_QUARANTINE
    title = "Try again"
    tells = "The quarantine ends, and the service tries the match again. It may fail again."

    @classmethod
    def fits(cls, game: Game) -> bool:
        return super().fits(game) and has_pause(game, PauseKind.QUARANTINE)

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.quarantine_end(by=by, **self.what)
        return "The match is no longer in quarantine."


FORMS: dict[str, type[MatchActForm]] = {
    form.act: form
    for form in (
        LookForm,
        FreezeForm,
        UnfreezeForm,
        TryAgainForm,
        ExtendForm,
        ResetForm,
        ExcuseForm,
        DefaultForm,
        ChoiceForm,
        ToBotForm,
        LostSeatForm,
        ToUserForm,
        UndoRollBackForm,
        EndForm,
        AnnulForm,
    )
}
"""By act, in the order in which the page of a match has them. Going back has pages of its own."""
