/** The head of all pages: places, the number of open turns, and whether there is a connection. */

import { html, useEffect, useState } from "../vendor/preact.js";
import { signIn } from "../api/session.js";
import { t } from "../text/index.js";
import { useTurns } from "./turns.js";
import { to } from "./route.js";

/** @import { Me } from "../../types" */

/** @param {{me: Me | null, place: string, isOffline: boolean}} props */
export function Nav({ me, place, isOffline }) {
  const online = useOnline(!isOffline);
  const { turns } = useTurns();
  const open = turns?.turns.length ?? 0;
  /** @param {string} name @param {any} title */
  const link = (name, title) =>
    html`<a href=${to(name)} aria-current=${place === name ? "page" : null}>${title}</a>`;
  const count = open > 0 && html` <span class="badge">${open}</span>`;
  return html`<header class="top">
      <a class="brand" href="#/"><img src="icon.svg" alt="" width="28" height="28" /><span>${t("Board games")}</span></a>
      <nav aria-label=${t("Main")}>
        ${me && link("turns", html`${t("My games")}${count}`)}
        ${link("lobby", t("Lobby"))}
        ${me && link("new", t("New game"))}
        ${link("ranking", t("Ranking"))}
        ${me && link("notifications", t("News"))}
        ${me ? link("settings", me.username) : html`<button class="second" onClick=${() => signIn()}>${t("Sign in")}</button>`}
      </nav>
    </header>
    ${!online && html`<p class="offline" role="status">${t("There is no connection. You see what was last known.")}</p>`}`;
}

/** @param {boolean} initial */
function useOnline(initial) {
  const [online, setOnline] = useState(initial && navigator.onLine);
  useEffect(() => {
    const came = () => (initial ? setOnline(true) : location.reload()); // sign in first
    const went = () => setOnline(false);
    window.addEventListener("online", came);
    window.addEventListener("offline", went);
    return () => {
      window.removeEventListener("online", came);
      window.removeEventListener("offline", went);
    };
  }, []);
  return online;
}
