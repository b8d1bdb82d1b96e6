/** The history of a game: each move as the reader knew it then. */

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { isSignedIn } from "../api/session.js";
import { Analysis } from "../game/analysis.js";
import { Picture, useLayout } from "../game/picture.js";
import { Revealed } from "../game/reveal.js";
import { TryFromHere } from "../game/try.js";
import { dateTime, t } from "../text/index.js";
import { useDocument, useTitle } from "../ui/hooks.js";
import { Select, onText } from "../ui/inputs.js";
import { useRulesetTitle } from "../ui/options.js";
import { Failure, Later, Loaded, Loading, Panels, seatName } from "../ui/parts.js";
import { to } from "../ui/route.js";

/** @import { EventsReply, Game, GameEvent, History } from "../../types" */
/** @import { Route } from "../ui/route.js" */

/** @param {{id: string, place: Route}} props */
export function HistoryPage({ id, place }) {
  const game = useDocument(`games/${id}/`);
  return html`<${Loaded} from=${game}>
    ${(/** @type {Game} */ loaded) =>
      loaded.table ? html`<${Moves} game=${loaded} place=${place} />` : html`<${NotStarted} game=${loaded} />`}
  <//>`;
}

/** @param {{game: Game}} props */
function NotStarted({ game }) {
  return html`<h1>${t("History")}</h1>
    <p class="empty">${t("This game has no moves.")} <a href=${to("games", game.id)}>${t("To the game")}</a></p>`;
}

/** @param {{game: Game, place: Route}} props */
function Moves({ game, place }) {
  const [move, setMove] = useState(moveOf(place, game));
  const [seat, setSeat] = useState(place.query.get("seat") ?? "");
  const [panel, setPanel] = useState(place.query.get("panel") ?? "");
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const layout = useLayout(frame);
  const { position, isLoading, error, retry } = usePast({ game: game.id, move, seat, layout });
  const last = position?.history.move_count ?? game.move_count;
  const ruleset = useRulesetTitle(game.ruleset);
  const title = t("History of {game}", { game: game.title || ruleset });
  useTitle(title);
  useEffect(() => {
    setMove(moveOf(place, game));
    setSeat(place.query.get("seat") ?? "");
    setPanel(place.query.get("panel") ?? "");
  }, [place]);
  useEffect(() => {
    // Not through the route: the page would be made again at each step.
    const query = new URLSearchParams(Object.entries({ seat, panel }).filter(([, value]) => value)).toString();
    history.replaceState(null, "", to("games", game.id, "history", move) + (query && `?${query}`));
  }, [move, seat, panel]);
  /** @param {number} number */
  const show = (number) => {
    setMove(number);
    const board = frame.current;
    if (board && board.getBoundingClientRect().top < 0) board.scrollIntoView();
  };

  return html`<div class="heading">
      <h1>${title}</h1>
      <p><a href=${to("games", game.id)}>${t("Back to the table")}</a></p>
    </div>
    <${Stepper} move=${move} last=${last} isReady=${!isLoading && position !== null} onMove=${setMove} />
    <${Failure} error=${error} retry=${retry} />
    ${error && move !== last && html`<p><button class="second" onClick=${() => setMove(last)}>${t("To the last move")}</button></p>`}
    <div class="table past" aria-busy=${isLoading}>
      <div class="board" ref=${frame}>
        ${!position && !error && html`<div class="unseen"><${Loading} /></div>`}
        ${(position?.svg || (!position && !error)) && html`<${Picture} svg=${position?.svg ?? ""} layout=${layout} kind=${game.ruleset} help=${position?.history.help} />`}
        ${position && !position.svg && html`<p class="quiet">${t("This game has no pictures. Read its events.")}</p>`}
      </div>
      <${Beside} game=${game} panel=${panel} onPanel=${setPanel}
        analysis=${html`<${Analysis} game=${game} move=${move} onMove=${show} />`}>
        ${game.status === "finished" && html`<${Viewpoint} game=${game} seat=${seat} onSeat=${setSeat} />`}
        ${position && html`<${Moment} game=${game} history=${position.history} />`}
        ${game.status === "finished" && isSignedIn() && position?.history.decision &&
        html`<${TryFromHere} game=${game} move=${move} seat=${seat || (game.your_seat ?? position.history.decision.seat)} />`}
        ${game.status === "finished" && html`<${Later} summary=${t("What was hidden then")}
          content=${() => html`<${Revealed} game=${game} move=${move} />`} />`}
      <//>
    </div>`;
}

