/** The open decision in words: the question, each option as a button, and the one to confirm. */

import { html, useEffect, useRef } from "../vendor/preact.js";
import { t, tn } from "../text/index.js";
import { Countdown, pauseText } from "../ui/clock.js";
import { useRemembered } from "../ui/hooks.js";
import { seatName } from "../ui/parts.js";
import { to } from "../ui/route.js";
import { useTurns } from "../ui/turns.js";
import { Hint, useHint } from "./hint.js";
import { Explanation } from "./sheet.js";
import { Undo } from "./undo.js";

/** @import { Decision, Game, GameEvent, Option } from "../../types" */
/** @import { Choosing } from "./choosing.js" */
/** @import { LiveGame } from "./use_game.js" */

/**
 * @typedef {object} Props
 * @property {LiveGame} live
 * @property {GameEvent[]} events
 * @property {string} svg
 * @property {Choosing} choosing
 * @property {boolean} hasPicture true if there is a picture to choose from
 * @property {boolean} busy
 * @property {(option: Option) => void} onChoose
 * @property {(choice: string) => void} onPlay
 */

/** More options than that are a list to open, if there is a picture. */
const MANY = 8;

/** @param {Props} props */
export function Question(props) {
  const game = /** @type {NonNullable<LiveGame["game"]>} */ (props.live.game);
  const { decision } = game;
  if (game.status === "cancelled") return html`<p class="note">${t("This game was cancelled.")}</p>`;
  if (!decision || game.status !== "active") return null;
  if (!decision.options) {
    const name = seatName(game.seats[decision.seat]);
    return html`<div class="waiting">
      <p>${t("Waiting for {name}", { name })}<${Clock} game=${game} /></p>
      <${NextGame} game=${game} /><${Pauses} game=${game} /><${Outages} game=${game} events=${props.events} />
    </div>`;
  }
  // A hint and its errors are about one decision.
  return html`<${OpenDecision} key=${decision.id} ...${props} game=${game} decision=${decision} />`;
}

/** @param {{game: Game}} props */
const Clock = ({ game }) =>
  game.clock && html` <${Countdown} deadline=${game.deadline} paused=${game.paused} left=${game.clock?.left} />`;

/** Why the clock is stopped. @param {{game: Game}} props */
const Pauses = ({ game }) =>
  html`${game.clock?.pauses.map((pause) => html`<p class="quiet small">${pauseText(pause, game)}</p>`)}`;

/** Why the deadline has moved: the outages of the service since the clock runs.
 * @param {{game: Game, events: GameEvent[]}} props
 */
const Outages = ({ game, events }) => {
  const since = Date.parse(game.clock?.since ?? "");
  const told = events.filter(({ kind, at }) => kind === "outage_skipped" && Date.parse(at) >= since);
  return html`${told.map(({ seq, text }) => html`<p key=${seq} class="quiet small">${text}</p>`)}`;
};

/** The way to the most urgent other game that waits for the user. @param {{game: Game}} props */
export function NextGame({ game }) {
  const others = useTurns().turns?.turns.filter((turn) => turn.game !== game.id && !turn.frozen) ?? [];
  if (!others.length) return null;
  return html`<a class="button next-game" href=${to("games", others[0].game)}>
    ${tn("Next game ({count} waits)", "Next game ({count} wait)", others.length)}
  </a>`;
}

/** @param {Props & {game: Game, decision: Decision}} props */
function OpenDecision({ live, events, svg, game, decision, choosing, hasPicture, busy, onChoose, onPlay }) {
  const hint = useHint(game, decision);
  const isOff = busy || live.isOld;
  return html`<section class="question" data-decision=${decision.id} aria-label=${t("Your decision")}>
    <h2>${decision.question}<${Clock} game=${game} /></h2>
    <${Pauses} game=${game} /><${Outages} game=${game} events=${events} />
    ${choosing.option
      ? html`<${Confirmation} option=${choosing.option} busy=${busy} onPlay=${onPlay} onBack=${choosing.restart}>
          <${Explanation} svg=${svg} marks=${choosing.option.marks} help=${game.help ?? {}} />
        <//>`
      : html`<div class="ways">
          <${Options} choosing=${choosing} isFolded=${hasPicture} suggested=${hint.result?.best} busy=${isOff} onChoose=${onChoose} />
          <${Hint} from=${hint} isOff=${isOff} />
          <${Undo} live=${live} events=${events} isOff=${isOff} />
        </div>`}
  </section>`;
}

/** The options as a list; a long one opens on demand if `isFolded`.
 * @param {{choosing: Choosing, isFolded?: boolean, suggested?: string, busy: boolean, onChoose: (option: Option) => void}} props
 */
export function Options({ choosing, isFolded = false, suggested, busy, onChoose }) {
  const [unfolds, setUnfolds] = useRemembered("list", "no");
  const { left } = choosing;
  const options = html`<ul class="options">
      ${left.map(
        (option) => html`<li key=${option.choice}>
          <button class="option" disabled=${busy} data-choice=${option.choice} onClick=${() => onChoose(option)}>
            ${option.label}${option.choice === suggested && html` <small class="tag">${t("suggested")}</small>`}
          </button>
        </li>`,
      )}
    </ul>`;
  return html`${isFolded && left.length > MANY
      ? html`<details open=${unfolds === "yes"} onToggle=${(/** @type {any} */ event) => setUnfolds(event.target.open ? "yes" : "no")}>
          <summary>${t("Options ({count})", { count: left.length })}</summary>${options}
        </details>`
      : options}
    ${choosing.clicked.length > 0 &&
    html`<button class="second restart" onClick=${choosing.restart}>${t("Show all options")}</button>`}`;
}

/** @param {{option: Option, busy: boolean, onPlay: (choice: string) => void, onBack: () => void, children?: any}} props */
export function Confirmation({ option, busy, onPlay, onBack, children }) {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return html`<div class="confirmation">
    <p>${option.label}</p>
    ${children}
    <div class="actions">
      <button ref=${button} class="play" disabled=${busy} onClick=${() => onPlay(option.choice)}>${t("Play")}</button>
      <button class="second" disabled=${busy} onClick=${onBack}>${t("Back")}</button>
    </div>
  </div>`;
}
