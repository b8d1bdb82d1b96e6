/** What happened in finished games: of all players of a ruleset, of one user, and what winners chose. */

import { html, useState } from "../vendor/preact.js";
import { Problem } from "../api/problems.js";
import { percent, percentRange, list, t, tn } from "../text/index.js";
import { useDocument, useTitle } from "../ui/hooks.js";
import { Check, Select } from "../ui/inputs.js";
import { useRulesets, useRulesetTitle } from "../ui/options.js";
import { HowToPlay, Items, Loaded, More, Panels, Person, Table, usePages } from "../ui/parts.js";
import { setQuery, to } from "../ui/route.js";

/** @import { Explorer, Figure, Me, Named, Opponent, Page, Profile, Statistics } from "../../types" */
/** @import { Route } from "../ui/route.js" */

/** @param {{place: Route}} props */
export function StatisticsPage({ place }) {
  const slug = place.parts[1] ?? "";
  const title = useRulesetTitle(slug);
  const chosen = Object.fromEntries(place.query);
  /** @param {Record<string, string>} changes */
  const change = (changes) => setQuery({ ...chosen, ...changes });
  useTitle(t("Statistics of {game}", { game: title }));
  const props = { slug, chosen, change };
  const tabs = [
    { id: "results", title: t("Results"), content: () => html`<${OfRuleset} ...${props} />` },
    { id: "choices", title: t("What winners chose"), content: () => html`<${OfChoices} ...${props} />` },
  ];
  return html`<div class="heading">
      <h1>${t("Statistics of {game}", { game: title })}</h1>
      <p class="links"><a href=${`${to("ranking")}?ruleset=${slug}`}>${t("Ranking")}</a> <${HowToPlay} slug=${slug} /></p>
    </div>
    <p class="hint">${t("From finished public games. A range behind a share says how certain it is: with few games, chance decides much. In the bars, the line is what chance alone would give.")}</p>
    <${Panels} label=${t("Statistics")} tabs=${tabs} chosen=${chosen.view ?? ""} onChoose=${(/** @type {string} */ view) => change({ view })} />`;
}

/** @typedef {{slug: string, chosen: Record<string, string>, change: (changes: Record<string, string>) => void}} Place */

/** People or bots, and the number of players. @param {Omit<Place, "slug"> & {sizes: number[]}} props */
const Filters = ({ chosen, change, sizes }) => html`<div>
    <${Select} id="kind" label=${t("Which games")} value=${chosen.kind ?? "people"} onChange=${(/** @type {string} */ kind) => change({ kind })}
      choices=${[["people", t("of people only")], ["bots", t("with bots")]]} />
  </div>
  <div>
    <${Select} id="players" label=${t("Players")} value=${chosen.players ?? ""} onChange=${(/** @type {string} */ players) => change({ players })}
      choices=${[["", t("any number")], ...[...new Set([...sizes, ...numbers(chosen.players)])].sort((one, other) => one - other).map((size) => [size, String(size)])]} />
  </div>`;

/** @param {string | undefined} text */
const numbers = (text) => (text ? [Number(text)] : []);

/** @param {Record<string, string>} chosen */
const queryOf = ({ kind = "people", players }) => ({ kind, ...(players && { players }) });

/** @param {Place} props */
function OfRuleset({ slug, chosen, change }) {
  const statistics = useDocument(`rulesets/${slug}/statistics/`, queryOf(chosen));
  return html`<${Loaded} from=${statistics}>
    ${(/** @type {Statistics} */ found) => html`<div class="filters"><${Filters} chosen=${chosen} change=${change} sizes=${found.sizes} /></div>
      <${Groups} of=${found} open=${true} />`}
  <//>`;
}

/** Everything that is counted, in a table for each. @param {{of: Statistics, open: boolean}} props */
function Groups({ of, open }) {
  if (!of.groups.length) return html`<p class="empty">${t("No such game has been counted yet.")}</p>`;
  return html`${of.groups.map(({ key, title, rows }) => html`<details class="counts" key=${key} open=${open}>
    <summary>${title}</summary>
    <${Table} heads=${[title, { number: t("Times") }, t("Won")]}>
      ${rows.map((row) => html`<tr key=${row.value}>
        <td>${row.title}</td>
        <td class="number">${row.times}</td>
        <td><${Share} of=${row.won} /></td>
      </tr>`)}
    <//>
  </details>`)}`;
}

/** A share with its count and interval, and a picture of them: the bar is the interval, the line is chance.
 * @param {{of: Figure}} props
 */
