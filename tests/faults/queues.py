"""One due row of every queue, the worker that handles it, and all its effects."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar

from django.test import override_settings
from django.utils import timezone

from accounts.models import (
    AccountDeletion,
    AccountExport,
    EmailKind,
    OutgoingEmail,
    Preferences,
    User,
)
from accounts.services.deletions import DeletionQueue, deletion_request, deletions_carry_out
from accounts.services.email_queue import email_enqueue
from accounts.services.email_sending import EmailQueue, emails_send
from accounts.services.exports import ExportQueue, export_read, export_request, exports_make
from accounts.services.preferences import preferences_change
from core.leases import LeasedRows
from games.analysis.queue import AnalysisQueue
from games.analysis.services import hint_request
from games.analysis.storage import decisions_unpack
from games.bots.turns import WAKE_GRACE, BotTurnQueue
from games.models import (
    Analysis,
    BulkAction,
    CountedGame,
    Game,
    GameState,
    HeadToHead,
    Heartbeat,
    PlayerStatistics,
    Rating,
    RatingChange,
    RatingRecomputation,
    ResultCount,
    Seat,
)
from games.ratings.recomputation import (
    RecomputationQueue,
    recomputation_request,
    recomputation_sweep,
)
from games.staff import games_extend
from games.staff.bulk import BulkQueue, bulks_sweep
from games.statistics.tallies import StatisticsQueue, statistics_forget, statistics_sweep
from games.sweeps import DeadlineQueue, LobbyQueue, autos_sweep, lobbies_sweep, timers_sweep
from notifications.models import (
    ChannelPreference,
    Delivery,
    Digest,
    Mode,
    Notification,
    OutboxEntry,
)
from notifications.services.delivery import deliver
from notifications.services.delivery_queue import (
    DeliveryQueue,
    EmailDeliveryQueue,
    PushDeliveryQueue,
    WebhookDeliveryQueue,
)
from notifications.services.devices import push_subscribe
from notifications.services.digest import digests_create
from notifications.services.endpoints import webhook_create
from notifications.services.fanout import OutboxQueue, outbox_fan_out
from notifications.services.push_requests import topic
from tests.conftest import user_named
from tests.faults.copies import begun, bots_turn, copies, facts, time_out
from tests.notifications.push_service import DEVICE_KEYS
from tests.notifications.receiver import Receiver
from tests.toy_games import counted, lobby, play_out, played, start_game

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


class Case:
    """A queue, and how a test makes a row of it due."""

    queue: ClassVar[type[LeasedRows[Any]] | None] = None
    """None: no row waits; a sweep looks for what is due."""

    once: Any = None
    """The effect of working a row off once. None: it has one, that the first worker shows."""

    def __init__(self, mails: Path, receiver: Receiver) -> None:
        self.mails, self.receiver, self.made = mails, receiver, 0
        self.begin()

    def begin(self) -> None:
        """Store what all rows share."""

    def due(self) -> Any:
        """Make a row that is due now. Nothing else is."""
        raise NotImplementedError

    def work(self) -> object:
        """Do what a worker does."""
        raise NotImplementedError

    def effect(self, row: Any) -> Any:
        """Return all that has come of a row, without ids and instants."""
        raise NotImplementedError

    def received(self, row: Any) -> int | None:
        """Return how often the outside got it, if it leaves the service. That may be twice."""
        return None

    @property
    def wait(self) -> timedelta:
        """How long after the death of a worker another one may work."""
        return self.queue.lease + SECOND if self.queue is not None else SECOND

    def user(self) -> User:
        self.made += 1
        return user_named(f"user{self.made}")

    def mails_to(self, address: str) -> int:
        header = f"To: {address}\n"
        return sum(header in path.read_text() for path in self.mails.iterdir())


# --- games ---------------------------------------------------------------------------------------


class GameCase(Case):
    """Copies of one game."""

    game: Game
    column: str
    policy: dict[str, Any] = {}
    late = SECOND

    def begin(self) -> None:
        self.people = [user_named(name) for name in ("alice", "bob", "charlie")]
        # The users have played before: counting the first game takes no more than the next.
        PlayerStatistics.objects.bulk_create(PlayerStatistics(user=user) for user in self.people)
        self.game = begun(*self.people, timeouts=self.policy)

    def due(self) -> Game:
        (game,) = copies(self.game, 1)
        self.before = self.counts()
        self.make_due(game)
        return game

    def make_due(self, game: Game) -> None:
        Game.objects.filter(id=game.id).update(**{self.column: timezone.now() - self.late})

    def effect(self, row: Game) -> Any:
        now = self.counts()
        return facts(row), {name: now[name] - self.before[name] for name in now}

    def counts(self) -> dict[str, int]:
        return {
            "games": Game.objects.count(),
            "timed out": sum(PlayerStatistics.objects.values_list("timed_out", flat=True)),
            "absent": sum(PlayerStatistics.objects.values_list("absent", flat=True)),
        }


class Forfeit(GameCase):
    queue = DeadlineQueue
    column = "due_at"
    policy = {"policy": "forfeit"}

    def make_due(self, game: Game) -> None:
        """The last sweep was just now, whatever was travelled to."""
        Heartbeat.objects.all().delete()
        timers_sweep()
        time_out(game)

    def work(self) -> object:
        return timers_sweep()


class Excuse(Forfeit):
    policy = {"policy": "forfeit", "excuses": 1}


class DefaultMove(Forfeit):
    policy = {"policy": "default_move"}


class BotTakesOver(Forfeit):
    policy = {"policy": "bot"}


class NeverCame(Forfeit):
    """The game is called off, and open again as another one."""

    def begin(self) -> None:
        super().begin()
        Seat.objects.update(acted_at=None)


class BotTurn(GameCase):
    queue = BotTurnQueue
    column = "auto_at"
    late = WAKE_GRACE + SECOND

    def begin(self) -> None:
        self.game = bots_turn(user_named("alice"))
        Game.objects.update(auto_at=timezone.now() + 1000 * HOUR)

    def work(self) -> object:
        return autos_sweep()

    @property
    def wait(self) -> timedelta:
        return super().wait + WAKE_GRACE


class StoredChoice(BotTurn):
    """The worker stores what the bot has chosen, and plays it afterwards."""

    def work(self) -> object:
        with override_settings(BOT_SECONDS_AWAITED=-1):
            return autos_sweep()


class LobbyExpires(GameCase):
    queue = LobbyQueue
    column = "lobby_due_at"

    def begin(self) -> None:
        self.game = lobby(user_named("alice"), seats=2)

    def make_due(self, game: Game) -> None:
        past = timezone.now() - SECOND
        Game.objects.filter(id=game.id).update(lobby_due_at=past, expires_at=past)

    def work(self) -> object:
        return lobbies_sweep()


class LobbyStarts(LobbyExpires):
    """Each game that starts has its own cards: so only what the platform stores is compared."""

    def begin(self) -> None:
        alice, bob = user_named("alice"), user_named("bob")
        self.game = lobby(alice, bob, starts_at=timezone.now() + 100 * HOUR)

    def make_due(self, game: Game) -> None:
        past = timezone.now() - SECOND
        Game.objects.filter(id=game.id).update(lobby_due_at=past, starts_at=past)

    def effect(self, row: Game) -> Any:
        game = Game.objects.get(id=row.id)
        told = OutboxEntry.objects.filter(subject=row.id).order_by("id")
        states = GameState.objects.filter(game=row.id).count()
        kinds = list(told.values_list("kind", flat=True))
        return game.status, game.move_count, game.lobby_due_at, states, kinds


class TimeForAll(Case):
    """A bulk action on three games."""

    queue = BulkQueue

    once = ([HOUR] * 3, 3, 3, 0, True)

    def begin(self) -> None:
        self.people = [user_named("alice"), user_named("bob")]

    def due(self) -> Any:
        Game.objects.all().delete()
        copies(begun(*self.people), 2)
        OutboxEntry.objects.all().delete()
        all_three = Game.objects.filter(status="active")
        self.before = dict(all_three.values_list("id", "deadline_at"))
        return games_extend(by=self.people[0], length=HOUR, reason="A test.")

    def work(self) -> object:
        return bulks_sweep()

    def effect(self, row: BulkAction) -> Any:
        act = BulkAction.objects.get(id=row.id)
        games = Game.objects.filter(id__in=self.before)
        gained = [game.deadline_at - self.before[game.id] for game in games]  # type: ignore[operator]
        told = OutboxEntry.objects.filter(kind="deadline_moved").count()
        return gained, told, act.done, act.failed, act.ended_at is not None


class Recomputation(Case):
    """Spoiled ratings are computed again; the games of the other rows are among them."""

    queue = RecomputationQueue

    def begin(self) -> None:
        people = [user_named(name) for name in ("alice", "bob", "charlie")]
        for players in (people[:2], people[1:], people):
            counted(play_out(start_game(*players), *players))

    def due(self) -> RatingRecomputation:
        RatingChange.objects.update(mu_before=1, mu_after=2, shown_after=3)
        Rating.objects.update(mu=4, shown=5, rated_games=6)
        return recomputation_request()

    def work(self) -> object:
        return recomputation_sweep()

    def effect(self, row: RatingRecomputation) -> Any:
        told = OutboxEntry.objects.filter(subject=row.id).count()
        return (
            told,
            list(RatingChange.objects.order_by("id").values_list("mu_after")),
            list(Rating.objects.order_by("id").values_list("mu", "shown", "rated_games")),
        )


class Count(Case):
    """A finished public game is counted."""

    queue = StatisticsQueue

    def begin(self) -> None:
        self.people = [user_named(name) for name in ("alice", "bob")]

    def due(self) -> CountedGame:
        statistics_forget()
        counted(play_out(start_game(*self.people, visibility="public"), *self.people))
        return CountedGame.objects.get(done=False)

    def work(self) -> object:
        return statistics_sweep()

    def effect(self, row: CountedGame) -> Any:
        return (
            CountedGame.objects.get(pk=row.pk).done,
            list(HeadToHead.objects.values_list("games")),
            sorted(ResultCount.objects.values_list("key", "value", "games")),
        )


class Hint(Case):
    """An analysis of one decision, against bots."""

    queue = AnalysisQueue

    once = ("done", 1, 1)

    def begin(self) -> None:
        self.alice = user_named("alice")
        self.game = begun_against_bots(self.alice)

    def due(self) -> Analysis:
        Analysis.objects.all().delete()
        return hint_request(user=self.alice, game_id=self.game.id)

    def work(self) -> object:
        return AnalysisQueue().work(60)

    def effect(self, row: Analysis) -> Any:
        hint = Analysis.objects.get(id=row.id)
        return hint.status, hint.done, len(decisions_unpack(bytes(hint.result)))


def begun_against_bots(user: User) -> Game:
    """A game of The Castle against a bot, in which the user has to decide."""
    return played(start_game(user, ruleset="castle", bots=["random"]), [user], 1)


# --- accounts ------------------------------------------------------------------------------------


class AccountMail(Case):
    queue = EmailQueue

    once = (None, True)

    def due(self) -> OutgoingEmail:
        user = self.user()
        email_enqueue(kind=EmailKind.RESET, address=user.email, user=user)
        return OutgoingEmail.objects.get(user=user)

    def work(self) -> object:
        return emails_send()

    def effect(self, row: OutgoingEmail) -> Any:
        letter = OutgoingEmail.objects.get(id=row.id)
        return letter.due_at, letter.sent_at is not None

    def received(self, row: OutgoingEmail) -> int:
        return self.mails_to(row.address)


class Export(Case):
    queue = ExportQueue

    once = (None, [0], True, ["export_ready"])

    def due(self) -> AccountExport:
        return export_request(user=self.user())

    def work(self) -> object:
        return exports_make()

    def effect(self, row: AccountExport) -> Any:
        export = AccountExport.objects.get(id=row.id)
        archive = zipfile.ZipFile(io.BytesIO(b"".join(export_read(user=row.user))))
        letters = OutgoingEmail.objects.filter(user=row.user).values_list("kind", flat=True)
        numbers = list(export.pieces.values_list("number", flat=True))
        whole = "profile.json" in archive.namelist() and archive.testzip() is None
        return export.due_at, numbers, whole, list(letters)


class Deletion(Case):
    queue = DeletionQueue

    once = ((False, "", False), ("", True, True), ["deleted"], 0)

    def due(self) -> User:
        user = self.user()
        preferences_change(user=user, changes={"language": "fr"})
        deletion_request(user=user)
        OutgoingEmail.objects.all().delete()
        AccountDeletion.objects.filter(user=user).update(due_at=timezone.now() - SECOND)
        return user

    def work(self) -> object:
        return deletions_carry_out()

    def effect(self, row: User) -> Any:
        user = User.objects.get(id=row.id)
        wish = AccountDeletion.objects.get(user=row)
        letters = OutgoingEmail.objects.filter(address=row.email).values_list("kind", flat=True)
        named = (user.username == row.username, user.email, user.is_active)
        ended = (wish.username, wish.done_at is not None, wish.begun_at is not None)
        return named, ended, list(letters), Preferences.objects.filter(user=row).count()


# --- notifications -------------------------------------------------------------------------------


def news_of(*users: User) -> OutboxEntry:
    return OutboxEntry.objects.create(
        users=[str(user.id) for user in users],
        kind="game_finished",
        subject=users[0].id,
        data={"ruleset": "toy"},
    )


class Outbox(Case):
    queue = OutboxQueue

    once = (True, None, "", [[0, 1], [0, 1]])

    def due(self) -> OutboxEntry:
        return news_of(self.user(), self.user())

    def work(self) -> object:
        return outbox_fan_out()

    def effect(self, row: OutboxEntry) -> Any:
        entry = OutboxEntry.objects.get(id=row.id)
        told = [
            sorted(row.users.index(str(user)) for user in rows.values_list("user", flat=True))
            for rows in (Notification.objects.filter(entry=row), Delivery.objects.filter(entry=row))
        ]
        return entry.fanned_out_at is not None, entry.dead_at, entry.error, told


class GameMail(Case):
    queue: ClassVar[type[DeliveryQueue]] = EmailDeliveryQueue

    once: Any = ("sent", [True])

    def due(self) -> Delivery:
        entry = news_of(self.user())
        outbox_fan_out()
        Delivery.objects.filter(entry=entry).update(available_at=timezone.now() - SECOND)
        return Delivery.objects.select_related("user").get(entry=entry)

    def work(self) -> object:
        return deliver(seconds=60)

    def effect(self, row: Delivery) -> Any:
        delivery = Delivery.objects.get(id=row.id)
        return delivery.progress, [attempt["sent"] for attempt in delivery.log]

    def received(self, row: Delivery) -> int:
        return self.mails_to(row.user.email)


class Webhook(GameMail):
    queue = WebhookDeliveryQueue

    once = (("sent", [True]), 0, None)

    def due(self) -> Delivery:
        user = self.user()
        webhook_create(user=user, url=self.receiver.url)
        entry = news_of(user)
        outbox_fan_out()
        Delivery.objects.filter(entry=entry, channel="email").delete()
        return Delivery.objects.select_related("endpoint").get(entry=entry)

    def effect(self, row: Delivery) -> Any:
        endpoint = row.endpoint
        assert endpoint is not None
        endpoint.refresh_from_db()
        return super().effect(row), endpoint.failures, endpoint.disabled_at

    def received(self, row: Delivery) -> int:
        return self.receiver.ids.count(row.message_id)


class Push(GameMail):
    queue = PushDeliveryQueue

    once = (("sent", [True]), 0)

    def due(self) -> Delivery:
        user = self.user()
        push_subscribe(user=user, endpoint=f"{self.receiver.url}/{user.id}", **DEVICE_KEYS)
        entry = news_of(user)
        outbox_fan_out()
        Delivery.objects.filter(entry=entry, channel="email").delete()
        return Delivery.objects.select_related("subscription").get(entry=entry)

    def effect(self, row: Delivery) -> Any:
        assert row.subscription is not None
        row.subscription.refresh_from_db()
        return super().effect(row), row.subscription.failures

    def received(self, row: Delivery) -> int:
        assert row.subscription is not None
        name = topic(row.entry, row.subscription)
        return [headers.get("topic") for headers, _ in self.receiver.got].count(name)


class DailyDigest(Case):
    once = (1, 1)

    def due(self) -> User:
        user = self.user()
        before = timezone.now() - 48 * HOUR
        ChannelPreference.objects.create(
            user=user, kind="your_turn", email=Mode.DIGEST, changed_at=before
        )
        return user

    def work(self) -> object:
        return digests_create()

    def effect(self, row: User) -> Any:
        entries = OutboxEntry.objects.filter(kind="digest", subject=row.id)
        return Digest.objects.filter(user=row).count(), entries.count()


CASES: tuple[type[Case], ...] = (
    Forfeit,
    Excuse,
    DefaultMove,
    BotTakesOver,
    NeverCame,
    BotTurn,
    StoredChoice,
    LobbyExpires,
    LobbyStarts,
    TimeForAll,
    Hint,
    Recomputation,
    Count,
    AccountMail,
    Export,
    Deletion,
    Outbox,
    GameMail,
    Webhook,
    Push,
    DailyDigest,
)
