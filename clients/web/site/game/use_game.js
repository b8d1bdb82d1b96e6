/** One game as it changes: loaded, followed by its stream, kept for the time without a connection. */

import { useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { followChanges } from "../api/live.js";
import { Unreachable } from "../api/problems.js";
import { get, post } from "../api/requests.js";
import { load, save } from "../api/saved.js";
import { noteCommitment } from "../record/commitments.js";
import { setServerTime } from "../ui/clock.js";

/** @import { Changed, Game, GameEvent } from "../../types" */
/** @import { State } from "../api/live.js" */

/**
 * @typedef {object} LiveGame
 * @property {Game | null} game
 * @property {Error | null} error why it could not be loaded
 * @property {State} state
 * @property {boolean} isOld true if the service cannot be reached, and this is the last known table
 * @property {GameEvent[]} news the events since the page was opened, oldest first
 * @property {Record<string, number>} messages the number of messages in each room, once known
 * @property {() => Promise<void>} reload
 * @property {(game: Game) => void} setGame
 * @property {(choice: string) => Promise<void>} play
 */

/** @param {string} id @returns {LiveGame} */
export function useGame(id) {
  const [game, showGame] = useState(/** @type {Game | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const [isOld, setIsOld] = useState(false);
  const [state, setState] = useState(/** @type {State} */ ("connecting"));
  const [news, setNews] = useState(/** @type {GameEvent[]} */ ([]));
  const [messages, setMessages] = useState(/** @type {Record<string, number>} */ ({}));
  const shown = useRef(/** @type {Game | null} */ (null));
  const version = useRef(-1);
  /** True from our command until its change is announced: its reply is shown already. */
  const isEchoDue = useRef(false);

  const setGame = useCallback((/** @type {Game} */ fresh) => {
    if (fresh.id !== id) return;
    setServerTime(fresh.server_time);
    noteCommitment(fresh);
    shown.current = fresh;
    showGame(fresh);
    setError(null);
    setIsOld(false);
    save(`game ${id}`, fresh);
  }, [id]);

  const reload = useCallback(async () => {
    try {
      setGame(await get(`games/${id}/`));
    } catch (failure) {
      const old = failure instanceof Unreachable ? await load(`game ${id}`) : null;
      if (old) {
        shown.current = old;
        showGame(old);
        setIsOld(true);
      } else {
        setError(/** @type {Error} */ (failure));
      }
    }
  }, [id]);

  const play = useCallback(async (/** @type {string} */ choice) => {
    const decision = shown.current?.decision?.id;
    isEchoDue.current = true;
    try {
      const reply = await post(`games/${id}/commands/`, { decision, choices: [choice] });
      setGame(reply.game);
    } catch (failure) {
      isEchoDue.current = false;
      await reload(); // another device, a timeout or a moderator may have answered
      throw failure;
    }
  }, [id]);

  useEffect(() => {
    shown.current = null;
    showGame(null);
    setNews([]);
    const stop = followChanges(id, {
      onState: setState,
      onPoll: reload,
      onMessage(kind, data) {
        if (kind === "snapshot") {
          setGame(data);
        } else if (kind === "event") {
          setNews((before) => [...before.filter(({ seq }) => seq !== data.seq), data]);
        } else if (kind === "changed") {
          setMessages(data.messages ?? {});
          if (data.version === version.current) return; // only a message
          version.current = data.version;
          const isEcho = isEchoDue.current && shows(shown.current, data);
          isEchoDue.current = false;
          if (!isEcho) reload();
        } else {
          reload();
        }
      },
    });
    reload();
    return stop;
  }, [id]);

  return { game, error, state, isOld, news, messages, reload, setGame, play };
}

/** @param {Game | null} game @param {Changed} changed */
const shows = (game, changed) =>
  game?.status === changed.status && game.decision?.id === changed.decision?.id;