function Share({ of }) {
  const { count, of: total, share, low, high, expected } = of;
  const counted = t("{count} of {total}", { count, total });
  if (share === null || low === null || high === null) return html`${counted} <small class="quiet">${t("(too few to say)")}</small>`;
  return html`<span class="share">
    <span><strong>${percent(share)}</strong> <small class="quiet">${counted}, ${percentRange(low, high)}</small></span>
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="all" width="100" height="8" />
      <rect class="interval" x=${100 * low} width=${Math.max(1, 100 * (high - low))} height="8" />
      ${expected !== null && html`<rect class="chance" x=${100 * expected - 0.5} width="1" height="8" />`}
    </svg>
  </span>`;
}

// --- the explorer ---

/** Return the features in a query such as "round=1-2,pick=1". @param {string} situation */
const featuresOf = (situation) => Object.fromEntries(situation.split(",").filter(Boolean).map((pair) => pair.split("=")));

/** What was chosen in a situation, and what winners chose. @param {Place} props */
function OfChoices({ slug, chosen, change }) {
  const { situation = "", offer = "" } = chosen;
  const query = { ...queryOf(chosen), situation };
  const path = `rulesets/${slug}/explorer/`;
  const all = useDocument(path, query);
  const found = useDocument(path, { ...query, offer });
  if (all.error instanceof Problem && all.error.code === "nothing_to_explore") return html`<p class="empty">${all.error.message}</p>`;
  return html`<${Loaded} from=${all}>
    ${(/** @type {Explorer} */ known) => html`<div class="filters">
        <${Filters} chosen=${chosen} change=${change} sizes=${known.sizes} />
        <${Features} known=${known} situation=${situation} onChange=${(/** @type {string} */ situation) => change({ situation })} />
      </div>
      ${known.decisions > 0 && html`<${OfferChoice} known=${known} offer=${offer} onChange=${(/** @type {string} */ offer) => change({ offer })} />`}
      <${Loaded} from=${found}>
        ${(/** @type {Explorer} */ { decisions, choices }) => decisions > 0
          ? html`<${ChoiceTable} decisions=${decisions} choices=${choices} />`
          : html`<p class="empty" role="status">${t("No such decision has been counted yet.")}</p>`}
      <//>`}
  <//>`;
}

/** @param {{known: Explorer, situation: string, onChange: (situation: string) => void}} props */
function Features({ known, situation, onChange }) {
  const features = featuresOf(situation);
  /** @param {string} name @param {string} value */
  const choose = (name, value) => {
    const pairs = Object.entries({ ...features, [name]: value }).filter(([, one]) => one);
    onChange(pairs.map((pair) => pair.join("=")).join(","));
  };
  return html`${known.features.map(({ feature, title, values }) => html`<div key=${feature}>
    <${Select} id=${`feature-${feature}`} label=${title} value=${features[feature] ?? ""}
      choices=${[["", t("any")], ...values.map(({ value }) => [value, value])]}
      onChange=${(/** @type {string} */ value) => choose(feature, value)} />
  </div>`)}`;
}

/** @param {Named[]} options */
const titles = (options) => list(options.map(({ title }) => title));

/** All options of the decision: a frequent offer, or any set of values. @param {{known: Explorer, offer: string, onChange: (offer: string) => void}} props */
function OfferChoice({ known, offer, onChange }) {
  const values = offer.split(",").filter(Boolean);
  const options = known.choices.toSorted((one, other) => one.title.localeCompare(other.title));
  const keyOf = (/** @type {Named[]} */ named) => named.map(({ value }) => value).sort().join(",");
  const frequent = known.offers.map((one) => [keyOf(one.options), `${titles(one.options)} (${one.count})`]);
  const isOther = offer && !frequent.some(([key]) => key === offer);
  const other = isOther ? [[offer, titles(options.filter(({ value }) => values.includes(value)))]] : [];
  /** @param {string} value @param {boolean} isChecked */
  const toggle = (value, isChecked) =>
    onChange([...values.filter((one) => one !== value), ...(isChecked ? [value] : [])].sort().join(","));
  return html`<div class="wide">
      <${Select} id="offer" label=${t("On offer")} value=${offer} choices=${[["", t("anything")], ...other, ...frequent]} onChange=${onChange} />
    </div>
    <details>
      <summary>${t("Choose what is on offer")}</summary>
      <div class="filters">
        ${options.map(({ value, title }) => html`<${Check} key=${value} label=${title} checked=${values.includes(value)}
          onChange=${(/** @type {boolean} */ isChecked) => toggle(value, isChecked)} />`)}
      </div>
    </details>`;
}