/** What is beside the picture: the move; for players of a finished game, also its analysis.
 * @param {{game: Game, panel: string, onPanel: (panel: string) => void, analysis: any, children: any}} props
 */
function Beside({ game, panel, onPanel, analysis, children }) {
  if (game.status !== "finished" || game.your_seat === null) return html`<div class="beside">${children}</div>`;
  const tabs = [
    { id: "moment", title: t("Move"), content: () => children },
    { id: ANALYSIS, title: t("Analysis"), content: () => analysis },
  ];
  const choose = (/** @type {string} */ id) => onPanel(id === ANALYSIS ? id : "");
  return html`<section class="beside">
    <${Panels} label=${t("About the moves")} tabs=${tabs} chosen=${panel} onChoose=${choose} keeps />
  </section>`;
}

const ANALYSIS = "analysis";

/** Return the move of an address; without one, the last move. @param {Route} place @param {Game} game */
function moveOf({ parts }, game) {
  const move = Number(parts[3] ?? "");
  return parts[3] && Number.isSafeInteger(move) && move >= 0 ? move : game.move_count;
}

/** @param {{game: Game, seat: string, onSeat: (seat: string) => void}} props */
function Viewpoint({ game, seat, onSeat }) {
  const own = game.your_seat === null ? t("As spectators saw it") : t("As you saw it");
  const others = game.seats.map((one) => [one.number, t("As {name} saw it", { name: seatName(one) })]);
  return html`<${Select} id="viewpoint" label=${t("Point of view")} value=${seat} choices=${[["", own], ...others]} onChange=${onSeat} />`;
}

/** Events of the service about moves that were taken back. */
const TAKEN_BACK = "rolled_back";

/** @param {{game: Game, history: History}} props */
function Moment({ game, history }) {
  const { move, by_seat: by, at, events, decision } = history;
  const title = by === null ? t("The set-up") : t("{name} moves", { name: seatName(game.seats[by]) });
  return html`<section class="moment" aria-live="polite">
    <h2>${title}</h2>
    <p class="quiet"><time datetime=${at}>${dateTime(at)}</time></p>
    <${Replaced} game=${game.id} move=${move} />
    <ol class="events">
      ${events.map((event) => html`<li key=${event.seq}><span>${event.text}</span></li>`)}
      ${events.length === 0 && html`<li class="quiet">${t("Nothing that you knew about.")}</li>`}
    </ol>
    ${decision && html`<${Then} game=${game} decision=${decision} />`}
  </section>`;
}

/** @param {{game: Game, decision: NonNullable<History["decision"]>}} props */
function Then({ game, decision }) {
  const name = seatName(game.seats[decision.seat]);
  if (!decision.options) return html`<p class="quiet">${t("Then {name} had to decide.", { name })}</p>`;
  return html`<details>
    <summary>${t("Then {name} had to decide:", { name })} ${decision.question}</summary>
    <ul>${decision.options.map(({ choice, label }) => html`<li key=${choice}>${label}</li>`)}</ul>
  </details>`;
}

