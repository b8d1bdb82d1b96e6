/** A game that has not started: its seats, its settings, and what its players and its host can do. */

import { html } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { dateTime, t, tn } from "../text/index.js";
import { secondsUntil } from "../api/server_clock.js";
import { longDuration } from "../ui/clock.js";
import { ActionButton, CopyLink, Failure, hidesNames, SignInButton } from "../ui/parts.js";
import { conditions } from "../ui/game_card.js";
import { useAction, useNow } from "../ui/hooks.js";
import { go, to } from "../ui/route.js";
import { Chances } from "./chances.js";
import { Chat } from "./chat.js";
import { Invitations, Invited } from "./invitations.js";
import { Settings } from "./settings.js";
import { WaitingSeats } from "./waiting_seats.js";

/** @import { Game, Me } from "../../types" */
/** @import { LiveGame } from "./use_game.js" */

/** @typedef {(action: () => Promise<any>) => Promise<boolean>} Act sends a change and shows the game in its reply */

/** @param {{live: LiveGame, me: Me | null}} props */
export function Waiting({ live, me }) {
  const game = /** @type {Game} */ (live.game);
  const { run, busy, error } = useAction();
  if (game.status !== "lobby") return html`<${Cancelled} game=${game} />`;
  const isHost = me !== null && game.created_by.id === me.id;
  /** @type {Act} */
  const act = async (action) => {
    const done = await run(() => live.change(action));
    if (!done) await live.reload();
    return done;
  };
  return html`<div class="table">
    <section class="board" aria-labelledby="seats-title">
      <${Failure} error=${error} />
      <${Invited} game=${game} me=${me} busy=${busy} act=${act} />
      <${Start} game=${game} />
      <h2 id="seats-title">${t("Seats")}</h2>
      <${WaitingSeats} game=${game} me=${me} isHost=${isHost} busy=${busy || live.isOld} act=${act} />
      <${Actions} game=${game} me=${me} isHost=${isHost} busy=${busy || live.isOld} act=${act} />
      ${me && html`<${Chances} game=${game} />`}
      ${(isHost || game.your_seat !== null) && !hidesNames(game) && html`<${Invitations} game=${game} isHost=${isHost} />`}
      ${game.visibility !== "private" && html`<${CopyLink} label=${t("Link for friends")} address=${location.href.split("?")[0]} />`}
    </section>
    <div class="beside">
      <section class="card">
        <h2>${t("Settings")}</h2>
        ${conditions(game).length > 0 && html`<p>${conditions(game).join(" · ")}</p>`}
        <${Settings} game=${game} />
      </section>
      ${me && html`<section><h2>${t("Messages")}</h2><${Chat} key=${game.your_seat === null} live=${live} /></section>`}
    </div>
  </div>`;
}

/** @param {{game: Game}} props */
const Cancelled = ({ game }) => html`<div class="empty">
  <p>${t("This game was cancelled.")}</p>
  <p>
    <a href=${game.reopened_as ? to("games", game.reopened_as) : to("lobby")}>
      ${game.reopened_as ? t("To the game that replaces it") : t("To the lobby")}
    </a>
  </p>
</div>`;

/** When it starts, and how long it waits. @param {{game: Game}} props */
function Start({ game }) {
  useNow(1000);
  const { starts_at: starts, expires_at: expires, free_seats: free } = game;
  /** @param {string} instant */
  const left = (instant) => longDuration(Math.max(0, roughly(secondsUntil(instant))));
  return html`<p class="note">
    ${free > 0 ? tn("{count} seat is free.", "{count} seats are free.", free) : t("All seats are taken.")}
    ${" "}${starts
      ? t("The game starts in {time}, at {when}.", { time: left(starts), when: dateTime(starts) })
      : howItStarts(game)}
    ${!starts && expires && html`<br /><span class="quiet small">
      ${t("If nothing changes, the game is cancelled in {time}.", { time: left(expires) })}
    </span>`}
  </p>`;
}

/** Drop the small units of long durations. @param {number} seconds */
function roughly(seconds) {
  const unit = seconds > 86400 ? 3600 : seconds > 3600 ? 60 : 1;
  return Math.floor(seconds / unit) * unit;
}

/** @param {Game} game */
function howItStarts(game) {
  if (game.ready_check) return t("The game starts when all seats are taken and all players are ready.");
  if (game.start_when_full) return t("The game starts when the last seat is taken.");
  return t("The host starts the game when all seats are taken.");
}

/** What concerns the whole game. @param {{game: Game, me: Me | null, isHost: boolean, busy: boolean, act: Act}} props */
function Actions({ game, me, isHost, busy, act }) {
  const path = `games/${game.id}`;
  const mine = game.your_seat === null ? null : game.seats[game.your_seat];
  const others = game.seats.filter((seat) => seat.user && seat.number !== game.your_seat);
  const leave = async () => {
    const left = await act(() => post(`${path}/leave/`));
    if (left && (isHost || game.visibility === "private")) go("lobby"); // it may be gone for them
  };
  if (!me) {
    return html`<div class="actions"><${SignInButton} title=${t("Sign in to join")} /></div>`;
  }
  const ready = () => act(() => post(`${path}/ready/`, { ready: !mine?.ready }));
  const hostStarts = isHost && !game.ready_check;
  return html`<div class="actions">
      ${!mine && game.free_seats > 0 && html`<button disabled=${busy} onClick=${() => act(() => post(`${path}/join/`, {}))}>
        ${t("Join")}
      </button>`}
      ${mine && game.ready_check && html`<button class=${mine.ready ? "second" : ""} disabled=${busy} onClick=${ready}>
        ${mine.ready ? t("I am not ready") : t("I am ready")}
      </button>`}
      ${hostStarts && html`<button disabled=${busy || game.free_seats > 0} onClick=${() => act(() => post(`${path}/start/`))}>
        ${t("Start the game")}
      </button>`}
      ${isHost && html`<a class="button second" href=${`${to("new")}?edit=${game.id}`}>${t("Change the settings")}</a>`}
      ${mine && html`<${ActionButton} title=${t("Leave")} kind="second" disabled=${busy} action=${leave} asks=${t("Leave the game?")}
        ask=${isHost && (others.length > 0 ? t("Another player becomes the host.") : t("Nobody else is there, so the game is cancelled."))} />`}
      ${isHost && html`<${ActionButton} title=${t("Cancel the game")} kind="second" disabled=${busy} asks=${t("Cancel the game?")}
        ask=${t("Nobody can join any longer. This cannot be taken back.")} action=${() => act(() => post(`${path}/cancel/`))} />`}
    </div>
    ${hostStarts && game.free_seats > 0 && html`<p class="hint">
      ${t("To start, fill all seats: wait for players, invite some, or add bots.")}
    </p>`}`;
}
