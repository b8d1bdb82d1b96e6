/** What visitors see where they have to sign in first. The start page of the service (`/`) says more. */

import { html } from "../vendor/preact.js";
import { API_URL } from "../config.js";
import { signIn } from "../api/session.js";
import { t } from "../text/index.js";
import { useTitle } from "../ui/hooks.js";
import { ActionButton, SignInButton } from "../ui/parts.js";
import { route, to } from "../ui/route.js";
import { About } from "../settings/device.js";

/** @param {{name: string}} props the name of the site */
export function WelcomePage({ name }) {
  useTitle(name);
  return html`<h1>${name}</h1>
    <p>${t("You have to sign in for this.")}</p>
    <div class="actions">
      <${SignInButton} />
      <${ActionButton} title=${t("Create an account")} kind="second" action=${signUp} />
      <a href=${to("lobby")}>${t("Look at running games")}</a>
      <a href=${`${API_URL}/`}>${t("To the start")}</a>
    </div>
    <footer><${About} /></footer>`;
}

/** Leave to create an account. Afterwards a first game is offered, unless the address names a place. */
function signUp() {
  if (route().parts.length === 0) history.replaceState(null, "", to("first-game"));
  return signIn("create");
}
