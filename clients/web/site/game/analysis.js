/** The analysis of the player's seat in a finished game: chances, what they came from, decisions. */

import { html, useState } from "../vendor/preact.js";
import { percent, range, t, tn } from "../text/index.js";
import { useDocument } from "../ui/hooks.js";
import { onTick } from "../ui/inputs.js";
import { Failure, Items, Loaded, Loading } from "../ui/parts.js";
import { to } from "../ui/route.js";
import { uncertainty, useJob } from "./jobs.js";
import { Picture } from "./picture.js";

/** @import { Analysis as AnalysisDocument, AnalyzedDecision, Game } from "../../types" */

/** @typedef {NonNullable<AnalysisDocument["result"]>} Findings */

/** With more decisions, only the costly ones are shown at first. */
const MANY = 8;
/** A smaller loss is shown as 0%. */
const LEAST = 0.005;
/** Errors that another request would end with, too. */
const LASTING = ["analysis_unavailable", "history_unavailable", "rules_unavailable"];
const LAYOUT = "portrait";

/** Return the address of the analysis of a game. @param {string} game @param {number | string} move */
export const toAnalysis = (game, move = "") => `${to("games", game, "history", move)}?panel=analysis`;

/** @param {{game: Game, move: number, onMove: (move: number) => void}} props */
export function Analysis({ game, move, onMove }) {
  const path = `games/${game.id}/analysis/`;
  const { job, isLoading, request, busy, error } = useJob(path, "analysis_not_found");
  const analysis = /** @type {AnalysisDocument | null} */ (job);
  const problem = /** @type {any} */ (error);
  const isPending = analysis?.status === "pending";
  const isLasting = LASTING.includes(analysis?.error ?? problem?.code);
  if (isLoading) return html`<${Loading} />`;
  return html`<h2 class="unseen">${t("Analysis")}</h2>
    <${Failure} error=${error} />
    ${problem?.code === "analysis_running" &&
    html`<p><a href=${toAnalysis(problem.document.game)}>${t("To the game that is being analyzed")}</a></p>`}
    ${analysis?.status === "failed" &&
    html`<p class="note">${isLasting ? t("This game cannot be played again by its rules, so there is no analysis.") : t("The analysis has failed. You can request it again after a day.")}</p>`}
    ${!isPending && !analysis?.result &&
    html`<p>${t("A strong bot looks at each of your decisions: what it would have chosen, and what your choice was worth. This takes a few minutes.")}</p>
      ${!isLasting && html`<button disabled=${busy} onClick=${request}>${t("Analyze the game")}</button>`}`}
    <p role="status" class=${isPending ? "quiet" : "unseen"}>
      ${isPending && t("The analysis is being made. You can leave this page meanwhile.")}
      ${analysis?.result && t("The analysis is ready.")}
    </p>
    ${isPending && html`<${Progress} analysis=${analysis} />`}
    ${analysis?.result && html`<${Found} path=${path} found=${analysis.result} move=${move} onMove=${onMove} />`}`;
}

/** @param {{analysis: AnalysisDocument}} props */
function Progress({ analysis: { done, total } }) {
  return html`<div class="progress">
    <progress aria-label=${t("Progress of the analysis")} max=${total} value=${done}></progress>
    <span>${tn("{done} of {count} move", "{done} of {count} moves", total, { done })}</span>
  </div>`;
}

/** @param {{path: string, found: Findings, move: number, onMove: (move: number) => void}} props */
function Found({ path, found, move, onMove }) {
  const plot = useDocument(`${path}plot.svg`, { layout: LAYOUT });
  return html`<${Loaded} from=${plot}>
      ${(/** @type {string} */ svg) => html`<${Picture} svg=${svg} layout=${LAYOUT} />`}
    <//>
    <${Summary} summary=${found.summary} />
    <h3>${t("Your decisions")}</h3>
    <${Decisions} found=${found} move=${move} onMove=${onMove} />
    <p class="hint">${t("The chances come from games that bots play out. The exact value is very probably within the range (±).")}</p>`;
}

/** How the chance became the result. @param {{summary: Findings["summary"]}} props */
function Summary({ summary: { start, choice, stand_in: standIn, hidden, forfeit, luck, result } }) {
  const end = result === 1 ? t("Result: a win") : result ? t("Result: a shared win") : t("Result: no win");
  const rows = [
    [t("Your chance of winning at your first decision"), percent(start)],
    [t("Choice: your options compared with the best ones"), percent(choice, true)],
    ...(standIn ? [[t("Bots and others that chose for your seat"), percent(standIn, true)]] : []),
    [t("Hidden: what you did not know, compared with what you could expect"), percent(hidden, true)],
    ...(forfeit ? [[t("Forfeit: you gave the seat up, or lost it on time"), percent(forfeit, true)]] : []),
    [t("Luck: draws, and what the others did"), percent(luck, true)],
    [end, percent(result)],
  ];
  return html`<h3>${t("What decided the game")}</h3>
    <table class="summary"><tbody>
      ${rows.map(([words, value]) => html`<tr><th scope="row">${words}</th><td class="number">${value}</td></tr>`)}
    </tbody></table>`;
}

/** True if another option was surely better. @param {AnalyzedDecision} decision */
const isCostly = ({ loss, loss_error: error }) => loss >= LEAST && loss > uncertainty(error);

/** @param {{found: Findings, move: number, onMove: (move: number) => void}} props */
function Decisions({ found: { decisions, worst }, move, onMove }) {
  const costly = decisions.filter(isCostly);
  const [isShort, setShort] = useState(decisions.length > MANY && costly.length > 0);
  const empty = isShort ? t("None of your choices was surely worse than another one.") : t("There was no decision with several options.");
  return html`<label class="check">
      <input type="checkbox" checked=${isShort} onChange=${onTick(setShort)} />
      ${t("Only costly ones")} (${costly.length}/${decisions.length})
    </label>
    <${Items} items=${isShort ? costly : decisions} kind="decisions" empty=${empty} keyOf=${moveOf}>
      ${(/** @type {AnalyzedDecision} */ decision) =>
        html`<button class="decision" aria-current=${decision.move === move} onClick=${() => onMove(decision.move)}>
          <${Verdict} decision=${decision} rank=${worst.indexOf(decision.move) + 1} />
        </button>`}
    <//>`;
}

/** @param {AnalyzedDecision} decision */
const moveOf = ({ move }) => move;

/** @param {{decision: AnalyzedDecision, rank: number}} props rank: the number of its mark in the picture, or 0 */
function Verdict({ decision, rank }) {
  const { move, round, question, options, loss, loss_error: error } = decision;
  const played = options.find(({ choice }) => choice === decision.played) ?? options[0];
  const bot = options.reduce((best, one) => (one.value > best.value ? one : best));
  const cost = isCostly(decision) ? t("{cost} lost", { cost: range(loss, uncertainty(error)) }) : t("about equal");
  const isSame = bot.choice === played.choice;
  return html`<span class="place">
      <strong class="who">${rank > 0 && html`<span class="badge">${rank}</span> `}${t("Move {move}", { move })}</strong>
      <span class=${isCostly(decision) ? "wrong" : "quiet"}>${isSame ? t("best option") : cost}</span>
    </span>
    <span class="quiet">${round !== null && `${t("Round {number}", { number: round })} · `}${question}</span>
    <span>${decision.actor === "player" ? t("You:") : t("Played for you:")} ${played.label}</span>
    <span>${isSame ? t("The bot would have chosen the same.") : html`${t("Bot:")} ${bot.label}`}</span>`;
}
