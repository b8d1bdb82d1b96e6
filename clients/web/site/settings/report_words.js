/** The words for what reports are about, and for what became of them. */

import { t } from "../text/index.js";

/** @returns {[string, string][]} */
export const categories = () => [
  ["abuse", t("Insults, threats or hate")],
  ["cheating", t("Cheating: several accounts, secret agreements, programs")],
  ["stalling", t("Playing slowly on purpose")],
  ["spam", t("Advertising or spam")],
  ["name", t("An offensive name")],
  ["other", t("Something else")],
];

/** @param {string} category */
export const categoryText = (category) =>
  categories().find(([name]) => name === category)?.[1] ?? category;

/** @param {string} state */
export function stateText(state) {
  /** @type {Record<string, string>} */
  const states = {
    open: t("waiting"),
    claimed: t("a moderator is working on it"),
    resolved: t("closed"),
    dismissed: t("closed"),
    withdrawn: t("withdrawn by you"),
  };
  return states[state] ?? state;
}

/** @param {string} outcome */
export function outcomeText(outcome) {
  /** @type {Record<string, string>} */
  const outcomes = {
    acted: t("The moderators have done something about it."),
    nothing: t("The moderators saw no reason to act."),
  };
  return outcomes[outcome] ?? outcome;
}
