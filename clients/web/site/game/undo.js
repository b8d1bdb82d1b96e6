/** Takes the last choice back, where that is possible: at once, or if the others agree. */

import { html, useState } from "../vendor/preact.js";
import { get, post } from "../api/requests.js";
import { t } from "../text/index.js";
import { useLoad } from "../ui/hooks.js";
import { ActionButton } from "../ui/parts.js";

/** @import { Game, GameEvent, Undo as UndoDocument } from "../../types" */
/** @import { LiveGame } from "./use_game.js" */

/** False if the events of the last move tell that it was made on another seat.
 * @param {Game} game
 * @param {GameEvent[]} events
 */
function mayBeMine({ move_count: last, your_seat: mine }, events) {
  const seats = events.filter(({ move }) => move === last).flatMap(({ seat }) => (typeof seat === "number" ? seat : []));
  return last > 0 && (!seats.length || seats.includes(Number(mine)));
}

/** @param {{live: LiveGame, events: GameEvent[], isOff: boolean}} props */
export function Undo({ live, events, isOff }) {
  const game = /** @type {Game} */ (live.game);
  const path = events.length > 0 && mayBeMine(game, events) && !game.frozen && `games/${game.id}/undo/`;
  /** @type {{value: UndoDocument | null}} */
  const { value } = useLoad(async (signal) => (path ? get(path, {}, signal) : null), [path, game.decision?.id]);
  const [isProposed, setProposed] = useState(false);
  const undo = async () => {
    await live.change(() => post(`games/${game.id}/votes/`, { kind: "undo" }));
    setProposed(true);
  };
  if (!value?.possible || isProposed) return null;
  const title = value.others.length ? t("Ask to undo") : t("Undo");
  return html`<${ActionButton} title=${title} kind="second undo" disabled=${isOff} action=${undo} />`;
}
