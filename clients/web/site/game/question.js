/** The open decision in words: the question, each option as a button, and the one to confirm. */

import { html, useEffect, useRef } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { Countdown } from "../ui/clock.js";
import { seatName } from "../ui/parts.js";
import { Hint, useHint } from "./hint.js";
import { Explanation } from "./sheet.js";

/** @import { Decision, Game, Option } from "../../types" */
/** @import { Choosing } from "./choosing.js" */
/** @import { LiveGame } from "./use_game.js" */

/**
 * @typedef {object} Props
 * @property {LiveGame} live
 * @property {string} svg
 * @property {Choosing} choosing
 * @property {boolean} busy
 * @property {(option: Option) => void} onChoose
 * @property {(choice: string) => void} onPlay
 * @property {string} confirms "yes" if a choice is shown in the picture before it is played
 * @property {(confirms: string) => void} onConfirms
 */

/** @param {Props} props */
export function Question(props) {
  const game = /** @type {NonNullable<LiveGame["game"]>} */ (props.live.game);
  const { decision } = game;
  if (game.status === "cancelled") return html`<p class="note">${t("This game was cancelled.")}</p>`;
  if (!decision || game.status !== "active") return null;
  if (!decision.options) {
    const name = seatName(game.seats[decision.seat]);
    return html`<p class="waiting">${t("Waiting for {name}", { name })} · <${Clock} game=${game} /></p>`;
  }
  // A hint and its errors are about one decision.
  return html`<${OpenDecision} key=${decision.id} ...${props} game=${game} decision=${decision} />`;
}

/** @param {{game: Game}} props */
const Clock = ({ game }) =>
  html`<${Countdown} deadline=${game.deadline} paused=${game.paused} left=${game.clock?.left} />`;

/** @param {Props & {game: Game, decision: Decision}} props */
function OpenDecision({ live, svg, game, decision, choosing, busy, onChoose, onPlay, confirms, onConfirms }) {
  const hint = useHint(game, decision);
  const isOff = busy || live.isOld;
  return html`<section class="question" data-decision=${decision.id} aria-label=${t("Your decision")}>
    <h2>${decision.question} <${Clock} game=${game} /></h2>
    ${game.frozen && html`<p class="note">${t("A moderator has stopped this game for the moment.")}</p>`}
    ${choosing.option
      ? html`<${Confirmation} option=${choosing.option} busy=${busy} onPlay=${onPlay} onBack=${choosing.restart}>
          <${Explanation} svg=${svg} marks=${choosing.option.marks} help=${game.help ?? {}} />
        <//>`
      : html`<${Options} choosing=${choosing} suggested=${hint.result?.best} busy=${isOff} onChoose=${onChoose} />
          <${Hint} from=${hint} isOff=${isOff} />`}
    <label class="check">
      <input type="checkbox" checked=${confirms === "yes"}
        onChange=${(/** @type {any} */ event) => onConfirms(event.target.checked ? "yes" : "no")} />
      ${t("Show a choice before it is played")}
    </label>
  </section>`;
}

/** @param {{choosing: Choosing, suggested?: string, busy: boolean, onChoose: (option: Option) => void}} props */
export function Options({ choosing, suggested, busy, onChoose }) {
  return html`<ul class="options">
      ${choosing.left.map(
        (option) => html`<li key=${option.choice}>
          <button class="option" disabled=${busy} data-choice=${option.choice} onClick=${() => onChoose(option)}>
            ${option.label}${option.choice === suggested && html` <small class="tag">${t("suggested")}</small>`}
          </button>
        </li>`,
      )}
    </ul>
    ${choosing.clicked.length > 0 &&
    html`<button class="second" onClick=${choosing.restart}>${t("Show all options")}</button>`}`;
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
