/** Each result of chance in a record, and what could be found out about it. */

import { html } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { to } from "../ui/route.js";
import { hexOf } from "./canonical.js";
import { Mark } from "./steps.js";

/** @import { Draw } from "./check_draws.js" */

/** @param {{draws: Draw[], game: string}} props */
export function DrawsTable({ draws, game }) {
  if (!draws.length) return null;
  return html`<details>
    <summary>${t("Each draw")}</summary>
    <p class="quiet">${t("A draw is a number that follows from the seed (BLAKE2b). It gives the new order of a deck, or picks.")}</p>
    <div class="scrolls draws" tabindex="0"><table>
      <thead><tr>
        <th scope="col" class="number">${t("Draw")}</th>
        <th scope="col" class="number">${t("Move")}</th>
        <th scope="col">${t("Finding")}</th>
        <th scope="col">${t("Result")}</th>
      </tr></thead>
      <tbody>${draws.map(
        (draw) => html`<tr key=${draw.number}>
          <td class="number">${draw.number}</td>
          <td class="number"><a href=${to("games", game, "history", draw.move)}>${draw.move}</a></td>
          <td><${Mark} state=${draw.state} /> ${findingOf(draw)}</td>
          <td>${draw.kind === "shuffle" ? t("shuffle") : t("picks")} <code>${resultOf(draw)}</code></td>
        </tr>`,
      )}</tbody>
    </table></div>
  </details>`;
}

/** @param {Draw} draw */
const resultOf = ({ kind, result }) => (kind === "shuffle" ? hexOf(Uint8Array.from(result)) : result.join(", "));

/** @param {Draw} draw */
function findingOf({ kind, state, before, sizes }) {
  if (kind === "picks") {
    return state === "failed"
      ? t("The seed does not give this, whatever there was to pick from.")
      : t("Possible with {sizes} to pick from, or other numbers.", { sizes: sizes.join(", ") });
  }
  if (before === "sorted") {
    return state === "ok"
      ? t("Without the shuffle, the deck is in order.")
      : t("Without the shuffle, the deck is nearly in order: some cards were exchanged.");
  }
  if (before === "rest") {
    return state === "ok"
      ? t("Without the shuffle, the deck begins with what was left of the last one.")
      : t("Without the shuffle, the deck is nearly what was left of the last one: some cards were exchanged.");
  }
  return t("What was in the deck before needs the rules.");
}
