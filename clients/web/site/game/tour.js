/**
 * A guide for a first game: what to do in this game, and why, in the words of the game; then what is
 * where on the page. It stands above the table and blocks nothing.
 */

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { useDocument, useRemembered } from "../ui/hooks.js";
import { HowToPlay } from "../ui/parts.js";
import { route } from "../ui/route.js";

/** @import { Game } from "../../types" */

const KEY = "tour";
const DONE = "done";
const SHOWN = "tour-shown";
/** The rounds in which the guide says what to do. */
const ROUNDS = 2;

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
    text: t("Close the page whenever you like. When it is your turn, the game is at the top of “My games”, and you get an e-mail if you have entered an address."),
    part: ".top nav",
  },
];

/** The guide, if the address asks for it and the user has not ended it. @param {{game: Game}} props */
export function Tour({ game }) {
  const [kept, keep] = useRemembered(KEY, "0");
  const isShown = route().query.get("tour") === "1" && kept !== DONE;
  if (!isShown) return null;
  return html`<${Coach} game=${game} number=${Number(kept) || 0} onStep=${(/** @type {number} */ step) => keep(String(step))} onEnd=${() => keep(DONE)} />`;
}

/** True if the first rounds are over: the kind of decision that came first comes once more.
 * @param {string} game
 * @param {string} topic empty: others decide
 * @param {number | undefined} decision
 */
function useIsOver(game, topic, decision) {
  const [kept, keep] = useRemembered("tour-rounds", "");
  const [of, first, ...seen] = kept.split(" ");
  const own = of === game ? seen : [];
  useEffect(() => {
    if (topic && of !== game) keep([game, topic, decision].join(" "));
    else if (topic === first && !own.includes(String(decision))) keep(`${kept} ${decision}`);
  }, [topic, decision]);
  return own.length > ROUNDS;
}

/** What the game says to a newcomer at this moment; no topic: others decide. @param {Game} game */
function useAdvice(game) {
  const { value } = useDocument(`rulesets/${game.ruleset}/how-to-play/`);
  const { decision } = game;
  const topic = decision?.options ? decision.topic : "";
  const isOver = useIsOver(game.id, topic, decision?.id) || game.status !== "active";
  if (isOver) return { topic, isOver, text: t("You know the way now. Tap a card to read what it does; all rules are under “More”. Enjoy the game!") };
  return { topic, isOver, text: value && (topic ? (value.first_round[topic] ?? decision?.question) : value.waiting) };
}

/** @param {{game: Game, number: number, onStep: (step: number) => void, onEnd: () => void}} props */
function Coach({ game, number, onStep, onEnd }) {
  const advice = useAdvice(game);
  const page = steps();
  const place = Math.max(advice.text === "" ? 1 : 0, Math.min(number, page.length)); // some games say nothing
  const { title, text, part } = place ? page[place - 1] : { title: t("What to do now"), text: advice.text, part: ".question" };
  const [moved, setMoved] = useState(false);
  const words = useRef(/** @type {HTMLElement | null} */ (null));
  const told = useRef(/** @type {Set<string>} */ (new Set()));
  useEffect(() => {
    const isNew = advice.isOver || (advice.topic && !told.current.has(advice.topic));
    told.current.add(advice.topic);
    if (isNew && place) onStep(0);
  }, [advice.topic, advice.isOver]);
  useEffect(() => {
    const shown = place ? document.querySelector(part) : null;
    shown?.classList.add(SHOWN);
    if (moved) shown?.scrollIntoView({ block: "nearest" });
    if (moved) words.current?.focus({ preventScroll: true });
    return () => shown?.classList.remove(SHOWN);
  }, [place]);
  const next = () => {
    setMoved(true);
    onStep(place < page.length ? place + 1 : 0);
  };
  const onward = place === 0 ? t("What is where?") : place < page.length ? t("Next") : t("What to do now");
  return html`<aside class="note tour" aria-label=${t("A guide to the table")}>
    <div ref=${words} tabindex="-1">
      <strong>${title}</strong>${place > 0 && html` <span class="quiet small">${place} / ${page.length}</span>`}
      <p>${text}</p>
    </div>
    <div class="actions">
      ${advice.isOver ? html`<button onClick=${onEnd}>${t("Done")}</button>` : html`<button onClick=${next}>${onward}</button>`}
      ${!advice.isOver && html`<button class="second" onClick=${onEnd}>${t("Skip the guide")}</button>`}
      <${HowToPlay} slug=${game.ruleset} from=${{ game: game.id, tour: true }} />
    </div>
  </aside>`;
}
