/** The public games. The filters are in the query of the address, so that a search can be linked. */

import { html, useEffect } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { t } from "../text/index.js";
import { GameCards } from "../ui/game_card.js";
import { useDocument, useTitle } from "../ui/hooks.js";
import { ActionButton, Loaded, SignInButton } from "../ui/parts.js";
import { go, setQuery, to } from "../ui/route.js";
import { useRulesets } from "../ui/options.js";
import { Check, Select } from "../ui/inputs.js";

/** @import { GameSummary, Me, Page } from "../../types" */
/** @import { Choices } from "../ui/inputs.js" */
/** @import { Route } from "../ui/route.js" */

const FILTERS = ["status", "ruleset", "search", "free_seats", "pace", "fits_me", "rated", "bots", "sort", "cursor"];
const ALL = "all";
const REFRESH = 30_000;
const PER_PAGE = 24;

/** @param {{me: Me | null, place: Route}} props */
export function LobbyPage({ me, place }) {
  useTitle(t("Lobby"));
  const query = Object.fromEntries(FILTERS.map((name) => [name, place.query.get(name) ?? ""]));
  const status = query.status || "lobby";
  const wanted = { ...query, status: status === ALL ? "" : status, limit: PER_PAGE };
  const games = useDocument("games/", wanted);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || games.reload(), REFRESH);
    return () => clearInterval(timer);
  }, [games.reload]);
  useEffect(() => window.scrollTo(0, 0), [query.cursor]);
  /** @param {string} name @param {string} value */
  const change = (name, value) => setQuery({ ...query, cursor: "", [name]: value });
  return html`<div class="heading">
      <h1>${t("Lobby")}</h1>
      ${me ? html`<span class="actions"><a class="button second" href=${to("puzzles")}>${t("Puzzles")}</a>
        <a class="button" href=${to("new")}>${t("New game")}</a></span>` : html`<p>
        <${SignInButton} kind="link" />${" "}${t("to join a game.")}
      </p>`}
    </div>
    <${Filters} me=${me} query=${query} onChange=${change} />
    <${Loaded} from=${games}>
      ${(/** @type {Page<GameSummary>} */ page) => html`<${Games} page=${page} me=${me} query=${query} onJoin=${games.reload} />`}
    <//>`;
}

/** The values of each filter. Those of the second list are rarely needed.
 * @param {{slug: string, title: string}[]} rulesets
 * @returns {[name: string, label: string, choices: Choices][][]}
 */
function filtersOf(rulesets) {
  const atLeast = ["1", "2", "3"].map((count) => [count, t("at least {count}", { count })]);
  const any = ["", t("any")];
  const games = rulesets.map(({ slug, title }) => [slug, title]);
  const states = [["", t("waiting for players")], ["active", t("running")], ["finished", t("finished")], [ALL, t("all")]];
  const orders = [["", t("newest first")], ["fullest", t("fewest free seats first")], ["soonest", t("starting soonest")]];
  const clocks = [
    ["per_decision", t("time for each turn")],
    ["reserve", t("time for each turn, and a reserve")],
    ["fischer", t("time for all turns")],
    ["none", t("no time limit")],
  ];
  return /** @type {any} */ ([
    [["status", t("State"), states], ["ruleset", t("Game"), [any, ...games]], ["sort", t("Order"), orders]],
    [
      ["free_seats", t("Free seats"), [any, ...atLeast]],
      ["pace", t("Clock"), [any, ...clocks]],
      ["rated", t("Ratings"), [any, ["true", t("rated")], ["false", t("not rated")]]],
      ["bots", t("Bots"), [any, ["true", t("with bots")], ["false", t("without bots")]]],
    ],
  ]);
}

/** @param {{me: Me | null, query: Record<string, string>, onChange: (name: string, value: string) => void}} props */
function Filters({ me, query, onChange }) {
  const [main, rare] = filtersOf(useRulesets());
  /** @param {[string, string, Choices]} filter */
  const select = ([name, label, choices]) => html`<div key=${name}><${Select} id=${`filter-${name}`} label=${label} choices=${choices}
    value=${query[name]} onChange=${(/** @type {string} */ value) => onChange(name, value)} /></div>`;
  const stay = (/** @type {Event} */ event) => event.preventDefault();
  return html`<form class="filters" role="search" aria-label=${t("Find a game")} onSubmit=${stay}>
    <div>
      <label for="filter-search">${t("Title or host")}</label>
      <input id="filter-search" type="search" maxlength="100" value=${query.search}
        onChange=${(/** @type {any} */ event) => onChange("search", event.target.value.trim())} />
    </div>
    ${main.map(select)}
    <details open=${query.fits_me !== "" || rare.some(([name]) => query[name])}>
      <summary>${t("More filters")}</summary>
      <div class="filters">
        ${rare.map(select)}
        ${me && html`<${Check} label=${t("only games that I may join")} checked=${query.fits_me === "true"}
          onChange=${(/** @type {boolean} */ fits) => onChange("fits_me", fits ? "true" : "")} />`}
      </div>
    </details>
  </form>`;
}

/** @param {{page: Page<GameSummary>, me: Me | null, query: Record<string, string>, onJoin: () => void}} props */
function Games({ page, me, query, onJoin }) {
  if (page.results.length === 0) return html`<${Nothing} me=${me} query=${query} />`;
  return html`<h2 class="unseen">${t("Games found")}</h2>
    <${GameCards} games=${page.results} me=${me} below=${(/** @type {GameSummary} */ game) =>
      html`<${JoinButton} game=${game} me=${me} onJoin=${onJoin} />`} />
    <nav class="actions" aria-label=${t("Pages")}>
      ${page.previous && html`<a class="button second" href=${addressOf(query, page.previous)}>${t("Previous page")}</a>`}
      ${page.next && html`<a class="button second" href=${addressOf(query, page.next)}>${t("Next page")}</a>`}
    </nav>`;
}

/** Return the place of another page of the list. @param {Record<string, string>} query @param {string} link */
function addressOf(query, link) {
  const cursor = new URL(link, location.href).searchParams.get("cursor") ?? "";
  const words = new URLSearchParams(Object.entries({ ...query, cursor }).filter(([, value]) => value));
  return `${to("lobby")}?${words}`;
}

/** @param {{me: Me | null, query: Record<string, string>}} props */
function Nothing({ me, query }) {
  const filtered = Object.entries(query).some(([name, value]) => value && name !== "sort");
  return html`<div class="empty">
    <p>${filtered ? t("No game fits these filters.") : t("No game waits for players at the moment.")}</p>
    <div class="actions center">
      ${filtered && html`<button class="second" onClick=${() => setQuery({})}>${t("Clear the filters")}</button>`}
      ${me && html`<a class="button" href=${to("new")}>${t("Create a game")}</a>`}
    </div>
  </div>`;
}

/** @param {{game: GameSummary, me: Me | null, onJoin: () => void}} props */
function JoinButton({ game, me, onJoin }) {
  if (!me || game.status !== "lobby" || game.your_seat !== null || game.free_seats === 0) return null;
  const join = async () => {
    await post(`games/${game.id}/join/`, {}).catch((error) => {
      onJoin();
      throw error;
    });
    go("games", game.id);
  };
  return html`<div class="actions"><${ActionButton} title=${t("Join")} action=${join} /></div>`;
}
