/**
 * Follows a game, or all games of the user, as they change: by server-sent events, and by polling
 * where these fail. A hidden page closes its stream; it resumes where it was when it is shown.
 */

import { isSignedIn } from "./session.js";
import { Problem } from "./problems.js";
import { post } from "./requests.js";

const KINDS = ["snapshot", "event", "changed", "problem"];
/** Pauses before a stream is opened again, in milliseconds. */
const PAUSES = [500, 2000, 5000, 10_000, 30_000];
const POLL = 10_000;

/**
 * @typedef {"connecting" | "live" | "polling" | "offline"} State
 * @typedef {object} Listener
 * @property {(kind: string, data: any) => void} onMessage kind: snapshot, event, changed, problem
 * @property {() => void} onPoll the page should fetch again: nothing is pushed at the moment
 * @property {(state: State) => void} onState
 */

/** Listeners to the one stream of all the user's games: browsers open few connections at once.
 * @type {Set<Listener>}
 */
const listeners = new Set();
/** @type {State} */
let stateOfMine = "connecting";
/** @type {(() => void) | null} */
let stopMine = null;

/** Follow all games of the user; messages name their game. Returns a function that ends it.
 * @param {Listener} listener
 */
export function followMine(listener) {
  listeners.add(listener);
  listener.onState(stateOfMine);
  stopMine ??= followChanges(null, {
    onMessage: (kind, data) => listeners.forEach((one) => one.onMessage(kind, data)),
    onPoll: () => listeners.forEach((one) => one.onPoll()),
    onState: (state) => {
      stateOfMine = state;
      listeners.forEach((one) => one.onState(state));
    },
  });
  return () => {
    listeners.delete(listener);
    if (listeners.size) return;
    stopMine?.();
    stopMine = null;
  };
}

/** Follow one game that the user does not play, or with null all games that they play.
 * Returns a function that ends it.
 * @param {string | null} game
 * @param {Listener} listener
 * @returns {() => void}
 */
export function followChanges(game, listener) {
  let lastId = "";
  let failures = 0;
  let ended = false;
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Counts the attempts, so that an answer to an old one is ignored. */
  let attempt = 0;

  function close() {
    attempt += 1;
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  async function open() {
    close();
    if (ended || document.hidden) return;
    if (!navigator.onLine) return listener.onState("offline");
    if (!isSignedIn()) {
      listener.onPoll(); // it may have been hidden for a long time
      return poll();
    }
    const mine = attempt;
    try {
      const { url } = await post("streams/", { game });
      const resumed = lastId ? `&last_event_id=${encodeURIComponent(lastId)}` : "";
      if (mine === attempt) listen(`${url}&view=true${resumed}`);
    } catch (error) {
      if (mine !== attempt) return;
      if (error instanceof Problem && (error.status ?? 500) < 429) return poll();
      retry();
    }
  }

  /** @param {string} url */
  function listen(url) {
    const opened = new EventSource(url);
    source = opened;
    opened.onopen = () => {
      failures = 0;
      listener.onState("live");
    };
    // The ticket in the URL is used now, so the browser must not connect again by itself.
    opened.onerror = retry;
    for (const kind of KINDS) {
      opened.addEventListener(kind, (message) => {
        lastId = message.lastEventId || lastId;
        listener.onMessage(kind, JSON.parse(message.data));
        if (kind === "problem") retry();
      });
    }
  }

  function retry() {
    close();
    const pause = PAUSES[Math.min(failures, PAUSES.length - 1)];
    failures += 1;
    if (failures > 2) {
      listener.onState(navigator.onLine ? "polling" : "offline");
      listener.onPoll();
    }
    timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
  }

  /** For readers without an account, and where streams are refused. */
  function poll() {
    listener.onState("polling");
    timer = setTimeout(() => {
      listener.onPoll();
      poll();
    }, POLL);
  }

  function wake() {
    if (document.hidden) return close();
    open();
  }

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("offline", open);
  listener.onState("connecting");
  open();
  return () => {
    ended = true;
    close();
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("online", wake);
    window.removeEventListener("offline", open);
  };
}
