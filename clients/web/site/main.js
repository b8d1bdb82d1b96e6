/** The start: sign in if the user was signed in before, then show the place of the address. */

import { html, render } from "./vendor/preact.js";
import { Problem, isDown } from "./api/problems.js";
import { followWorker, renewDevice } from "./api/push.js";
import { get } from "./api/requests.js";
import { finishSignIn, forget, isSignedIn, noteUser, signIn, signInHere, wasSignedIn } from "./api/session.js";
import { forgetSaved, loadOwner, saveOwner } from "./api/saved.js";
import { API_URL } from "./config.js";
import { App } from "./app.js";
import { language, loadTexts, setLanguage, t } from "./text/index.js";
import { route } from "./ui/route.js";
import { keepHidesRatings } from "./ui/zen.js";

/** Errors of OAuth2 without a session. A banned user gets the second one. */
const ENDED = ["login_required", "consent_required"];

setLanguage(language());
const texts = loadTexts();

async function start() {
  let failure = "";
  let me = null;
  let isOffline = false;
  try {
    await texts;
    let code = await finishSignIn();
    if (!isSignedIn() && !code) {
      if (API_URL && wasSignedIn()) {
        await get(""); // a redirect without a connection would leave this page
        return await signIn("none");
      }
      const refused = API_URL ? "" : await signInHere();
      code = wasSignedIn() ? refused : ""; // a visitor who is not logged in is no failure
    }
    failure = code && refusal(code);
    if (ENDED.includes(code)) forget();
    if (isSignedIn()) {
      me = await get("me/");
      noteUser(me.id);
      keepHidesRatings(me.hide_ratings);
      await saveOwner(me);
      followWorker(me);
      renewDevice(me).catch(() => {}); // the next load tries again
    } else {
      await forgetSaved(); // the session has ended elsewhere
      keepHidesRatings(false);
    }
  } catch (error) {
    if (isDown(error)) {
      isOffline = true;
      me = wasSignedIn() ? await loadOwner() : null;
    } else if (error instanceof Problem) {
      failure = error.message;
    } else {
      throw error;
    }
  }
  // The start page of the service welcomes visitors.
  if (!me && !API_URL && !failure && !isOffline && !route().parts.length) return location.replace("/");
  const place = /** @type {HTMLElement} */ (document.getElementById("app"));
  place.replaceChildren();
  render(html`<${App} me=${me} failure=${failure} isOffline=${isOffline} />`, place);
}

/** Return why signing in has failed, for the user. @param {string} code an error of OAuth2 */
function refusal(code) {
  if (ENDED.includes(code)) return t("Your session has ended. Sign in again to go on.");
  if (code === "access_denied") return t("You did not allow this site to use your account.");
  if (code === "foreign_state") return t("This sign-in was begun in another tab. Try again.");
  return t("Signing in has failed ({code}). Try again.", { code });
}

/** Let this page open without a connection: keep its files that sw.js, which begins later, has not kept. */
async function keepFiles() {
  if (!("serviceWorker" in navigator)) return;
  const { scope } = await navigator.serviceWorker.register("sw.js");
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const cache = await caches.open("shell");
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const needed = new Set([scope, ...files.filter((name) => name.startsWith(scope))]);
  const missing = [...needed].filter((name) => !kept.has(name));
  await cache.addAll(missing.map((name) => new Request(name, { cache: "force-cache" }))); // as this page was loaded
}

// Another tab has signed out, or the browser shows a page of before from its memory.
window.addEventListener("storage", () => isSignedIn() && !wasSignedIn() && location.reload());
window.addEventListener("pageshow", (event) => event.persisted && location.reload());
await start();
keepFiles().catch(() => {}); // private windows refuse it
