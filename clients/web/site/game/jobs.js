/** Work that the service does in the minutes after a request: an analysis, or a hint. */

import { useEffect, useRef } from "../vendor/preact.js";
import { Problem } from "../api/problems.js";
import { get, post } from "../api/requests.js";
import { useAction, useLoad } from "../ui/hooks.js";

/** Milliseconds before the progress is fetched: each time longer, until the page is left. */
const FIRST = 1000;
const GROWTH = 1.3;
const LONGEST = 10_000;

/**
 * @param {string} path
 * @param {string} [missing] the error code of a job that was not requested yet. Without it, the
 * service is asked only after a request
 */
export function useJob(path, missing = "") {
  const isWanted = useRef(missing !== "");
  const polls = useRef(0);
  const action = useAction();
  /** @param {AbortSignal} signal */
  const load = async (signal) => ({ job: isWanted.current ? await get(path, {}, signal).catch(nothing) : null });
  const { value, error, reload, setValue } = useLoad(load, [path]);
  /** @param {unknown} failure */
  const nothing = (failure) => {
    if (failure instanceof Problem && failure.code === missing) return null;
    throw failure;
  };
  useEffect(() => {
    if (value?.job?.status !== "pending") return;
    const timer = setTimeout(reload, Math.min(LONGEST, FIRST * GROWTH ** polls.current++));
    return () => clearTimeout(timer);
  }, [value, error]);
  const request = () =>
    action.run(async () => {
      setValue({ job: await post(path) });
      isWanted.current = true;
      polls.current = 0;
    });
  return { job: value?.job ?? null, isLoading: !value && !error, request, busy: action.busy, error: action.error ?? error };
}

/** Twice the standard error: the exact value is very probably not farther away. @param {number} error */
export const uncertainty = (error) => 2 * error;
