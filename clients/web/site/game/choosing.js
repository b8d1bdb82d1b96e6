/**
 * How a player picks one of the options: by clicks on marked elements of the picture, or by buttons.
 * Each click keeps the options that have the mark; when one is left, it is chosen.
 */

import { useMemo, useState } from "../vendor/preact.js";

/** @import { Decision, Option } from "../../types" */

/**
 * @typedef {object} Choosing
 * @property {number | null} asked the decision that all this is about
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

/** @type {{decision: number | null, clicked: string[], option: Option | null}} */
const NOTHING = { decision: null, clicked: [], option: null };

/** @param {Decision | null} decision @returns {Choosing} */
export function useChoosing(decision) {
  const [chosen, setChosen] = useState(NOTHING);
  const asked = decision?.id ?? null;
  // What was chosen for another decision is void as soon as there is a new one.
  const { clicked, option } = chosen.decision === asked ? chosen : NOTHING;
  const options = decision?.options ?? [];
  const left = useMemo(() => filterOptions(options, clicked), [asked, options.length, clicked]);
  const marks = useMemo(() => new Set(left.flatMap((one) => one.marks)), [left]);

  /** @param {string} mark */
  const click = (mark) => {
    const now = clicked.includes(mark) ? clicked.filter((id) => id !== mark) : [...clicked, mark];
    const fit = filterOptions(options, now);
    const only = fit.length === 1 ? fit[0] : null;
    setChosen({ decision: asked, clicked: now, option: only });
    return only;
  };
  return {
    asked,
    left,
    marks,
    clicked,
    option,
    preview: option?.choice ?? (clicked.length ? left[0]?.choice ?? null : null),
    click,
    choose: (one) => setChosen({ decision: asked, clicked, option: one }),
    restart: () => setChosen(NOTHING),
  };
}

/** Return the options that have all these marks. @param {Option[]} options @param {string[]} clicked */
const filterOptions = (options, clicked) =>
  options.filter(({ marks }) => clicked.every((mark) => marks.includes(mark)));
