/** Names and documents of a ruleset in words, as lists and tables: this client knows no ruleset. */

import { html, useEffect, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { language, t } from "../text/index.js";
import { seatName, Table } from "../ui/parts.js";

/** @import { Game, Seat } from "../../types" */

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
  return html`<${Table} heads=${columns.map((name) => capital(inWords(name, words.titles)))}>
    ${rows.map(
      (row) => html`<tr>${columns.map(
        (name) => html`<td>${isShown(row[name]) ? lineOf(row[name], words, name) : ""}</td>`,
      )}</tr>`,
    )}
  <//>`;
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

/** @typedef {Record<string, string>} Titles */

/** @type {Map<string, Promise<Titles>>} */
const fetched = new Map();

/** Return the titles by name. They may arrive later; until then, names are shown.
 * @param {{ruleset: string, help: Game["help"]}} game
 */
export function useTitles({ ruleset, help }) {
  const [titles, setTitles] = useState(/** @type {Titles} */ ({}));
  useEffect(() => void fetchTitles(ruleset).then(setTitles, () => {}), [ruleset]);
  const known = Object.entries(help ?? {}).map(([name, { title }]) => [name, title]);
  return { ...titles, .../** @type {Titles} */ (Object.fromEntries(known)) };
}

/** @param {string} ruleset @returns {Promise<Titles>} */
function fetchTitles(ruleset) {
  const key = `${language()} ${ruleset}`;
  const pending = fetched.get(key) ?? get(`rulesets/${ruleset}/cards/`).then(titlesOf);
  fetched.set(key, pending);
  pending.catch(() => fetched.delete(key));
  return pending;
}

/** Return the titles in a catalogue. Names that have several titles are left out.
 * @param {any} catalogue
 */
function titlesOf(catalogue) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const entry of entriesOf(catalogue)) {
    const name = Object.values(entry)[0]; // the first member of an entry names it
    if (typeof name === "string") found.set(name, (found.get(name) ?? new Set()).add(entry.title));
  }
  const single = [...found].filter(([, titles]) => titles.size === 1);
  return /** @type {Titles} */ (Object.fromEntries(single.map(([name, titles]) => [name, [...titles][0]])));
}

/** Return all objects that have a title, at any depth. @param {any} value @returns {any[]} */
function entriesOf(value) {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(entriesOf);
  return !Array.isArray(value) && typeof value.title === "string" ? [value, ...inner] : inner;
}

/** Return a name in words: its title, or itself without underscores.
 * @param {string} name
 * @param {Titles} [titles]
 */
export const inWords = (name, titles = {}) => (Object.hasOwn(titles, name) ? titles[name] : name.replaceAll("_", " "));
