/** The frame of all pages: navigation, the state of the connection, and the page of the place. */

import { html, useEffect, useErrorBoundary, useRef, useState } from "./vendor/preact.js";
import { Unreachable } from "./api/problems.js";
import { get } from "./api/requests.js";
import { signUpAddress } from "./api/session.js";
import { API_URL } from "./config.js";
import { FirstGamePage } from "./pages/first_game.js";
import { GamePage } from "./pages/game.js";
import { LobbyPage } from "./pages/lobby.js";
import { TurnsPage } from "./pages/turns.js";
import { t } from "./text/index.js";
import { useLoad } from "./ui/hooks.js";
import { Maintenance } from "./ui/maintenance.js";
import { Loaded, SignInButton } from "./ui/parts.js";
import { to, useRoute } from "./ui/route.js";
import { useTurns } from "./ui/turns.js";

/** @import { Me } from "../types" */
/** @import { Route } from "./ui/route.js" */

/** @type {Record<string, any>} */
const PAGES = {
  turns: TurnsPage,
  lobby: LobbyPage,
  new: later("CreatePage"),
  "first-game": FirstGamePage,
  "how-to-play": later("HowToPlayPage"),
  people: later("PersonPage"),
  puzzles: later("PuzzlesPage"),
  ranking: later("RankingPage"),
  notifications: later("NotificationsPage"),
  report: later("ReportPage"),
  settings: later("SettingsPage"),
  statistics: later("StatisticsPage"),
};
/** @type {Record<string, any>} */
const GAME_PAGES = {
  history: later("HistoryPage"),
  record: later("RecordPage"),
  rules: later("RulesPage"),
};
const WelcomePage = later("WelcomePage");
/** Places that a visitor may see without an account, if the service allows it. */
const OPEN = ["games", "how-to-play", "lobby", "people", "ranking"];

/** The pages on demand, once they are loaded. @type {any} */
let pages = null;
const RELOADED = "reloaded";

/** Return a page that is loaded, with all others of this kind, when one is shown for the first time.
 * @param {keyof import("./pages/later.js")} name
 */
function later(name) {
  return (/** @type {any} */ props) => html`<${Loaded} from=${{ ...useLoad(loadPages, []), value: pages }}>
    ${() => html`<${pages[name]} ...${props} />`}
  <//>`;
}

/** Load the pages on demand. After a release, the files that an open page knows are gone: load it again, once. */
async function loadPages() {
  try {
    pages ??= await import("./pages/later.js");
    sessionStorage.removeItem(RELOADED);
    return pages;
  } catch {
    await get("");
    if (!sessionStorage.getItem(RELOADED)) location.reload();
    sessionStorage.setItem(RELOADED, "yes");
    throw new Unreachable();
  }
}

/** The name of this site: the service writes it into its page. */
const SITE_NAME = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=application-name]")).content;

/** @param {{me: Me | null, failure: string, isOffline: boolean}} props */
export function App({ me, failure, isOffline }) {
  const place = useRoute();
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const first = useRef(true);
  const path = place.parts.join("/");
  useEffect(() => {
    if (!first.current) main.current?.focus(); // screen readers begin with the new page
    first.current = false;
    window.scrollTo(0, 0);
  }, [path]);
  return html`<a class="skip" href="#main" onClick=${(/** @type {Event} */ event) => {
      event.preventDefault();
      main.current?.focus();
    }}>${t("Skip to the content")}</a>
    <${Nav} me=${me} place=${place.parts[0] ?? ""} isOffline=${isOffline} />
    <${Maintenance} />
    <main id="main" ref=${main} tabindex="-1">
      ${failure && html`<div class="failure" role="alert">
        <p>${failure}</p>
        ${!me && html`<${SignInButton} />`}
      </div>`}
      ${me?.is_guest && place.parts[0] !== "games" && html`<p class="note">
        ${t("You play as a guest, in this browser only.")} <a href=${signUpAddress()}>${t("Keep your games: create an account")}</a>
      </p>`}
      <${Page} key=${path} me=${me} place=${place} />
    </main>`;
}

/** @param {{me: Me | null, place: Route}} props */
function Page({ me, place }) {
  const [error, reset] = useErrorBoundary();
  const [name = me ? "turns" : "", id, part] = place.parts;
  if (error) {
    return html`<div class="failure" role="alert">
      <p>${t("This page has failed: {error}", { error: String(error) })}</p>
      <button onClick=${reset}>${t("Try again")}</button>
    </div>`;
  }
  if (!name || (!me && !OPEN.includes(name))) return html`<${WelcomePage} name=${SITE_NAME} />`;
  if (name === "games" && id) {
    const GamePart = GAME_PAGES[part] ?? GamePage;
    return html`<${GamePart} id=${id} me=${me} place=${place} />`;
  }
  const Found = PAGES[name];
  if (!Found) return html`<h1>${t("There is no such page.")}</h1><p><a href="#/">${t("To the start")}</a></p>`;
  return html`<${Found} me=${me} place=${place} />`;
}

/** @param {{me: Me | null, place: string, isOffline: boolean}} props */
function Nav({ me, place, isOffline }) {
  const online = useOnline(!isOffline);
  const { turns } = useTurns();
  const open = turns?.turns.length ?? 0;
  /** @param {string} name @param {any} title */
  const link = (name, title) =>
    html`<a href=${to(name)} aria-current=${place === name ? "page" : null}>${title}</a>`;
  const count = open > 0 && html` <span class="badge">${open}</span>`;
  return html`<header class="top">
      <a class="brand" href=${me || API_URL ? "#/" : "/"}><img src="icon.svg" alt="" width="28" height="28" /><span>${SITE_NAME}</span></a>
      <nav aria-label=${t("Main")}>
        ${me && link("turns", html`${t("My games")}${count}`)}
        ${link("lobby", t("Lobby"))}
        ${me && link("new", t("New game"))}
        ${link("ranking", t("Ranking"))}
        ${me && link("notifications", t("News"))}
        ${me ? link("settings", me.username) : html`<${SignInButton} kind="second" />`}
      </nav>
    </header>
    ${!online && html`<p class="offline" role="status">${t("There is no connection. You see what was last known.")}</p>`}`;
}

/** Milliseconds between attempts to reach the service. */
const RETRY = 15_000;

/** @param {boolean} initial false: the service could not be reached at the start */
function useOnline(initial) {
  const [online, setOnline] = useState(initial && navigator.onLine);
  useEffect(() => {
    const onOnline = () => setOnline(true);
    const onOffline = () => setOnline(false);
    // A page that was opened without the service signs in first, once the service answers.
    const retry = () => get("").then(() => location.reload(), () => {});
    const timer = initial ? undefined : setInterval(retry, RETRY);
    window.addEventListener("online", initial ? onOnline : retry);
    window.addEventListener("offline", onOffline);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", initial ? onOnline : retry);
      window.removeEventListener("offline", onOffline);
    };
  }, []);
  return online;
}
