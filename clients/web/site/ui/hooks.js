/** Hooks that several pages share. */

import { useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { useTurns } from "./turns.js";

/** @import { Query } from "../api/requests.js" */

/** Load something when the component appears, and again when an input changes.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load
 * @param {any[]} inputs
 * @returns {{value: T | null, error: Error | null, reload: () => Promise<void>, setValue: (value: any) => void}}
 */
export function useLoad(load, inputs) {
  const [value, setValue] = useState(/** @type {any} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const current = useRef(new AbortController());
  const reload = useCallback(async () => {
    current.current.abort();
    const mine = (current.current = new AbortController());
    try {
      const loaded = await load(mine.signal);
      if (mine.signal.aborted) return;
      setValue(loaded);
      setError(null);
    } catch (failure) {
      if (!mine.signal.aborted) setError(/** @type {Error} */ (failure));
    }
  }, inputs);
  useEffect(() => {
    reload();
    return () => current.current.abort();
  }, [reload]);
  return { value, error, reload, setValue };
}

/** Load a document of the API, and again when `again` changes.
 * @param {string} path
 * @param {Query} [query]
 * @param {any} [again]
 */
export const useDocument = (path, query = {}, again = null) =>
  useLoad((signal) => get(path, query, signal), [path, JSON.stringify(query), again]);

/** Run actions one at a time, and keep the error of the last one.
 * @returns {{run: (action: () => Promise<any>) => Promise<boolean>, busy: boolean, error: Error | null, clear: () => void}}
 */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const running = useRef(false);
  const run = useCallback(async (/** @type {() => Promise<any>} */ action) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      await action();
      return true;
    } catch (failure) {
      setError(/** @type {Error} */ (failure));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return { run, busy, error, clear: () => setError(null) };
}

/** Return the time in milliseconds, again every `interval` milliseconds. @param {number} interval */
export function useNow(interval) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}

/** Return a choice that this device remembers, and a function that changes it.
 * @param {string} name
 * @param {string} standard
 * @returns {[string, (value: string) => void]}
 */
export function useRemembered(name, standard) {
  const [value, setValue] = useState(localStorage.getItem(name) ?? standard);
  return [
    value,
    (changed) => {
      localStorage.setItem(name, changed);
      setValue(changed);
    },
  ];
}

/** Set the title of the page, with the number of games that wait for the user. @param {string} title */
export function useTitle(title) {
  const waiting = useTurns().turns?.turns.length ?? 0;
  useEffect(() => {
    if (title) document.title = waiting ? `(${waiting}) ${title}` : title;
  }, [title, waiting]);
}
