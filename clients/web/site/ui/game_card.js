/** A game as lists show it. */

import { html } from "../vendor/preact.js";
import { dateTime, t, tn } from "../text/index.js";
import { Countdown, paceText } from "./clock.js";
import { HowToPlay, Person, Player } from "./parts.js";
import { to } from "./route.js";
import { useRulesetTitle } from "./options.js";
import { useTurns } from "./turns.js";
import { hidesRatings } from "./zen.js";

/** @import { GameSummary, Me, Seat } from "../../types" */

/** Return the state of a game in words. @param {string} status */
export function statusText(status) {
  /** @type {Record<string, string>} */
  const statuses = {
    lobby: t("waiting for players"),
    active: t("running"),
    finished: t("finished"),
    cancelled: t("cancelled"),
  };
  return statuses[status] ?? status;
}

/** The card of a game. The children come last, such as buttons.
 * @param {{game: GameSummary, me: Me | null, children?: any}} props
 */
export function GameCard({ game, me, children }) {
  const ruleset = useRulesetTitle(game.ruleset);
  return html`<article class="card game-card">
    <h3><a href=${to("games", game.id)}>${game.title || ruleset}</a></h3>
    <p class="quiet small">${[...(game.title ? [ruleset] : []), statusText(game.status), ...marks(game)].join(" · ")}</p>
    <${Due} game=${game} me=${me} />
    <${Takers} game=${game} me=${me} />
    <p class="quiet small">${terms(game).join(" · ")}${game.status === "lobby" && html` · <${HowToPlay} slug=${game.ruleset} />`}</p>
    ${children}
  </article>`;
}

/** Cards of games. @param {{games: GameSummary[], me: Me | null, below?: (game: GameSummary) => any}} props */
export const GameCards = ({ games, me, below }) => html`<ul class="cards">
  ${games.map((game) => html`<li key=${game.id}><${GameCard} game=${game} me=${me}>${below?.(game)}<//></li>`)}
</ul>`;

/** When it goes on, or when it ended. @param {{game: GameSummary, me: Me | null}} props */
function Due({ game, me }) {
  const { turns } = useTurns();
  if (game.status === "active") {
    const isMine = me && game.your_seat !== null && turns?.turns.some((turn) => turn.game === game.id);
    const clock = html`<${Countdown} deadline=${game.deadline} paused=${game.paused} />`;
    return html`<p>${isMine && html`<strong>${t("Your turn")}</strong> · `}${clock}</p>`;
  }
  if (game.finished_at) return html`<p class="quiet">${dateTime(game.finished_at)}</p>`;
  if (game.status === "lobby" && game.starts_at) {
    return html`<p>${t("Starts {when}", { when: dateTime(game.starts_at) })}</p>`;
  }
  return null;
}

/** Who plays, and how many seats are free. @param {{game: GameSummary, me: Me | null}} props */
function Takers({ game, me }) {
  const taken = game.seats.filter(isTaken);
  const isOpen = game.status === "lobby";
  const free = game.seats.length - taken.length;
  const isHostOutside = isOpen && !taken.some((seat) => seat.user?.id === game.created_by.id);
  return html`<p>
      ${taken.map((seat, index) => html`${index > 0 && ", "}<${Taker} key=${seat.number} seat=${seat} me=${me} />`)}
      ${isOpen && free > 0 && html`${taken.length > 0 && " · "}<strong>${tn("{count} free seat", "{count} free seats", free)}</strong>
        <span class="quiet">${" "}${t("of {count}", { count: game.seats.length })}</span>`}
      ${isOpen && free === 0 && html`<span class="quiet">${` · ${t("full")}`}</span>`}
    </p>
    ${isHostOutside && html`<p>${t("Host:")} <${Person} user=${game.created_by} /></p>`}`;
}

/** @param {Seat} seat */
const isTaken = (seat) => seat.user !== null || seat.bot !== null;

/** @param {{seat: Seat, me: Me | null}} props */
function Taker({ seat, me }) {
  return seat.user && !seat.bot && seat.user.id === me?.id ? t("you") : html`<${Player} seat=${seat} />`;
}

/** What is special about a game. @param {GameSummary} game */
const marks = (game) => [
  ...(game.visibility === "private" ? [t("private")] : []),
  ...(game.visibility === "unlisted" ? [t("unlisted")] : []),
  ...(game.annulled ? [t("annulled")] : []),
  ...(game.frozen ? [t("stopped by a moderator")] : []),
  ...(game.anonymous ? [t("anonymous")] : []),
  ...(game.test_clock ? [t("test game")] : []),
];

/** What players agree to: the pace, and who may join. @param {GameSummary} game */
function terms(game) {
  const hasBots = game.seats.some((seat) => seat.bot !== null && !seat.user);
  return [paceText(game.pace), game.rated && !hasBots ? t("rated") : t("not rated"), ...conditions(game)];
}

/** Who may join a game, and when it starts. @param {GameSummary} game */
export function conditions(game) {
  const { min_rating: min, max_rating: max, min_reliability: reliability } = game;
  const isOpen = game.status === "lobby";
  const showsRatings = isOpen && !hidesRatings();
  return [
    ...(showsRatings && min !== null ? [t("rating from {limit}", { limit: min })] : []),
    ...(showsRatings && max !== null ? [t("rating up to {limit}", { limit: max })] : []),
    ...(isOpen && reliability !== null ? [t("at least {limit}% of games finished", { limit: reliability })] : []),
    ...(isOpen && game.start_when_full ? [t("starts when full")] : []),
    ...(isOpen && game.ready_check ? [t("starts when all are ready")] : []),
  ];
}