/** Says that another move with this number was taken back. @param {{game: string, move: number}} props */
function Replaced({ game, move }) {
  const { value } = useDocument(`games/${game}/events/`, { kinds: TAKEN_BACK });
  const back = /** @type {EventsReply | null} */ (value);
  /** @param {GameEvent & {to_move?: any, undone?: any}} event */
  const concerns = ({ to_move: kept, undone }) => kept < move && move <= kept + undone;
  const last = back?.events.findLast(concerns);
  if (!last) return null;
  const values = { move, when: dateTime(last.at), text: last.text };
  return html`<p class="note">${t("Another move {move} was taken back on {when}: {text}", values)}</p>`;
}

/** How long each move stays while the history plays, in milliseconds. */
const STEP = 1500;

/** Elements that need the arrow keys themselves. */
const OWN_KEYS = "input, select, textarea, [role=tab], .scrolls";

/** @param {{move: number, last: number, isReady: boolean, onMove: (move: number) => void}} props isReady:
 * the move is on the screen
 */
function Stepper({ move, last, isReady, onMove }) {
  const [plays, setPlays] = useState(false);
  useEffect(() => {
    if (!plays || !isReady) return;
    if (move >= last) return setPlays(false);
    const timer = setTimeout(() => onMove(move + 1), STEP);
    return () => clearTimeout(timer);
  }, [plays, isReady, move, last]);
  const toggle = () => {
    if (!plays && move >= last) onMove(0);
    setPlays(!plays);
  };
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
      onInput=${onText((value) => onMove(Number(value)))} />
    ${button("▶", t("Next move"), move + 1, move >= last)}
    ${button("▶|", t("Last move"), last, move >= last)}
    <button class="second" onClick=${toggle}>${plays ? t("Stop") : t("Play back")}</button>
    <output for="move">${words}</output>
  </div>`;
}

/**
 * @typedef {object} Position
 * @property {History} history
 * @property {string} svg empty if the ruleset has no pictures
 */

/** While a slider is dragged, moves that it only passes are not fetched. Milliseconds. */
const PAUSE = 150;
const MOST = 80;

/** Follow the position after a move, as a seat knew it. While another one loads, the last one stays.
 * @param {{game: string, move: number, seat: string, layout: string}} wanted seat: "" for the reader
 */
function usePast({ game, move, seat, layout }) {
  const [position, setPosition] = useState(/** @type {Position | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const [tries, setTries] = useState(0);
  const known = useRef(/** @type {Map<string, Position>} */ (new Map()));
  const before = useRef(move);
  /** @param {number} number */
  const keyOf = (number) => `${game} ${number} ${seat} ${layout}`;
  const found = known.current.get(keyOf(move));

  useEffect(() => {
    const stop = new AbortController();
    const step = move < before.current ? -1 : 1;
    before.current = move;

    /** @param {number} number */
    async function fetchMove(number) {
      const old = known.current.get(keyOf(number));
      if (old) return old;
      const path = `games/${game}/history/${number}/`;
      const [history, svg] = await Promise.all([
        get(path, { seat }, stop.signal),
        get(`${path}board.svg`, { seat, layout }, stop.signal).catch(noPicture),
      ]);
      known.current.set(keyOf(number), { history, svg });
      if (known.current.size > MOST) known.current.delete(/** @type {string} */ (known.current.keys().next().value));
      return { history, svg };
    }

    async function show() {
      try {
        const shown = await fetchMove(move);
        setPosition(shown);
        setError(null);
        const last = shown.history.move_count;
        for (const next of [move + step, move + 2 * step, move - step]) {
          if (next >= 0 && next <= last) await fetchMove(next).catch(() => {}); // it is only ahead
          if (stop.signal.aborted) return;
        }
      } catch (failure) {
        if (!stop.signal.aborted) setError(/** @type {Error} */ (failure));
      }
    }

    const timer = setTimeout(show, found || !position ? 0 : PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [game, move, seat, layout, tries]);

  const shown = found ?? position;
  return { position: shown, isLoading: shown !== null && !found, error, retry: () => setTries(tries + 1) };
}

/** A ruleset may have no pictures. @param {any} error */
function noPicture(error) {
  if (error.code === "picture_not_found") return "";
  throw error;
}
