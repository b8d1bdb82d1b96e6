/** What the parts of the table do, in a list that can be searched. */

import { html, useState } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { typed } from "../ui/fields.js";

/** @import { Game } from "../../types" */

/** @param {{help: NonNullable<Game["help"]>}} props */
export function Help({ help }) {
  const [words, setWords] = useState("");
  const all = Object.entries(help).toSorted(([, one], [, other]) => one.title.localeCompare(other.title));
  const wanted = plain(words);
  const found = all.filter(([, { title, text }]) => plain(`${title} ${text}`).includes(wanted));
  if (!all.length) return html`<p class="quiet">${t("There is nothing to explain.")}</p>`;
  return html`<label for="help-search">${t("Search")}</label>
    <input id="help-search" type="search" value=${words} onInput=${typed(setWords)} />
    <dl class="members help">
      ${found.map(([name, { title, text }]) => html`<div key=${name}><dt>${title}</dt><dd>${text}</dd></div>`)}
    </dl>
    <p class="quiet" role="status">${found.length === 0 && t("Nothing contains these words.")}</p>`;
}

/** Return words without accents and capitals. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
