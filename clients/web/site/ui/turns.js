/** The open turns of the user, followed in one place for the navigation and the first page. */

import { useEffect, useState } from "../vendor/preact.js";
import { followMine } from "../api/live.js";
import { get } from "../api/requests.js";
import { load, save } from "../api/saved.js";
import { isSignedIn } from "../api/session.js";
import { signalTurn } from "./signals.js";

/** @import { Turn, TurnsReply } from "../../types" */

/** @typedef {{turns: TurnsReply | null, changes: number}} Turns changes: counts what has happened */

/** Milliseconds between requests of a hidden page. */
const HIDDEN = 120_000;
/** Milliseconds until what has changed is asked for. */
const SOON = 500;
/** Milliseconds that a stream may take to begin. */
const PATIENCE = 2000;

/** @type {Turns} */
let known = { turns: null, changes: 0 };
/** @type {Set<(turns: Turns) => void>} */
const listeners = new Set();
let isFollowing = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {Turns} turns */
function show(turns) {
  known = turns;
  for (const listener of listeners) listener(turns);
}

/** @param {TurnsReply} reply */
function note({ server_time, turns: open }) {
  clearTimeout(timer);
  const turns = { server_time, turns: open };
  save("turns", turns);
  if (known.turns && open.some((turn) => isNew(turn, known.turns))) signalTurn();
  show({ turns, changes: known.changes + 1 });
}

async function refresh() {
  try {
    note(await get("me/turns/"));
  } catch {
    show({ turns: known.turns ?? (await load("turns")), changes: known.changes });
  }
}

/** True if a turn has just begun in a game that did not wait for the user.
 * @param {Turn} turn
 * @param {TurnsReply | null} before
 */
const isNew = (turn, before) => !before?.turns.some(({ game }) => game === turn.game);

/** Several messages at once, such as the moves of bots, cause one request. A stream begins with the turns: they
 * are asked for if it does not begin.
 */
function refreshSoon(wait = SOON) {
  clearTimeout(timer);
  timer = setTimeout(refresh, wait);
}

/** Return the open turns, and follow them. */
export function useTurns() {
  const [turns, setTurns] = useState(known);
  useEffect(() => {
    listeners.add(setTurns);
    if (isSignedIn() && !isFollowing) {
      isFollowing = true;
      followMine({
        onMessage(kind, data) {
          if (kind === "snapshot") note(data);
          else if (kind !== "event") refreshSoon();
        },
        onPoll: refresh,
        onState: () => {},
      });
      // A hidden page has no stream, but its title tells when it is the user's turn.
      setInterval(() => document.hidden && refresh(), HIDDEN);
      refreshSoon(PATIENCE);
    } else if (!isSignedIn()) {
      load("turns").then((saved) => saved && show({ turns: saved, changes: 0 }));
    }
    return () => void listeners.delete(setTurns);
  }, []);
  return turns;
}
