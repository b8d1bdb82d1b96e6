/** What visitors see where they have to sign in first. The start page of the service (`/`) says more. */

import { html } from "../vendor/preact.js";
import { API_URL } from "../config.js";
import { signIn } from "../api/session.js";
import { t } from "../text/index.js";
import { useAction, useTitle } from "../ui/hooks.js";
import { Failure } from "../ui/parts.js";
import { route, to } from "../ui/route.js";
import { About } from "../settings/device.js";

/** @param {{name: string}} props the name of the site */
export function WelcomePage({ name }) {
  useTitle(name);
  const { run, busy, error } = useAction();
  return html`<div class="welcome">
    <section class="hero">
      <h1>${t("Board games that wait for you")}</h1>
      <p>${t("Play with people far away, a move at a time, over days and weeks. Cards stay hidden, the rules are kept, and nobody has to be there at the same hour.")}</p>
      <div class="actions">
        <button disabled=${busy} onClick=${() => run(() => signIn())}>${t("Sign in")}</button>
        <button class="second" disabled=${busy} onClick=${() => run(signUp)}>${t("Create an account")}</button>
        <a href=${to("lobby")}>${t("Look at running games")}</a>
        <a href=${`${API_URL}/`}>${t("To the start")}</a>
      </div>
      <${Failure} error=${error} />
    </section>
    <footer><${About} /></footer>
  </div>`;
}

/** Leave to create an account. Afterwards a first game is offered, unless the address names a place. */
function signUp() {
  if (route().parts.length === 0) history.replaceState(null, "", to("first-game"));
  return signIn("create");
}
