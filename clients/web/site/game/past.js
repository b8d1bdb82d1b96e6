/** Past positions of a game, fetched when they are asked for, and a little ahead. */

import { useEffect, useRef, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";

/** @import { History } from "../../types" */

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
export function usePast({ game, move, seat, layout }) {
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
