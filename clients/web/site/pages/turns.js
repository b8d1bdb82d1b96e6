/** The first page of a signed-in user: what waits for them, then all their games. */

import { html } from "../vendor/preact.js";
import { get, getAll, post } from "../api/requests.js";
import { load, save } from "../api/saved.js";
import { t, tn } from "../text/index.js";
import { Countdown } from "../ui/clock.js";
import { GameCard, GameCards } from "../ui/game_card.js";
import { useAction, useDocument, useLoad, useTitle } from "../ui/hooks.js";
import { Failure, Loaded, Person } from "../ui/parts.js";
import { go, to } from "../ui/route.js";
import { useRulesets, useRulesetTitle } from "../ui/options.js";
import { PuzzleOfTheDay } from "../ui/puzzle_of_the_day.js";
import { useTurns } from "../ui/turns.js";

/** @import { GameSummary, Me, MyInvitation, SeatOffer, Turn, UnreadReply } from "../../types" */

/** @param {{me: Me}} props */
export function TurnsPage({ me }) {
  const { turns, changes } = useTurns();
  const games = useLoad(() => loadGames(), [changes]);
  const open = new Set(turns?.turns.map(({ game }) => game));
  useTitle(t("My games"));
  return html`<h1>${t("My games")}</h1>
    <${Invitations} changes=${changes} />
    <${Offers} changes=${changes} me=${me} />
    <h2>${t("Your turn")}</h2>
    ${turns && html`<${Turns} turns=${turns.turns} games=${games.value?.running ?? []} />`}
    <${PuzzleOfTheDay} />
    <${Loaded} from=${games}>
      ${(/** @type {Awaited<ReturnType<typeof loadGames>>} */ loaded) => html`
        <${Games} title=${t("Others are to act")} games=${loaded.running.filter((/** @type {GameSummary} */ { id }) => !open.has(id))} me=${me} unread=${loaded.unread} />
        <${Games} title=${t("Waiting for players")} games=${loaded.waiting} me=${me} unread=${loaded.unread} />
        ${loaded.running.length + loaded.waiting.length === 0 && html`<${Nothing} />`}
        <${Games} title=${t("Finished")} games=${loaded.finished} me=${me} unread=${loaded.unread} />`}
    <//>`;
}

/** Fetch the user's games; without a connection, those that were seen last. */
async function loadGames() {
  try {
    const [running, waiting, finished, unread] = await Promise.all([
      getAll("me/games/", { status: "active", limit: 100 }),
      getAll("me/games/", { status: "lobby", limit: 100 }),
      get("me/games/", { status: "finished", limit: 10 }).then((page) => page.results),
      get("me/messages/"),
    ]);
    const loaded = { running, waiting, finished, unread: unreadByGame(unread) };
    save("games", loaded);
    return loaded;
  } catch (error) {
    const old = await load("games");
    if (old) return old;
    throw error;
  }
}

/** @param {UnreadReply} reply @returns {Record<string, number>} */
function unreadByGame({ rooms }) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { game, unread } of rooms) counts[game] = (counts[game] ?? 0) + unread;
  return counts;
}

/** @param {{turns: Turn[], games: GameSummary[]}} props */
function Turns({ turns, games }) {
  if (!turns.length) return html`<p class="quiet">${t("No game waits for you.")}</p>`;
  return html`<ul class="cards">
    ${turns.map((turn) => html`<${OpenTurn} key=${turn.game} turn=${turn} game=${games.find(({ id }) => id === turn.game)} />`)}
  </ul>`;
}

/** @param {{turn: Turn, game: GameSummary | undefined}} props */
function OpenTurn({ turn, game }) {
  const ruleset = useRulesetTitle(turn.ruleset);
  const others = (game?.seats ?? []).flatMap(({ user }) => (user && user.id !== game?.seats[turn.seat].user?.id ? [user.username] : []));
  return html`<li class="card turn">
    <h3><a href=${to("games", turn.game)}>${game?.title || ruleset}</a></h3>
    ${others.length > 0 && html`<p class="quiet">${t("with {names}", { names: others.join(", ") })}</p>`}
    <p><${Countdown} deadline=${turn.deadline} paused=${turn.paused} /></p>
  </li>`;
}

