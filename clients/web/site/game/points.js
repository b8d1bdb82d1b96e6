/** Where the points of a finished game come from, as a table by seat, and item by item. */

import { html } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { Loaded, seatName } from "../ui/parts.js";
import { capital } from "./anything.js";
import { useReveal } from "./reveal.js";
import { inWords, useTitles } from "./titles.js";

/** @import { Game, Reveal } from "../../types" */

/** @typedef {NonNullable<Reveal["scores"]>} Scores */

/** @param {{game: Game}} props */
export function Points({ game }) {
  const reveal = useReveal(game.id);
  const titles = useTitles(game);
  return html`<${Loaded} from=${reveal}>
    ${(/** @type {Reveal} */ { scores }) =>
      scores &&
      html`<h3>${t("Where the points come from")}</h3>
        <${Sums} game=${game} scores=${scores} titles=${titles} />
        <details>
          <summary>${t("Each item")}</summary>
          ${scores.map((score) => html`<${Items} key=${score.seat} score=${score} game=${game} />`)}
        </details>`}
  <//>`;
}

/** The sum of each kind of item, for each seat.
 * @param {{game: Game, scores: Scores, titles: import("./titles.js").Titles}} props
 */
function Sums({ game, scores, titles }) {
  const items = scores.flatMap((score) => score.items);
  const kinds = [...new Set(items.map(({ item }) => item))];
  /** A kind is called as its items are, if they are all called the same. @param {string} kind */
  const titleOf = (kind) => {
    const named = new Set(items.filter(({ item }) => item === kind).map(({ title }) => title));
    return named.size === 1 ? [...named][0] : capital(inWords(kind, titles));
  };
  /** @param {Scores[number]} score @param {string} kind */
  const sum = (score, kind) => score.items.filter(({ item }) => item === kind).reduce((all, { points }) => all + points, 0);
  return html`<div class="scrolls" tabindex="0"><table class="sums">
    <thead><tr>
      <td></td>
      ${scores.map(({ seat }) => html`<th scope="col" class="number">${seatName(game.seats[seat])}</th>`)}
    </tr></thead>
    <tbody>${kinds.map(
      (kind) => html`<tr key=${kind}>
        <th scope="row">${titleOf(kind)}</th>
        ${scores.map((score) => html`<td class="number">${sum(score, kind) || "–"}</td>`)}
      </tr>`,
    )}</tbody>
    <tfoot><tr><th scope="row">${t("Total")}</th>
      ${scores.map(({ total }) => html`<td class="number"><strong>${total}</strong></td>`)}</tr></tfoot>
  </table></div>`;
}

/** @param {{score: Scores[number], game: Game}} props */
function Items({ score, game }) {
  return html`<h4>${seatName(game.seats[score.seat])}</h4>
    <div class="scrolls"><table>
      <thead><tr>
        <th scope="col">${t("Item")}</th>
        <th scope="col">${t("Reason")}</th>
        <th scope="col" class="number">${t("Points")}</th>
      </tr></thead>
      <tbody>${score.items.map(
        ({ title, text, points }) =>
          html`<tr><td>${title}</td><td class="quiet">${text ?? ""}</td><td class="number">${points}</td></tr>`,
      )}</tbody>
    </table></div>`;
}
