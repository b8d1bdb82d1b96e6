/** The result of a finished game: places, points, and what can be done now. */

import { html } from "../vendor/preact.js";
import { canonical } from "../record/canonical.js";
import { get, post } from "../api/requests.js";
import { list, t } from "../text/index.js";
import { ActionButton, Later, offerFile, Player, seatName, Table } from "../ui/parts.js";
import { go, to } from "../ui/route.js";
import { inWords } from "./anything.js";
import { Points, Revealed } from "./reveal.js";
import { Share } from "./menu.js";
import { NextGame } from "./question.js";
import { Teaser } from "./teaser.js";

/** @import { Game } from "../../types" */

/** @typedef {NonNullable<Game["result"]>} Outcome */

/** @param {{game: Game}} props */
export function Result({ game }) {
  const { result } = game;
  if (!result) return null;
  return html`<section class="result" aria-labelledby="result-title">
    <h2 id="result-title">${headline(game, result)}</h2>
    ${game.annulled && html`<p class="note">${t("A moderator has annulled this game: it does not count for ratings or reliability.")}</p>`}
    <p class="quiet">${endOf(result)}</p>
    <${Places} game=${game} result=${result} />
    <${Actions} game=${game} />
    ${game.your_seat !== null && html`<${Teaser} game=${game} />`}
    ${result.scores.length > 0 && html`<${Points} game=${game} />`}
    <${Later} summary=${t("What was hidden")} content=${() => html`<${Revealed} game=${game} />`} />
    <${Records} game=${game} />
  </section>`;
}

/** Return who has won. @param {Game} game @param {Outcome} result */
function headline(game, { placements }) {
  const winners = game.seats.filter((seat) => placements[seat.number] === 1);
  const mine = winners.some((seat) => seat.number === game.your_seat);
  if (winners.length > 1) return t("{names} share the first place", { names: list(winners.map(seatName)) });
  if (mine) return t("You have won!");
  return winners.length ? t("{name} has won", { name: seatName(winners[0]) }) : t("The game is over");
}

/** @param {Outcome} result */
function endOf({ ended_by: by, scores }) {
  /** @type {Record<string, string>} */
  const ends = {
    rules: t("The game was played to its end."),
    last_player: t("The game ended early: one player was left."),
    nobody_left: t("The game ended early: no player was left."),
    moderator: t("A moderator has ended the game."),
  };
  return [ends[by] ?? inWords(by), ...(scores.length ? [] : [t("There are no points.")])].join(" ");
}

/** @param {{game: Game, result: Outcome}} props */
function Places({ game, result }) {
  const seats = game.seats.toSorted((one, other) => result.placements[one.number] - result.placements[other.number]);
  const breaks = /** @type {any[]} */ (/** @type {any} */ (result).tie_breaks ?? []);
  const hasBreaks = breaks.length > 0 && new Set(result.scores).size < result.scores.length;
  const heads = [
    { number: t("Place") },
    t("Player"),
    ...(result.scores.length > 0 ? [{ number: t("Points") }] : []),
    ...(hasBreaks ? [{ number: t("Tie break") }] : []),
  ];
  return html`<${Table} heads=${heads}>
    ${seats.map(
      (seat) => html`<tr key=${seat.number}>
        <td class="number">${result.placements[seat.number]}</td>
        <td><${Player} seat=${seat} />
          ${seat.number === game.your_seat && html` <small class="tag">${t("you")}</small>`}
          ${result.lost.includes(seat.number) && html` <small class="tag">${t("lost the seat")}</small>`}</td>
        ${result.scores.length > 0 && html`<td class="number">${result.scores[seat.number]}</td>`}
        ${hasBreaks && html`<td class="number">${[breaks[seat.number]].flat().join(", ")}</td>`}
      </tr>`,
    )}
  <//>`;
}

/** What players do next: play on, and show the others how it ended. @param {{game: Game}} props */
function Actions({ game }) {
  const rematch = async () => go("games", (await post(`games/${game.id}/rematch/`)).id);
  return html`<div class="actions">
      <${NextGame} game=${game} />
      ${game.rematch
        ? html`<a class="button" href=${to("games", game.rematch)}>${t("To the rematch")}</a>`
        : game.your_seat !== null && html`<${ActionButton} title=${t("Rematch")} action=${rematch} />`}
      <${Share} game=${game.id} />
    </div>`;
}

/** What remains of the game: its moves, and its record. @param {{game: Game}} props */
function Records({ game }) {
  const download = async () => offerFile(`${game.id}.json`, canonical(await get(`games/${game.id}/export/`)));
  return html`<div class="actions">
      <a class="button second" href=${to("games", game.id, "history", game.move_count)}>${t("History")}</a>
      <a class="button second" href=${to("games", game.id, "record")}>${t("Verify")}</a>
      <${ActionButton} title=${t("Download the record")} kind="second" action=${download} />
    </div>`;
}
