"""The staff action that gives the opponents of a cheater their rating points back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from hashlib import sha256
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from games import staff
from games.models import Game
from games.staff.errors import NothingToDo
from games.staff.refunds import RatingCorrection
from moderation.actions.base import Run
from moderation.actions.users import UserAction, is_banned
from moderation.errors import UserNotFound
from moderation.models import Action
from moderation.notifications import notification_enqueue
from moderation.permissions import SENIORS
from moderation.selectors import involving
from moderation.services.audit import audit

MOST = 100
"""Games of one run, which is one transaction."""


@dataclass(frozen=True, slots=True)
class Refund:
    """The games that one run annuls, newest first, and the ratings that it corrects."""

    games: list[Game]
    corrections: list[RatingCorrection]
    left: int
    """Older games, for the next run."""

    template = "moderation/parts/refund.html"

    def __str__(self) -> str:
        """Return a text that only these games have: the confirmation is for no other ones."""
        text = ngettext(
            "%(count)d game will be annulled, from %(first)s to %(last)s (batch %(batch)s).",
            "%(count)d games will be annulled, from %(first)s to %(last)s (batch %(batch)s).",
            len(self.games),
        )
        times = [f"{game.finished_at:%Y-%m-%d %H:%M}" for game in self.games]
        batch = sha256("".join(str(game.id) for game in self.games).encode()).hexdigest()[:8]
        values = {"count": len(times), "first": times[-1], "last": times[0], "batch": batch}
        return text % values


class RefundAction(UserAction):
    """Locks games, and therefore not the user: everywhere else, games come first."""

    def find(self, target_id: UUID) -> User:
        user = User.objects.filter(id=target_id).first()
        if user is None:
            raise UserNotFound
        return user


def refund(by: User, user: User, since: date) -> Refund:
    """Return what a run would do. Games in which ``by`` has a part are left to others.

    Raises NothingToDo.
    """
    if not is_banned(user):
        raise NothingToDo(_("This user is not banned."))
    began = datetime.combine(since, time(), UTC)
    found = staff.rated_games_of(user, since=began).exclude(involving(by, game="id"))
    games = list(found[:MOST])
    if not games:
        raise NothingToDo(_("No such games, apart from those that involve you."))
    corrections = staff.rating_corrections(games=games, without=user)
    return Refund(games, corrections, found.count() - len(games))


def perform(run: Run, since: date) -> None:
    """Annul the games, each with an entry in the audit log, and notify the opponents."""
    planned = refund(run.by, run.target, since)
    staff.games_annul(game_ids=[game.id for game in planned.games])
    for game in planned.games:
        data = {"refund_of": str(run.target.id)}
        audit(by=run.by, action=Action.ANNUL_GAME, reason=run.reason, game=game.id, data=data)
    players = {correction.user.id for correction in planned.corrections}
    for player in players:
        notification_enqueue("ratings_corrected", user=player, subject=player)
    run.data |= {
        "since": since.isoformat(),
        "games": len(planned.games),
        "players": len(players),
        "left": planned.left,
    }


def since_field(user: User) -> forms.Field:
    """Return a field for the first day of the period."""
    widget = forms.DateInput(attrs={"type": "date"})
    return forms.DateField(label=_("Games finished since"), widget=widget)


REFUND_RATINGS = RefundAction(
    action=Action.REFUND_RATINGS,
    title=_("Give rating points back"),
    explanation=_(
        "Annuls the rated games of this user that were finished since a date, at most 100 at once, "
        "the newest first. The opponents get the points back that they lost in them, and lose what "
        "they won. You see a preview first. This cannot be undone."
    ),
    notifies=_("Each opponent is notified once."),
    done=_("The games are annulled, and the ratings are corrected."),
    fields={"since": since_field},
    available=is_banned,
    perform=perform,
    preview=refund,
    confirmation=_("Games finished since {since}: {preview}"),
    single_use=True,
    dangerous=True,
    roles=SENIORS,
)

REFUND_ACTIONS: tuple[UserAction, ...] = (REFUND_RATINGS,)
