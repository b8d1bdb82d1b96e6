/** Any document of a ruleset as lists and tables: this client knows no ruleset. */

import { html } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { seatName } from "../ui/parts.js";
import { inWords } from "./titles.js";

/** @import { Seat } from "../../types" */
/** @import { Titles } from "./titles.js" */

/** @typedef {{titles: Titles, seats: Seat[]}} Words */

/** Show a value. Members that are null, false or empty are left out.
 * @param {{value: any, words: Words}} props
 */
export function Anything({ value, words }) {
  if (!isShown(value)) return html`<p class="quiet">${t("Nothing.")}</p>`;
  if (isTable(value)) {
    return value.every(isFlat)
      ? html`<${Rows} rows=${value} words=${words} />`
      : value.map((/** @type {any} */ row) => html`<${Block} row=${row} words=${words} />`);
  }
  if (isObject(value)) return html`<${Members} value=${value} words=${words} />`;
  return html`<p>${lineOf(value, words)}</p>`;
}

/** @param {{value: Record<string, any>, words: Words}} props */
function Members({ value, words }) {
  const members = Object.entries(value).filter(([, member]) => isShown(member));
  return html`<dl class="members">
    ${members.map(
      ([name, member]) => html`<dt>${capital(inWords(name, words.titles))}</dt>
        <dd>${isTable(member) || isObject(member)
          ? html`<${Anything} value=${member} words=${words} />`
          : lineOf(member, words, name)}</dd>`,
    )}
  </dl>`;
}

/** A row with lists in it, below the name of its seat. @param {{row: Record<string, any>, words: Words}} props */
function Block({ row, words }) {
  const { seat, ...rest } = row;
  const player = words.seats[seat];
  if (!isShown(player ? rest : row)) return null;
  return html`<div class="block">
    ${player && html`<strong>${seatName(player)}</strong>`}
    <${Members} value=${player ? rest : row} words=${words} />
  </div>`;
}

/** @param {{rows: Record<string, any>[], words: Words}} props */
function Rows({ rows, words }) {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = all.filter((name) => rows.some((row) => isShown(row[name])));
  return html`<div class="scrolls" tabindex="0"><table>
    <thead><tr>${columns.map((name) => html`<th scope="col">${capital(inWords(name, words.titles))}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (row) => html`<tr>${columns.map(
        (name) => html`<td>${isShown(row[name]) ? lineOf(row[name], words, name) : ""}</td>`,
      )}</tr>`,
    )}</tbody>
  </table></div>`;
}

/** Return a value on one line. @param {any} value @param {Words} words @param {string} [name] @returns {string} */
export function lineOf(value, words, name = "") {
  if (name === "seat" && typeof value === "number" && words.seats[value]) return seatName(words.seats[value]);
  if (typeof value === "string") return inWords(value, words.titles);
  if (Array.isArray(value)) return listOf(value, words);
  if (isObject(value)) {
    const members = Object.entries(value).filter(([, member]) => isShown(member));
    return members.map(([key, member]) => `${inWords(key, words.titles)}: ${lineOf(member, words, key)}`).join(", ");
  }
  return value === true ? t("yes") : String(value);
}

/** A list of lists with one for each seat is shown with their names. @param {any[]} items @param {Words} words */
function listOf(items, words) {
  const lines = items.map((item) => lineOf(item, words));
  const isBySeat = items.length === words.seats.length && items.every(Array.isArray);
  if (isBySeat) return lines.map((line, seat) => `${seatName(words.seats[seat])}: ${line || "–"}`).join("; ");
  return lines.join(items.some((item) => typeof item === "object") ? "; " : ", ");
}

/** @param {any} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {any} value */
const isTable = (value) => Array.isArray(value) && value.length > 0 && value.every(isObject);

/** True if no member of an object has members itself. @param {any} value */
const isFlat = (value) => Object.values(value).every((member) => typeof member !== "object" || !isShown(member));

/** True if a value says anything. 0 does. @param {any} value */
export function isShown(value) {
  if (value === null || value === undefined || value === false || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
