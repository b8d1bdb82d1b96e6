/** The record of a finished game, verified by this browser, and by the service. */

import { html, useState } from "../vendor/preact.js";
import { inWords } from "../game/anything.js";
import { canonical, hexOf } from "../record/canonical.js";
import { checkRecord, checkText, failedStep } from "../record/check.js";
import { findCommitment } from "../record/commitments.js";
import { Mark, StepItem } from "../record/steps.js";
import { t } from "../text/index.js";
import { useDocument, useLoad, useTitle } from "../ui/hooks.js";
import { Failure, Loaded, Loading, offerFile, Table } from "../ui/parts.js";
import { to } from "../ui/route.js";

/** @import { MatchRecord, Verdict } from "../../types" */
/** @import { Step } from "../record/check.js" */
/** @import { Draw } from "../record/check_draws.js" */

/** @typedef {{name: string, text: string}} Chosen */

/** Steps that need the rules to be complete. */
const DRAWS = ["setup", "later"];

/** @param {{id: string}} props */
export function RecordPage({ id }) {
  const [file, setFile] = useState(/** @type {Chosen | null} */ (null));
  const record = useDocument(`games/${id}/export/`);
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
    const known = { game: id, noted: findCommitment(id) };
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
  const verdict = useDocument(`games/${id}/verify/`);
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

/** A record from the reader's disk, chosen or dropped.
 * @param {{file: Chosen | null, onFile: (file: Chosen | null) => void}} props
 */
function RecordFile({ file, onFile }) {
  const [isOver, setOver] = useState(false);
  /** @param {File | undefined} chosen */
  const read = async (chosen) => {
    if (chosen) onFile({ name: chosen.name, text: await chosen.text() });
  };
  /** @param {DragEvent} event */
  const drop = (event) => {
    event.preventDefault();
    setOver(false);
    read(event.dataTransfer?.files[0]);
  };
  /** @param {boolean} over */
  const drag = (over) => (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(over);
  };
  return html`<div class=${isOver ? "drop over" : "drop"} onDragOver=${drag(true)} onDragLeave=${drag(false)} onDrop=${drop}>
    <label for="record-file">${t("Check a file instead")}</label>
    <input id="record-file" type="file" accept=".json,application/json"
      onChange=${(/** @type {any} */ event) => {
        read(event.target.files[0]);
        event.target.value = ""; // so that the same file can be chosen again
      }} />
    <p class="hint">${t("For example a record that you downloaded earlier. It stays in this browser. You can also drop it here.")}</p>
    ${file && html`<button class="second" onClick=${() => onFile(null)}>${t("Check the record of the service again")}</button>`}
  </div>`;
}

/** @param {{draws: Draw[], game: string}} props */
function DrawsTable({ draws, game }) {
  if (!draws.length) return null;
  return html`<details>
    <summary>${t("Each draw")}</summary>
    <p class="quiet">${t("A draw is a number that follows from the seed (BLAKE2b). It gives the new order of a deck, or picks.")}</p>
    <div class="draws"><${Table} heads=${[{ number: t("Draw") }, { number: t("Move") }, t("Finding"), t("Result")]}>
      ${draws.map(
        (draw) => html`<tr key=${draw.number}>
          <td class="number">${draw.number}</td>
          <td class="number"><a href=${to("games", game, "history", draw.move)}>${draw.move}</a></td>
          <td><${Mark} state=${draw.state} /> ${findingOf(draw)}</td>
          <td>${draw.kind === "shuffle" ? t("shuffle") : t("picks")} <code>${resultOf(draw)}</code></td>
        </tr>`,
      )}
    <//></div>
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
