/** A slider over the moves of a game, with buttons, and the arrow keys anywhere on the page. */

import { html, useEffect } from "../vendor/preact.js";
import { t } from "../text/index.js";

/** Elements that need the arrow keys themselves. */
const OWN_KEYS = "input, select, textarea, [role=tab], .scrolls";

/** @param {{move: number, last: number, onMove: (move: number) => void}} props */
export function Stepper({ move, last, onMove }) {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const isTaken = event.target instanceof Element && event.target.closest(OWN_KEYS);
      if (!step || isTaken || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onMove(Math.min(last, Math.max(0, move + step)));
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [move, last]);

  /** @param {string} sign @param {string} name @param {number} target @param {boolean} isOff */
  const button = (sign, name, target, isOff) =>
    html`<button class="second" aria-label=${name} title=${name} aria-disabled=${isOff}
      onClick=${() => isOff || onMove(target)}>${sign}</button>`;
  const words = move === 0 ? t("Set-up of {count}", { count: last }) : t("Move {move} of {count}", { move, count: last });
  return html`<div class="stepper" role="group" aria-label=${t("Moves")}>
    ${button("|◀", t("First move"), 0, move <= 0)}
    ${button("◀", t("Previous move"), Math.min(move, last + 1) - 1, move <= 0)}
    <label for="move" class="unseen">${t("Move")}</label>
    <input id="move" type="range" min="0" max=${last} value=${move} aria-valuetext=${words}
      onInput=${(/** @type {any} */ event) => onMove(Number(event.target.value))} />
    ${button("▶", t("Next move"), move + 1, move >= last)}
    ${button("▶|", t("Last move"), last, move >= last)}
    <output for="move">${words}</output>
  </div>`;
}
