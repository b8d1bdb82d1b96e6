/**
 * How a player picks one of the options: by clicks on marked elements of the picture, or by buttons.
 * Each click keeps the options that have the mark; when one is left, it is chosen.
 */

import { useEffect, useMemo, useState } from "../vendor/preact.js";

/** @import { Decision, Option } from "../../types" */

/**
 * @typedef {object} Choosing
 * @property {Option[]} left the options that fit the clicks so far
 * @property {Set<string>} marks the elements that can be clicked
 * @property {string[]} clicked
 * @property {Option | null} option the chosen one, to be confirmed
 * @property {string | null} preview the choice to draw into the picture
 * @property {(mark: string) => Option | null} click keep the options with a mark; a second click on
 * an element takes the first one back. Returns the option that is left, if there is only one
 * @property {(option: Option) => void} choose
 * @property {() => void} restart
 */

/** @param {Decision | null} decision @returns {Choosing} */
export function useChoosing(decision) {
  const [clicked, setClicked] = useState(/** @type {string[]} */ ([]));
  const [option, setOption] = useState(/** @type {Option | null} */ (null));
  const options = decision?.options ?? [];
  const restart = () => {
    setClicked([]);
    setOption(null);
  };
  useEffect(restart, [decision?.id]);

  const left = useMemo(() => fitting(options, clicked), [decision?.id, clicked]);
  const marks = useMemo(() => new Set(left.flatMap((one) => one.marks)), [left]);

  /** @param {string} mark */
  const click = (mark) => {
    const now = clicked.includes(mark) ? clicked.filter((id) => id !== mark) : [...clicked, mark];
    const fit = fitting(options, now);
    const only = fit.length === 1 ? fit[0] : null;
    setClicked(now);
    setOption(only);
    return only;
  };
  const preview = option?.choice ?? (clicked.length ? left[0]?.choice ?? null : null);
  return { left, marks, clicked, option, preview, click, choose: setOption, restart };
}

/** @param {Option[]} options @param {string[]} clicked */
const fitting = (options, clicked) =>
  options.filter(({ marks }) => clicked.every((mark) => marks.includes(mark)));
