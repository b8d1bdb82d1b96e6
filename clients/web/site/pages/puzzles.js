/** Puzzles: the table of a seat, its options, and after the answer what each was worth. */

import { html, useRef } from "../vendor/preact.js";
import { Problem } from "../api/problems.js";
import { get, post } from "../api/requests.js";
import { useFocus } from "../game/attention.js";
import { useChoosing } from "../game/choosing.js";
import { uncertainty } from "../game/jobs.js";
import { NoPicture, Picture, useLayout, usePicture } from "../game/picture.js";
import { Confirmation, Options } from "../game/question.js";
import { percent, range, t } from "../text/index.js";
import { useAction, useDocument, useLoad, useTitle } from "../ui/hooks.js";
import { Select } from "../ui/inputs.js";
import { fetchRulesets } from "../ui/options.js";
import { Failure, Loaded, Table } from "../ui/parts.js";
import { setQuery } from "../ui/route.js";
import { PuzzleOfTheDay } from "../ui/puzzle_of_the_day.js";
import { hidesRatings } from "../ui/zen.js";

/** @import { Decision, Puzzle, PuzzleAnswer, RulesetSummary } from "../../types" */
/** @import { Route } from "../ui/route.js" */

/** @param {{place: Route}} props */
export function PuzzlesPage({ place }) {
  useTitle(t("Puzzles"));
  const rulesets = useLoad(fetchRulesets, []);
  return html`<div class="heading"><h1>${t("Puzzles")}</h1></div>
    <p class="hint">${t("In each of these positions one option is clearly the best. Find it.")}</p>
    <${Loaded} from=${rulesets}>
      ${(/** @type {RulesetSummary[]} */ all) => {
        const id = place.query.get("id");
        const ruleset = place.query.get("ruleset") ?? all[0]?.slug;
        if (!ruleset) return html`<p class="empty">${t("This service has no games.")}</p>`;
        return html`${!id && html`<${PuzzleOfTheDay} />`}
          <form class="filters"><div><${Select} id="puzzle-ruleset" label=${t("Game")}
            choices=${[...(id ? [["", t("Puzzle of the day")]] : []), ...all.map(({ slug, title }) => [slug, title])]}
            value=${id ? "" : ruleset}
            onChange=${(/** @type {string} */ chosen) => setQuery({ ruleset: chosen })} /></div></form>
          <${NextPuzzle} key=${id ?? ruleset} path=${id ? `puzzles/${id}/` : "puzzles/next/"} query=${id ? {} : { ruleset }} />`;
      }}
    <//>`;
}

/** A puzzle by its id, or the next one of a ruleset. @param {{path: string, query: Record<string, string>}} props */
function NextPuzzle({ path, query }) {
  const next = useDocument(path, query);
  const code = next.error instanceof Problem ? next.error.code : "";
  if (code === "no_puzzle") return html`<${Note} words=${t("You have answered all puzzles of this game.")} />`;
  if (code === "no_puzzles_yet") return html`<${Note} words=${t("There are no puzzles of this game yet.")} />`;
  return html`<${Loaded} from=${next}>
    ${(/** @type {Puzzle} */ puzzle) => html`<${Position} key=${puzzle.id} puzzle=${puzzle}
      onNext=${() => (query.ruleset ? next.reload() : setQuery({ ruleset: puzzle.ruleset }))}
      onAnswer=${(/** @type {PuzzleAnswer} */ answer) => next.setValue({ ...puzzle, answer })} />`}
  <//>`;
}

/** @param {{words: string}} props */
const Note = ({ words }) => html`<p class="note" role="status">${words}</p>`;

/** @param {{puzzle: Puzzle, onAnswer: (answer: PuzzleAnswer) => void, onNext: () => void}} props */
function Position({ puzzle, onAnswer, onNext }) {
  const place = useRef(null);
  const bar = useRef(/** @type {HTMLElement | null} */ (null));
  const layout = useLayout(place);
  const { answer, decision, id, you } = puzzle;
  // An answered puzzle has no open decision.
  const open = /** @type {Decision | null} */ (answer ? null : /** @type {unknown} */ ({ ...decision, id }));
  const choosing = useChoosing(open);
  const action = useAction();
  useFocus(bar, [answer]);
  const preview = answer?.solution ?? choosing.preview;
  const { svg, hasPicture } = usePicture(`puzzles/${id}/board.svg`, { layout, preview }, id, action.busy);
  /** @param {string} choice */
  const answerWith = async (choice) => {
    try {
      return await post(`puzzles/${id}/answer/`, { choice });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "puzzle_answered") throw error;
      return (await get(`puzzles/${id}/`)).answer; // in another tab
    }
  };
  /** @param {string} choice */
  const send = (choice) => action.run(async () => onAnswer(await answerWith(choice)));
  return html`<div class="table">
    <div class="board" ref=${place}>
      ${hasPicture
        ? html`<${Picture} svg=${svg} layout=${layout} marks=${choosing.marks} chosen=${choosing.clicked.at(-1)} onMark=${choosing.click} />`
        : html`<${NoPicture} />`}
    </div>
    <div class="beside">
      <div class="bar" ref=${bar}>
        <${Failure} error=${action.error} />
        <section class="question" aria-label=${t("Your decision")}>
          <h2>${decision.question}</h2>
          ${answer && html`<${Solution} answer=${answer} options=${decision.options} onNext=${onNext} />`}
          ${!answer && choosing.option && html`<${Confirmation} option=${choosing.option} busy=${action.busy} onPlay=${send} onBack=${choosing.restart} />`}
          ${!answer && !choosing.option && html`<${Options} choosing=${choosing} busy=${action.busy} onChoose=${choosing.choose} />`}
        </section>
      </div>
      ${!hidesRatings() && html`<p class="quiet">${t("Your rating in puzzles: {rating}", { rating: answer?.rating_after ?? you.rating })}</p>`}
    </div>
  </div>`;
}

/** @param {{answer: PuzzleAnswer, options: Puzzle["decision"]["options"], onNext: () => void}} props */
function Solution({ answer, options, onNext }) {
  const { choice, solved, solution, values, solved_share: share } = answer;
  // The search leaves out options that are clearly bad.
  const bad = values.some((one) => one.choice === choice) ? null : options.find((one) => one.choice === choice);
  /** @param {string} one */
  const tag = (one) => (one === solution ? t("best option") : one === choice ? t("your answer") : "");
  return html`<p role="status"><strong>${solved ? t("Solved!") : t("Not solved.")}</strong>${" "}
      ${t("{share} of the users who answered solved it.", { share: percent(share) })}</p>
    <${Table} heads=${[t("Option"), { number: t("Chance of winning") }]}>
      ${values.map(
        ({ choice: one, label, value, error }) => html`<tr key=${one}>
          <td>${label}${tag(one) && html` <small class="tag">${tag(one)}</small>`}</td>
          <td class="number">${range(value, uncertainty(error))}</td></tr>`,
      )}
      ${bad && html`<tr><td>${bad.label} <small class="tag">${t("your answer")}</small></td><td class="number">${t("clearly less")}</td></tr>`}
    <//>
    <div class="actions"><button class="next" onClick=${onNext}>${t("Next puzzle")}</button></div>`;
}
