"""A calendar in the format of RFC 5545."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import override
from icalendar import TRANSP, Alarm, Calendar, Event, vDuration

from accounts.models import User
from accounts.selectors import preferences_of
from games.models import CalendarFeed, Game, Seat, Status
from games.play.notifications import link, title_of
from games.play.queries import read_listed
from games.play.selectors import turns_of
from games.summaries.texts import name_of, opponents
from games.votes.selectors import votes_waiting_for
from notifications.kinds import Reader

EVENT_LENGTH = timedelta(minutes=30)
"""Calendars show shorter events, and those without a length, too small to read."""
ALARM_BEFORE = timedelta(hours=1)
REFRESH_EVERY = timedelta(hours=1)


def feed_content(feed: CalendarFeed) -> bytes:
    """Return the calendar in the format of RFC 5545, in the user's language.

    It is the same until something changes, so it contains no time of its own. It contains nothing
    that only the user knows, since calendars are synchronized and shared.
    """
    reader = Reader.of(preferences_of([feed.user_id])[feed.user_id])
    with override(reader.language):
        calendar = Calendar.new(
            name=_("Deadlines of my games"),
            prodid="-//citadels-server//calendar feed//EN",
            uid=str(feed.user_id),
            subcomponents=list(feed_events(feed.user)),
        )
    # REFRESH-INTERVAL must name its type (RFC 7986); Outlook reads the other one.
    calendar.add("REFRESH-INTERVAL", REFRESH_EVERY, {"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", vDuration(REFRESH_EVERY))
    return bytes(calendar.to_ical())


def feed_events(user: User) -> Iterator[Event]:
    """Yield the user's deadlines, those of votes, and the planned starts of games."""
    turns = [turn for turn in turns_of(user=user) if turn["deadline"] is not None]
    votes = list(votes_waiting_for(user=user))
    ids = {turn["game"] for turn in turns} | {vote.game_id for vote in votes}
    planned = Game.objects.filter(
        seats__user=user, status=Status.LOBBY, starts_at__isnull=False
    ).values_list("id", flat=True)
    games = read_listed(ids.union(planned))
    for turn in turns:
        game, seats = games[turn["game"]]
        yield event_of(
            game,
            seats,
            user,
            f"turn-{turn['decision']['id']}",
            moment=turn["deadline"],
            changed_at=max(turn["since"], game.clock_since or turn["since"]),
            summary=_("%(name)s: your turn"),
            note=_("You can play until this event ends."),
        )
    for vote in votes:
        yield event_of(
            *games[vote.game_id],
            user,
            f"vote-{vote.id}",
            moment=vote.closes_at,
            changed_at=vote.opened_at,
            summary=_("%(name)s: your vote"),
            note=_("You can vote until this event ends."),
        )
    for game, seats in games.values():
        if game.status == Status.LOBBY and game.starts_at is not None:
            yield event_of(
                game,
                seats,
                user,
                "start",
                moment=game.starts_at,
                starts_then=True,
                changed_at=game.created_at,
                summary=_("%(name)s: start of the game"),
                note=_("The game starts when this event begins."),
            )


def event_of(
    game: Game,
    seats: Sequence[Seat],
    user: User,
    what: str,
    *,
    moment: datetime,
    starts_then: bool = False,
    changed_at: datetime,
    summary: str,
    note: str,
) -> Event:
    """Return an event that ends at a moment, or ``starts_then``, with an alarm before that moment.
    ``what`` names it within its game.

    Its sequence number is the version of the game, which grows whenever a time in it moves. The
    title of the game may appear, since only a user with a seat gets an event.
    """
    own = next((seat.number for seat in seats if seat.user_id == user.id), None)
    url = link(game.id, {})
    lines = [note]
    if others := opponents(seats, own):
        lines.append(_("Opponents: %(names)s") % {"names": ", ".join(others)})
    text = summary % {"name": name_of(game)}
    starts_at = moment if starts_then else moment - EVENT_LENGTH
    alarm = Alarm.new(description=text)
    alarm.add("ACTION", "DISPLAY")
    alarm.add("TRIGGER", moment - ALARM_BEFORE - starts_at)  # relative to the start of the event
    return Event.new(
        uid=f"{game.id}-{what}",
        start=starts_at,
        end=starts_at + EVENT_LENGTH,
        stamp=changed_at,
        last_modified=changed_at,
        sequence=game.version,
        summary=text,
        description="\n".join([*lines, url]),
        url=url,
        categories=[title_of(game.ruleset)],
        transparency=TRANSP.TRANSPARENT,
        subcomponents=[alarm],
    )