/** @param {Pick<Explorer, "decisions" | "choices">} props */
const ChoiceTable = ({ decisions, choices }) => html`<p role="status">${tn("{count} decision", "{count} decisions", decisions)}</p>
  <${Table} heads=${[t("Choice"), t("Chosen, when on offer"), t("Chosen by winners"), t("Won with it")]}>
    ${choices.map(({ value, title, kept, kept_by_winners, won }) => html`<tr key=${value}>
      <th scope="row">${title}</th>
      ${[kept, kept_by_winners, won].map((one, index) => html`<td key=${index}><${Share} of=${one} /></td>`)}
    </tr>`)}
  <//>
  <p class="hint">${t("Decisions of one game depend on each other, so the ranges are a little too narrow.")}</p>`;

// --- on the page of a user ---

/** The statistics of a user. @param {{person: Profile, me: Me}} props */
export function OfPerson({ person, me }) {
  const rulesets = useRulesets();
  const [slug, setSlug] = useState("");
  const [chosen, setChosen] = useState(/** @type {Record<string, string>} */ ({}));
  if (!rulesets.length) return null;
  const ruleset = slug || (person.ratings[0]?.ruleset ?? rulesets[0].slug);
  const change = (/** @type {Record<string, string>} */ changes) => setChosen({ ...chosen, ...changes });
  return html`<h2>${t("Statistics")}</h2>
    <${Results} key=${ruleset} ...${{ person, ruleset, chosen, change }}
      choice=${html`<div><${Select} id="ruleset" label=${t("Game")} value=${ruleset} onChange=${setSlug}
        choices=${rulesets.map((one) => [one.slug, one.title])} /></div>`} />
    ${person.id !== me.id && html`<${AgainstMe} person=${person} me=${me} />`}`;
}

/** @param {{person: Profile, ruleset: string, chosen: Record<string, string>, change: (changes: Record<string, string>) => void, choice: any}} props */
function Results({ person, ruleset, chosen, change, choice }) {
  const path = `users/${encodeURIComponent(person.username)}/`;
  const statistics = useDocument(`${path}statistics/`, { ruleset, ...queryOf(chosen) });
  const { error } = statistics;
  if (error instanceof Problem && error.code === "statistics_hidden") return html`<p class="quiet">${error.message}</p>`;
  return html`<${Loaded} from=${statistics}>
      ${(/** @type {Statistics} */ found) => html`<div class="filters">
          ${choice}<${Filters} chosen=${chosen} change=${change} sizes=${found.sizes} />
        </div>
        ${found.won.of > 0 && html`<p>${t("Won:")} <${Share} of=${found.won} /></p>`}
        <${Groups} of=${found} open=${false} />
        <${Opponents} path=${`${path}opponents/`} ruleset=${ruleset} />`}
    <//>`;
}

/** @param {{path: string, ruleset: string}} props */
function Opponents({ path, ruleset }) {
  const opponents = usePages(path, { ruleset });
  return html`<${Loaded} from=${opponents}>
      ${(/** @type {Page<Opponent>} */ { results }) => results.length > 0 && html`<details class="counts">
        <summary>${t("Opponents")}</summary>
        <${PairTable} head=${t("Player")} rows=${results} nameOf=${(/** @type {Opponent} */ { opponent }) => html`<${Person} user=${opponent} />`} />
        <${More} list=${opponents} />
      </details>`}
    <//>`;
}

/** How the reader did against a user. @param {{person: Profile, me: Me}} props */
function AgainstMe({ person, me }) {
  const rulesets = useRulesets();
  const rows = useDocument(`users/${encodeURIComponent(me.username)}/opponents/${encodeURIComponent(person.username)}/`);
  return html`<h2>${t("You against {name}", { name: person.username })}</h2>
    <${Loaded} from=${rows}>
      ${(/** @type {Opponent[]} */ pairs) => pairs.length === 0
        ? html`<p class="quiet">${t("You have not met in a finished public game yet.")}</p>`
        : html`<${PairTable} head=${t("Game")} rows=${pairs}
            nameOf=${(/** @type {Opponent} */ { ruleset }) => rulesets.find(({ slug }) => slug === ruleset)?.title ?? ruleset} />`}
    <//>`;
}

/** @param {{head: string, rows: Opponent[], nameOf: (row: Opponent) => any}} props */
const PairTable = ({ head, rows, nameOf }) => html`<${Table} heads=${[head, t("Placed better"), { number: t("Placed worse") }, { number: t("Equal") }]}>
  ${rows.map((row) => html`<tr key=${row.opponent.id + row.ruleset}>
    <td>${nameOf(row)}</td>
    <td><${Share} of=${row.won} /></td>
    <td class="number">${row.lost}</td>
    <td class="number">${row.drawn}</td>
  </tr>`)}
<//>`;
