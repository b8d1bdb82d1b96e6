/** The history of a game: each move as the reader knew it then. */

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { t } from "../text/index.js";
import { useLoad, useTitle } from "../ui/hooks.js";
import { Failure, Loaded, Loading, seatName } from "../ui/parts.js";
import { to } from "../ui/route.js";
import { useRulesetTitle } from "../ui/rulesets.js";
import { Moment } from "../game/moment.js";
import { usePast } from "../game/past.js";
import { Picture, useLayout } from "../game/picture.js";
import { RevealedThen } from "../game/reveal.js";
import { Stepper } from "../game/stepper.js";

/** @import { Game } from "../../types" */
/** @import { Route } from "../ui/route.js" */

/** @param {{id: string, place: Route}} props */
export function HistoryPage({ id, place }) {
  const game = useLoad(/** @returns {Promise<Game>} */ (signal) => get(`games/${id}/`, {}, signal), [id]);
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
  const [isRevealed, setRevealed] = useState(false);
  const frame = useRef(null);
  const layout = useLayout(frame);
  const { position, isLoading, error, retry } = usePast({ game: game.id, move, seat, layout });
  const last = position?.history.move_count ?? game.move_count;
  const ruleset = useRulesetTitle(game.ruleset);
  const title = t("History of {game}", { game: game.title || ruleset });
  useTitle(title);
  useEffect(() => {
    setMove(moveOf(place, game));
    setSeat(place.query.get("seat") ?? "");
  }, [place]);
  useEffect(() => {
    // Not through the route: the page would be made again at each step.
    history.replaceState(null, "", to("games", game.id, "history", move) + (seat && `?seat=${seat}`));
  }, [move, seat]);

  return html`<div class="heading">
      <h1>${title}</h1>
      <p><a href=${to("games", game.id)}>${t("Back to the table")}</a></p>
    </div>
    <${Stepper} move=${move} last=${last} onMove=${setMove} />
    <${Failure} error=${error} retry=${retry} />
    ${error && move !== last && html`<p><button class="second" onClick=${() => setMove(last)}>${t("To the last move")}</button></p>`}
    <div class="table past" aria-busy=${isLoading}>
      <div class="board" ref=${frame}>
        ${!position && !error && html`<${Loading} />`}
        ${position?.svg && html`<${Picture} svg=${position.svg} />`}
        ${position && !position.svg && html`<p class="quiet">${t("This game has no pictures. Read its events.")}</p>`}
      </div>
      <div class="beside">
        ${game.status === "finished" && html`<${Viewpoint} game=${game} seat=${seat} onSeat=${setSeat} />`}
        ${position && html`<${Moment} game=${game} history=${position.history} />`}
        ${game.status === "finished" &&
        html`<details onToggle=${(/** @type {any} */ event) => setRevealed(event.target.open)}>
          <summary>${t("What was hidden then")}</summary>
          ${isRevealed && html`<${RevealedThen} game=${game} move=${move} />`}
        </details>`}
      </div>
    </div>`;
}

/** Return the move of an address; without one, the last move. @param {Route} place @param {Game} game */
function moveOf({ parts }, game) {
  const move = Number(parts[3] ?? "");
  return parts[3] && Number.isSafeInteger(move) && move >= 0 ? move : game.move_count;
}

/** @param {{game: Game, seat: string, onSeat: (seat: string) => void}} props */
function Viewpoint({ game, seat, onSeat }) {
  const own = game.your_seat === null ? t("As spectators saw it") : t("As you saw it");
  return html`<label for="viewpoint">${t("Point of view")}</label>
    <select id="viewpoint" value=${seat} onChange=${(/** @type {any} */ event) => onSeat(event.target.value)}>
      <option value="">${own}</option>
      ${game.seats.map(
        (one) => html`<option key=${one.number} value=${String(one.number)}>
          ${t("As {name} saw it", { name: seatName(one) })}
        </option>`,
      )}
    </select>`;
}
