/** One game as it changes: loaded, followed by its stream, kept for the time without a connection. */

import { useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { followChanges, followMine } from "../api/live.js";
import { Problem, isDown } from "../api/problems.js";
import { get, post } from "../api/requests.js";
import { load, save } from "../api/saved.js";
import { noteCommitment } from "../record/commitments.js";
import { t } from "../text/index.js";

/** @import { Changed, Game, GameEvent } from "../../types" */
/** @import { Listener, State } from "../api/live.js" */

/**
 * @typedef {object} LiveGame
 * @property {Game | null} game
 * @property {Error | null} error why it could not be loaded
 * @property {State} state
 * @property {boolean} isOld true if the service cannot be reached, and this is the last known table
 * @property {number} lastSeq the last event when a stream began: what the page does not have of it was missed
 * @property {GameEvent[]} news the events since the page was opened, oldest first
 * @property {Record<string, number>} messages the number of messages in each room, once known
 * @property {() => Promise<void>} reload
 * @property {(request: () => Promise<any>) => Promise<void>} change sends a change and shows the game after it
 * @property {(choice: string, decision: number) => Promise<void>} play
 */

/** How long the announcement of our own command may take, in milliseconds. */
const ECHO = 5000;

/** @param {string} id @returns {LiveGame} */
export function useGame(id) {
  const [game, showGame] = useState(/** @type {Game | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const [isOld, setIsOld] = useState(false);
  const [state, setState] = useState(/** @type {State} */ ("connecting"));
  const [lastSeq, setLastSeq] = useState(0);
  const [news, setNews] = useState(/** @type {GameEvent[]} */ ([]));
  const [messages, setMessages] = useState(/** @type {Record<string, number>} */ ({}));
  const now = useRef({ game: /** @type {Game | null} */ (null), isOld: false, version: -1, sets: 0, echoUntil: 0 });

  const show = useCallback((/** @type {Game} */ fresh, /** @type {boolean} */ isSaved) => {
    now.current = { ...now.current, game: fresh, isOld: isSaved, sets: now.current.sets + 1 };
    showGame(fresh);
    setIsOld(isSaved);
    setError(null);
  }, []);

  const setGame = useCallback((/** @type {Game} */ fresh) => {
    if (fresh.id !== id) return;
    noteCommitment(fresh);
    show(fresh, false);
    save(`game ${id}`, fresh);
  }, [id]);

  const reload = useCallback(async () => {
    const { sets } = now.current;
    try {
      const fresh = await get(`games/${id}/`);
      // The reply to a command may have come in between, and this one may be older: ask again.
      if (now.current.sets !== sets) return reload();
      setGame(fresh);
    } catch (failure) {
      const saved = isDown(failure) ? await load(`game ${id}`) : null;
      if (saved) show(saved, true);
      else setError(/** @type {Error} */ (failure));
    }
  }, [id]);

  const change = useCallback(async (/** @type {() => Promise<any>} */ request) => {
    const { sets } = now.current;
    const reply = await request();
    const fresh = reply?.game ?? reply;
    // A reply that comes late may be older than what is shown: ask again.
    if (fresh?.server_time && now.current.sets === sets) setGame(fresh);
    else await reload();
  }, [id]);

  const play = useCallback(async (/** @type {string} */ choice, /** @type {number} */ decision) => {
    now.current.echoUntil = Date.now() + ECHO;
    try {
      await change(() => post(`games/${id}/commands/`, { decision, choices: [choice] }));
    } catch (failure) {
      now.current.echoUntil = 0;
      await reload(); // another device, a timeout or a moderator may have answered
      const isStale = failure instanceof Problem && failure.code === "stale_decision";
      throw isStale ? new Problem({ ...failure.document, detail: t("This was already answered, for example in another tab or by the clock. You see the table as it is now.") }) : failure;
    }
  }, [id]);

  useEffect(() => {
    now.current = { game: null, isOld: false, version: -1, sets: 0, echoUntil: 0 };
    showGame(null);
    setNews([]);
    reload();
  }, [id]);

  const source = game && (game.your_seat === null ? "game" : "mine");
  useEffect(() => {
    if (!source) return;
    /** @type {Listener} */
    const listener = {
      onState(fresh) {
        setState(fresh);
        if (fresh === "live" && now.current.isOld) reload();
      },
      onPoll: reload,
      onMessage(kind, data) {
        if (kind === "snapshot") {
          setLastSeq(data.games?.find((/** @type {Game} */ one) => one.id === id)?.last_seq ?? 0);
          return void reload();
        }
        if (source === "mine" && data.game !== id) return;
        if (kind === "event") {
          setNews((before) => [...before.filter(({ seq }) => seq !== data.seq), data]);
        } else if (kind === "changed") {
          setMessages(data.messages ?? {});
          if (isNews(data)) showChange(data);
        } else {
          reload();
        }
      },
    };
    return source === "mine" ? followMine(listener) : followChanges(id, listener);
  }, [id, source]);

  /** Show the game in a change, unless we have a newer one. @param {Changed} changed */
  const showChange = ({ view }) => {
    const shown = now.current.game;
    if (view && Date.parse(view.server_time) > Date.parse(shown?.server_time ?? "")) setGame(view);
    else reload();
  };

  /** True if a change is neither a message nor our own command. @param {Changed} changed */
  const isNews = (changed) => {
    const { game: shown, version, echoUntil } = now.current;
    if (changed.version === version && !now.current.isOld) return false;
    now.current.version = changed.version;
    const isShown = shown?.status === changed.status && shown.decision?.id === changed.decision?.id;
    const isEcho = Date.now() < echoUntil && isShown;
    now.current.echoUntil = 0;
    return !isEcho;
  };

  return { game, error, state, isOld, lastSeq, news, messages, reload, change, play };
}
