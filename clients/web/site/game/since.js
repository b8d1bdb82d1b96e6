/** The last picture of a game that this device has shown, and what has happened since. */

import { useEffect, useState } from "../vendor/preact.js";
import { get, sleep } from "../api/requests.js";
import { load, save } from "../api/saved.js";
import { language } from "../text/index.js";

/** @import { Game, GameEvent } from "../../types" */
/** @import { LiveGame } from "./use_game.js" */

/**
 * @typedef {object} Since
 * @property {boolean} isReady false until it is known what this device has shown
 * @property {string} svg the picture; it also stands in when the service cannot be reached
 * @property {number} move the number of moves that it shows
 * @property {GameEvent[]} events those that it does not show, at most the last 50
 */

/** @type {Since} */
const UNKNOWN = { isReady: false, svg: "", move: 0, events: [] };
/** Milliseconds that the next picture waits for the events at most. */
const PATIENCE = 2000;

/** @param {LiveGame} live @param {string} layout @returns {Since} */
export function useSince({ game, isOld }, layout) {
  const [since, setSince] = useState(UNKNOWN);
  const { id, move_count: move } = /** @type {Game} */ (game);
  useEffect(() => {
    let isLeft = false;
    const show = (/** @type {Partial<Since>} */ changes) => isLeft || setSince((before) => ({ ...before, ...changes }));
    const find = async () => {
      const saved = await load(`picture ${id}`);
      if (!saved || !(isOld || (saved.layout === layout && saved.language === language()))) return;
      show(saved);
      if (isOld || saved.move >= move) return;
      const events = get(`games/${id}/events/`, { before: 2 ** 31 - 1, limit: 50 });
      const reply = await Promise.race([events, sleep(PATIENCE)]);
      if (reply) show({ events: reply.events });
    };
    find().catch(() => {}).then(() => show({ isReady: true }));
    return () => void (isLeft = true);
  }, [id, isOld]);
  return since;
}

/** Keep the picture that is shown.
 * @param {string} svg
 * @param {Game | null} game null: the picture shows a choice that is not played yet
 * @param {string} layout
 */
export function useKept(svg, game, layout) {
  useEffect(() => {
    if (svg && game) save(`picture ${game.id}`, { svg, layout, language: language(), move: game.move_count });
  }, [svg]);
}
