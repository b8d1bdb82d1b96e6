/** What a finished game hid, at its end and in each round, and where its points come from. */

import { html } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { useDocument } from "../ui/hooks.js";
import { Loaded, seatName, Table } from "../ui/parts.js";
import { to } from "../ui/route.js";
import { Anything, capital, inWords, isShown, useTitles } from "./anything.js";

/** @import { Game, Reveal } from "../../types" */

/** All that was hidden, or with a move what the round hid to which it belongs. @param {{game: Game, move?: number}} props */
export function Revealed({ game, move }) {
  const reveal = useDocument(`games/${game.id}/reveal/`);
  const words = { titles: useTitles(game), seats: game.seats };
  return html`<${Loaded} from=${reveal}>
    ${(/** @type {Reveal} */ { hidden, rounds }) => {
      const round = move !== undefined && rounds.find((one) => move <= Number(one.move));
      if (round) return html`<${Round} level="h3" round=${round} words=${words} />`;
      const untilEnd = html`<${Anything} value=${hidden} words=${words} />`;
      if (move !== undefined) {
        return html`<p class="quiet">${t("Nothing was hidden in this round. This was hidden until the end:")}</p>${untilEnd}`;
      }
      return html`<h3>${t("Hidden until the end")}</h3>${untilEnd}
        ${rounds.length > 0 && html`<h3>${t("Hidden in each round")}</h3>`}
        ${rounds.map((one) => html`<${Round} key=${one.move} round=${one} game=${game.id} words=${words} />`)}`;
    }}
  <//>`;
}

/** @param {{round: Record<string, any>, words: import("./anything.js").Words, game?: string, level?: string}} props */
function Round({ round, words, game, level = "h4" }) {
  const { move, round: number, ...content } = round;
  if (!isShown(content)) return null;
  return html`<section class="round">
    <${level}>
      ${t("Round {number}", { number })}${" "}
      ${game && html`<a class="small" href=${to("games", game, "history", move)}>${t("move {move}", { move })}</a>`}
    <//>
    <${Anything} value=${content} words=${words} />
  </section>`;
}

/** @typedef {NonNullable<Reveal["scores"]>} Scores */

/** @param {{game: Game}} props */
export function Points({ game }) {
  const reveal = useDocument(`games/${game.id}/reveal/`);
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

/** For each seat the total, and the sum of each kind of item.
 * @param {{game: Game, scores: Scores, titles: import("./anything.js").Titles}} props
 */
function Sums({ game, scores, titles }) {
  const items = scores.flatMap((score) => score.items);
  const kinds = [...new Set(items.map(({ item }) => item))];
  /** A kind is called as its items are together, or as each of them if they are all called the same. @param {string} kind */
  const titleOf = (kind) => {
    const named = new Set(items.filter(({ item }) => item === kind).map(({ group, title }) => group ?? title));
    return named.size === 1 ? [...named][0] : capital(inWords(kind, titles));
  };
  /** @param {Scores[number]} score @param {string} kind */
  const sum = (score, kind) => score.items.filter(({ item }) => item === kind).reduce((all, { points }) => all + points, 0);
  return html`<div class="scrolls" tabindex="0"><table class="sums">
    <thead><tr>
      <th scope="col">${t("Player")}</th>
      ${[t("Total"), ...kinds.map(titleOf)].map((title) => html`<th scope="col" class="number">${title}</th>`)}
    </tr></thead>
    <tbody>${scores.map(
      (score) => html`<tr key=${score.seat}>
        <th scope="row">${seatName(game.seats[score.seat])}</th>
        <td class="number"><strong>${score.total}</strong></td>
        ${kinds.map((kind) => html`<td class="number">${sum(score, kind) || "–"}</td>`)}
      </tr>`,
    )}</tbody>
  </table></div>`;
}

/** @param {{score: Scores[number], game: Game}} props */
function Items({ score, game }) {
  return html`<h4>${seatName(game.seats[score.seat])}</h4>
    <${Table} heads=${[t("Item"), t("Reason"), { number: t("Points") }]}>
      ${score.items.map(
        ({ title, text, points }) =>
          html`<tr><td>${title}</td><td class="quiet">${text ?? ""}</td><td class="number">${points}</td></tr>`,
      )}
    <//>`;
}
