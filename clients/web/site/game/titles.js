/** The titles of names that documents of a game contain, such as those of its cards. */

import { useEffect, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { language } from "../text/index.js";

/** @import { Game } from "../../types" */
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
