/** How to play a game, on one screen; and the rules of one table, which can be searched. */

import { html, useState } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { useDocument, useTitle } from "../ui/hooks.js";
import { Input } from "../ui/inputs.js";
import { useRulesetTitle } from "../ui/options.js";
import { Items, Loaded } from "../ui/parts.js";
import { to } from "../ui/route.js";

/** @import { RuleSection } from "../../types" */
/** @import { Route } from "../ui/route.js" */

/** @param {{place: Route}} props */
export function HowToPlayPage({ place }) {
  const slug = place.parts[1] ?? "";
  const game = place.query.get("game");
  const title = useRulesetTitle(slug);
  const guide = useDocument(`rulesets/${slug}/how-to-play/`);
  useTitle(t("How to play {game}", { game: title }));
  return html`<article class="sheet rules">
    <h1>${t("How to play {game}", { game: title })}</h1>
    <${Loaded} from=${guide}>
      ${(/** @type {{sections: RuleSection[]}} */ { sections }) => html`<${Sections} sections=${sections} empty=${t("There is nothing to explain.")} />`}
    <//>
    <div class="actions">
      ${game
        ? html`<a class="button" href=${to("games", game) + (place.query.get("tour") ? "?tour=1" : "")}>${t("Back to the table")}</a>
            <a href=${to("games", game, "rules")}>${t("All rules of this table")}</a>`
        : html`<a class="button" href=${to("first-game")}>${t("A first game")}</a>`}
    </div>
  </article>`;
}

/** @param {{id: string}} props */
export function RulesPage({ id }) {
  const [words, setWords] = useState("");
  const rules = useDocument(`games/${id}/rules/`);
  useTitle(t("Rules"));
  return html`<article class="sheet rules">
    <h1>${t("Rules")}</h1>
    <p><a href=${to("games", id)}>${t("Back to the table")}</a></p>
    <${Input} id="rules-search" label=${t("Search")} type="search" value=${words} onChange=${setWords} />
    <${Loaded} from=${rules}>
      ${(/** @type {{sections: RuleSection[]}} */ { sections }) =>
        html`<${Sections} sections=${search(sections, words)} empty=${t("Nothing contains these words.")} />`}
    <//>
  </article>`;
}

/** @param {{sections: RuleSection[], empty: string}} props */
const Sections = ({ sections, empty }) => html`<p class="quiet" role="status">${sections.length === 0 && empty}</p>
  ${sections.map(({ section, title, text, items }) => html`<section key=${section}>
    <h2>${title}</h2>
    ${text && html`<p>${text}</p>`}
    <${Items} items=${items} kind="points" empty=${null} keyOf=${(/** @type {any} */ one) => one.title + one.text}>
      ${(/** @type {RuleSection["items"][number]} */ one) => html`${one.title && html`<strong>${t("{title}:", { title: one.title })}</strong> `}${one.text}`}
    <//>
  </section>`)}`;

/** Return the sections and items that contain some words. @param {RuleSection[]} sections @param {string} words */
function search(sections, words) {
  const wanted = plain(words);
  const fits = (/** @type {{title: string, text: string}} */ { title, text }) => plain(`${title} ${text}`).includes(wanted);
  return sections.flatMap((one) => {
    if (fits(one)) return [one];
    const items = one.items.filter(fits);
    return items.length ? [{ ...one, items }] : [];
  });
}

/** Return words without accents and capitals. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
