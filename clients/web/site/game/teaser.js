/** What decided a finished game, in three numbers, or an invitation to find out. */

import { html } from "../vendor/preact.js";
import { percent, t } from "../text/index.js";
import { useDocument } from "../ui/hooks.js";
import { toAnalysis } from "./analysis.js";

/** @import { AnalysisSummary, Game } from "../../types" */

/** The summary of the player's analysis, if there is one: none is made without a request.
 * @param {{game: Game}} props
 */
export function Teaser({ game }) {
  /** @type {{value: AnalysisSummary | null}} */
  const found = useDocument(`games/${game.id}/analysis/summary/`);
  if (!found.value) return null;
  const { summary, status } = found.value;
  const address = toAnalysis(game.id, game.move_count);
  if (!summary) {
    return html`<p class="teaser">
      <a class="button second" href=${address}>${status === "pending" ? t("The analysis is being made …") : t("What decided the game?")}</a>
      <span class="quiet small">${t("Your choices, what was hidden, or luck: a strong bot finds out.")}</span>
    </p>`;
  }
  const { choice, hidden, luck } = summary;
  /** @type {[string, number][]} */
  const parts = [[t("Choice"), choice], [t("Hidden"), hidden], [t("Luck"), luck]];
  return html`<h3>${t("What decided the game")}</h3>
    <dl class="teaser">
      ${parts.map(([title, share]) => html`<div key=${title}><dt>${title}</dt><dd>${percent(share, true)}</dd></div>`)}
    </dl>
    <p><a href=${address}>${t("Your best and worst moves")}</a></p>`;
}
