/** A link to the puzzle of the day, which is the same for everybody. */

import { html } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { useDocument } from "./hooks.js";
import { useRulesetTitle } from "./options.js";
import { to } from "./route.js";

/** @import { PuzzleToday } from "../../types" */

export function PuzzleOfTheDay() {
  /** @type {{value: PuzzleToday | null}} */
  const today = useDocument("puzzles/today/");
  const puzzle = today.value?.puzzle;
  const title = useRulesetTitle(puzzle?.ruleset);
  if (!puzzle) return null;
  const { id, solved } = puzzle;
  const state = solved === null ? t("one option is the best: which?") : solved ? t("Solved!") : t("Not solved.");
  return html`<p class="daily note"><a href=${`${to("puzzles")}?id=${id}`}>${t("Puzzle of the day")}</a>
    <span class="quiet">${title} · ${state}</span></p>`;
}
