/** Where the user is after a move: the focus goes to what comes next, and screen readers say it. */

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { seatName } from "../ui/parts.js";

/** @import { LiveGame } from "./use_game.js" */

/** The most events that are said at once. */
const MOST = 3;
/** Milliseconds in which the events of a command and the game after it both come. */
const TOGETHER = 500;

/** Move the focus to the question, or to what there is instead, when an input changes: but only from
 * there and from the picture, which is where a user plays.
 * @param {{current: HTMLElement | null}} bar
 * @param {any[]} inputs
 */
export function useFocus(bar, inputs) {
  const plays = useRef(false);
  useEffect(() => {
    // An element that is removed takes the focus with it: so where it was is noted.
    const note = (/** @type {any} */ { target }) =>
      (plays.current = Boolean(bar.current?.contains(target) || target.shadowRoot));
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    const place = bar.current?.querySelector("h2, .waiting") ?? document.getElementById("result-title");
    if (!plays.current || !(place instanceof HTMLElement) || document.activeElement?.matches(".play")) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }, inputs);
}

/** Return the lines that a screen reader says as they are added: events, and after a change whose turn it is.
 * @param {LiveGame} live
 */
export function useAnnouncement({ game, news }) {
  const [lines, setLines] = useState(/** @type {{key: number, text: string}[]} */ ([]));
  const said = useRef({ events: 0, state: "", lines: 0 });
  useEffect(() => {
    const { decision, seats, status } = /** @type {NonNullable<LiveGame["game"]>} */ (game);
    const say = () => {
      const events = news.slice(said.current.events).slice(-MOST).map(({ text }) => text);
      const state = `${status} ${decision?.id}`;
      if (!events.length && said.current.state === state) return;
      const isOld = said.current.state === state || (status === "active" && !decision);
      Object.assign(said.current, { events: news.length, state });
      const next = status !== "active" || !decision
        ? t("The game is over")
        : decision.options
          ? t("Your turn: {question}", { question: decision.question ?? "" })
          : t("Waiting for {name}", { name: seatName(seats[decision.seat]) });
      const fresh = [...events, ...(isOld ? [] : [next])].map((text) => ({ key: said.current.lines++, text }));
      setLines((before) => [...before, ...fresh].slice(-MOST - 1));
    };
    const timer = setTimeout(say, TOGETHER);
    return () => clearTimeout(timer);
  }, [game, news.length]);
  return lines.map(({ key, text }) => html`<p key=${key}>${text}</p>`);
}
