/** A short guide to the table, for a first game. It stands above the table and blocks nothing. */

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { useRemembered } from "../ui/hooks.js";
import { route } from "../ui/route.js";

const KEY = "tour";
const DONE = "done";
const SHOWN = "tour-shown";

/** Show the guide again, from its first step. */
export const restartTour = () => localStorage.setItem(KEY, "0");

/** Each step explains a part of the page, which is found by a selector, if it is there.
 * @returns {{title: string, text: string, part: string}[]}
 */
const steps = () => [
  {
    title: t("The table"),
    text: t("This is the game as you see it. What is marked can be clicked: it belongs to something that you can do now. The Tab key and Enter do the same."),
    part: ".board",
  },
  {
    title: t("Your decision"),
    text: t("When it is your turn, here is the question, with all that you may do. A click in the picture shortens the list."),
    part: ".question",
  },
  {
    title: t("Look before you play"),
    text: t("Your choice is first shown in the picture. It counts when you press “Play”; “Back” takes it back. You can switch this off below the options."),
    part: ".question",
  },
  {
    title: t("Besides playing"),
    text: t("Here you read what has happened, and write to the players. Keep private notes, leave standing orders for decisions to come, or propose a vote, for example to take a move back."),
    part: ".panels",
  },
  {
    title: t("No need to wait"),
    text: t("Close the page whenever you like. When it is your turn, the game is at the top of “My games”, and you get an e-mail if you have entered an address. Enjoy the game!"),
    part: ".top nav",
  },
];

/** The guide, if the address asks for it and the user has not ended it. */
export function Tour() {
  const [kept, keep] = useRemembered(KEY, "0");
  const isShown = route().query.get("tour") === "1" && kept !== DONE;
  if (!isShown) return null;
  return html`<${Coach} number=${Number(kept) || 0} onStep=${(/** @type {number} */ step) => keep(String(step))} onEnd=${() => keep(DONE)} />`;
}

/** @param {{number: number, onStep: (step: number) => void, onEnd: () => void}} props */
function Coach({ number, onStep, onEnd }) {
  const all = steps();
  const place = Math.min(number, all.length - 1);
  const { title, text, part } = all[place];
  const isLast = place === all.length - 1;
  const [moved, setMoved] = useState(false);
  const words = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const shown = document.querySelector(part);
    shown?.classList.add(SHOWN);
    if (moved) shown?.scrollIntoView({ block: "nearest" });
    if (moved) words.current?.focus({ preventScroll: true });
    return () => shown?.classList.remove(SHOWN);
  }, [place]);
  const next = () => {
    setMoved(true);
    onStep(place + 1);
  };
  return html`<aside class="note tour" aria-label=${t("A guide to the table")}>
    <div ref=${words} tabindex="-1">
      <strong>${title}</strong> <span class="quiet small">${place + 1} / ${all.length}</span>
      <p>${text}</p>
    </div>
    <div class="actions">
      ${isLast ? html`<button onClick=${onEnd}>${t("Done")}</button>` : html`<button onClick=${next}>${t("Next")}</button>`}
      ${!isLast && html`<button class="second" onClick=${onEnd}>${t("Skip the guide")}</button>`}
    </div>
  </aside>`;
}
