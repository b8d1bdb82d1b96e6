/** The record of a finished game, verified by this browser, and by the service. */

import { html, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { t } from "../text/index.js";
import { useLoad, useTitle } from "../ui/hooks.js";
import { Failure, Loaded, Loading } from "../ui/parts.js";
import { to } from "../ui/route.js";
import { inWords } from "../game/titles.js";
import { offerFile } from "../game/result.js";
import { canonical } from "../record/canonical.js";
import { checkRecord, checkText, failedStep } from "../record/check.js";
import { noted } from "../record/commitments.js";
import { DrawsTable } from "../record/draws_table.js";
import { RecordFile } from "../record/file.js";
import { Mark, StepItem } from "../record/steps.js";

/** @import { MatchRecord, Verdict } from "../../types" */
/** @import { Step } from "../record/check.js" */
/** @import { Draw } from "../record/check_draws.js" */

/** @typedef {{name: string, text: string}} Chosen */

/** Steps that need the rules to be complete. */
const DRAWS = ["setup", "later"];

/** @param {{id: string}} props */
export function RecordPage({ id }) {
  const [file, setFile] = useState(/** @type {Chosen | null} */ (null));
  const record = useLoad(
    /** @returns {Promise<MatchRecord>} */ (signal) => get(`games/${id}/export/`, {}, signal),
    [id],
  );
  useTitle(t("Verify the game"));
  return html`<div class="heading">
      <h1>${t("Verify the game")}</h1>
      <p><a href=${to("games", id)}>${t("Back to the table")}</a></p>
    </div>
    <p>${t("All chance of a game follows from a secret seed, to which the service is committed from the start. When the game is over, this browser checks the record itself.")}</p>
    ${record.error
      ? html`<${Failure} error=${record.error} retry=${record.reload} />`
      : html`<${RecordFile} file=${file} onFile=${setFile} />`}
    ${!record.value && !record.error && html`<${Loading} />`}
    ${record.value && html`<${Checked} id=${id} record=${record.value} file=${file} />`}
    ${record.value && html`<${Service} id=${id} />`}`;
}

/** @param {{id: string, record: MatchRecord, file: Chosen | null}} props */
function Checked({ id, record, file }) {
  const found = useLoad(async () => {
    const known = { game: id, noted: noted(id) };
    return file ? checkText(file.text, { ...known, digest: record.digest }) : checkRecord(record, known);
  }, [id, record, file]);
  return html`<${Loaded} from=${found}>
    ${(/** @type {{steps: Step[], draws: Draw[]}} */ { steps, draws }) =>
      html`<h2>${file ? t("What this browser finds in {file}", { file: file.name }) : t("What this browser finds")}</h2>
        <${Summary} steps=${steps} />
        <ol class="checked">${steps.map((step) => html`<${StepItem} key=${step.id} step=${step} />`)}</ol>
        <${DrawsTable} draws=${draws} game=${id} />
        <div class="actions">
          <button class="second" onClick=${() => offerFile(`${id}.json`, canonical(record))}>
            ${t("Download the record")}
          </button>
        </div>`}
  <//>`;
}

/** @param {{steps: Step[]}} props */
function Summary({ steps }) {
  const failed = failedStep(steps);
  if (failed) {
    return html`<div class="failure" role="alert">
      <p><strong>${t("This record is wrong.")}</strong> ${t("See the step that has failed.")}</p>
    </div>`;
  }
  const isPartial = steps.some(({ id, state }) => DRAWS.includes(id) && state !== "ok");
  return html`<p class="note" role="status">
    <strong>${t("No fault was found.")}</strong>
    ${isPartial && html` ${t("Some things cannot be checked without the rules of the game; the service checks them below.")}`}
  </p>`;
}

/** What the service says, which knows the rules. @param {{id: string}} props */
function Service({ id }) {
  const verdict = useLoad(
    /** @returns {Promise<Verdict>} */ (signal) => get(`games/${id}/verify/`, {}, signal),
    [id],
  );
  return html`<h2>${t("What the service says")}</h2>
    <p class="quiet">${t("It plays the whole game again, by its rules, and compares each state. You can run the same program yourself.")}</p>
    <${Loaded} from=${verdict}>
      ${(/** @type {Verdict} */ { ok, reason, move, moves, checks, rules_version: version }) =>
        html`<ol class="checked"><li class=${ok ? "ok" : "failed"}>
          <h3>
            ${ok ? t("The game was played by its rules") : t("The replay differs")}${" "}
            <${Mark} state=${ok ? "ok" : "failed"} />
          </h3>
          <p>${ok ? t("All {moves} moves led to the recorded states.", { moves }) : reason}
            ${move !== null && html` <a href=${to("games", id, "history", move)}>${t("Move {move}", { move })}</a>`}</p>
          <p class="quiet">${version} · ${checks.map((one) => inWords(one)).join(", ")}</p>
        </li></ol>`}
    <//>`;
}