/** @param {{title: string, games: GameSummary[], me: Me, unread: Record<string, number>}} props */
function Games({ title, games, me, unread }) {
  if (!games.length) return null;
  const news = (/** @type {GameSummary} */ { id }) =>
    unread[id] > 0 && html`<p><span class="badge">${tn("{count} new message", "{count} new messages", unread[id])}</span></p>`;
  return html`<h2>${title}</h2><${GameCards} games=${games} me=${me} below=${news} />`;
}

const Nothing = () => html`<div class="empty">
  <p>${t("You play no game yet.")}</p>
  <p class="actions center">
    <a class="button" href=${to("first-game")}>${t("Play a first game against bots")}</a>
    <a class="button second" href=${to("lobby")}>${t("Find a game")}</a>
    <a class="button second" href=${to("new")}>${t("Create a game")}</a>
  </p>
</div>`;

/** Load what others have asked the user, and answer it.
 * @param {string} path
 * @param {number} changes
 */
function useRequests(path, changes) {
  const list = useDocument(path, {}, changes);
  const { run, busy, error } = useAction();
  /** @param {{id: number | string, game: string}} one @param {"accept" | "decline" | "withdraw"} answer */
  const reply = (one, answer) =>
    run(async () => {
      await post(`${path}${one.id}/${answer}/`, {});
      if (answer === "accept") go("games", one.game);
      await list.reload();
    });
  /** @param {any} one @param {"accept" | "decline" | "withdraw"} answer @param {string} title */
  const button = (one, answer, title) => html`<button class=${answer === "accept" ? "" : "second"} disabled=${busy}
    onClick=${() => reply(one, answer)}>${title}</button>`;
  return { all: /** @type {any[]} */ (list.value?.results ?? []), button, error };
}

/** Invitations by others, with the games that they are for. @param {{changes: number}} props */
function Invitations({ changes }) {
  const { all, button, error } = useRequests("me/invitations/", changes);
  /** @type {MyInvitation[]} */
  const open = all.filter(({ answer }) => !answer);
  if (!open.length) return null;
  return html`<h2>${t("Invitations")}</h2>
    <${Failure} error=${error} />
    <ul class="cards">
      ${open.map((one) => html`<li key=${one.id}><${GameCard} game=${one.summary} me=${null}>
        <p>${t("Invited by")} <${Person} user=${one.by} /></p>
        <div class="actions">${button(one, "accept", t("Accept"))} ${button(one, "decline", t("Decline"))}</div>
      <//></li>`)}
    </ul>`;
}

/** Seats that others hand over to the user, or the user to others. @param {{changes: number, me: Me}} props */
function Offers({ changes, me }) {
  const { all, button, error } = useRequests("me/seat-offers/", changes);
  const rulesets = useRulesets();
  /** @type {SeatOffer[]} */
  const open = all.filter(({ closed_at }) => !closed_at);
  if (!open.length) return null;
  return html`<h2>${t("Offered seats")}</h2>
    <${Failure} error=${error} />
    <ul class="cards">
      ${open.map((one) => html`<li class="card" key=${one.id}>
        <h3><a href=${to("games", one.game)}>${rulesets.find(({ slug }) => slug === one.ruleset)?.title ?? one.ruleset}</a></h3>
        <p>${t("{from} offers seat {seat} to {to}", { from: one.by.username, seat: one.seat + 1, to: one.to.username })}</p>
        <div class="actions">
          ${one.to.id === me.id
            ? html`${button(one, "accept", t("Accept"))} ${button(one, "decline", t("Decline"))}`
            : button(one, "withdraw", t("Withdraw"))}
        </div>
      </li>`)}
    </ul>`;
}
