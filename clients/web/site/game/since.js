/** The last picture of a game that this device has shown. */

import { useEffect, useState } from "../vendor/preact.js";
import { load, save } from "../api/saved.js";
import { language } from "../text/index.js";

/** @import { Game } from "../../types" */
/** @import { LiveGame } from "./use_game.js" */

/** @typedef {{svg: string, move: number}} Shown a picture, and the number of moves that it shows */

/** @type {Shown} */
const NOTHING = { svg: "", move: 0 };
/** Milliseconds that the next picture waits for the events at most. */
const PATIENCE = 2000;

/** Return what this device has shown; it also stands in when the service cannot be reached. The next picture
 * `isReady` to be shown when it is known what happened in between.
 * @param {LiveGame} live
 * @param {string} layout
 * @param {boolean} hasEvents
 * @returns {Shown & {isReady: boolean}}
 */
export function useSince({ game, isOld }, layout, hasEvents) {
  const [shown, setShown] = useState(/** @type {Shown | null} */ (null));
  const [isLate, setLate] = useState(false);
  const { id, move_count: move } = /** @type {Game} */ (game);
  useEffect(() => {
    let isLeft = false;
    load(`picture ${id}`).catch(() => null).then((saved) => {
      const isLike = saved && (isOld || (saved.layout === layout && saved.language === language()));
      if (!isLeft) setShown(isLike ? saved : NOTHING);
    });
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [id, isOld]);
  const isReady = shown !== null && (isOld || !shown.svg || shown.move >= move || hasEvents || isLate);
  return { ...(shown ?? NOTHING), isReady };
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
