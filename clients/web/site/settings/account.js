/** The e-mail address, the password, and signing out. */

import { html, useState } from "../vendor/preact.js";
import { API_URL } from "../config.js";
import { forgetReplies, get, post } from "../api/requests.js";
import { forgetSaved } from "../api/saved.js";
import { signOut } from "../api/session.js";
import { t } from "../text/index.js";
import { Done, Wrong, submitted, typed } from "../ui/fields.js";
import { useAction, useLoad } from "../ui/hooks.js";
import { useChange } from "../ui/pages.js";
import { Failure, Loaded } from "../ui/parts.js";

/** @import { Me } from "../../types" */

export function Account() {
  const account = useLoad((signal) => get("me/", {}, signal), []);
  return html`<section><h2>${t("Signing out")}</h2><${SignOut} /></section>
    <section>
      <h2>${t("E-mail address")}</h2>
      <${Loaded} from=${account}>
        ${(/** @type {Me} */ me) => html`<${Address} me=${me} reload=${account.reload} />`}
      <//>
    </section>
    <section><h2>${t("Password")}</h2><${Password} /></section>`;
}

/** Forget everything about the user here, and show the first page. */
export async function leave() {
  await signOut();
  await forgetSaved();
  forgetReplies();
  location.assign(location.pathname);
}

function SignOut() {
  const { run, busy, error } = useAction();
  return html`<p>${t("This client forgets your account on this device, and the tables that it has saved.")}</p>
    <${Failure} error=${error} />
    <button disabled=${busy} onClick=${() => run(leave)}>${t("Sign out")}</button>
    <p class="hint">${t("The service itself still knows this browser until you log out there:")}${" "}<a href=${`${API_URL}/`}>${t("to the pages of the service")}</a></p>`;
}

/** @param {{me: Me, reload: () => Promise<void>}} props */
function Address({ me, reload }) {
  const { change, busy, error, done } = useChange(reload);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const send = async () => {
    const sent = await change(() => post("me/email/", { email, password }), t("We have sent you an e-mail. Open the link in it."));
    if (sent) setEmail("");
    if (sent) setPassword("");
  };
  const resend = () => change(() => post("me/email/resend/"), t("We have sent the e-mail again."));
  return html`<p>${me.email ? t("Your address is {address}.", { address: me.email }) : t("You have no address. Without one you get no e-mails, and cannot reset a forgotten password.")}</p>
    ${me.email_pending &&
    html`<div class="note">
      <p>${t("{address} waits for confirmation: open the link in the e-mail that we have sent there.", { address: me.email_pending })}</p>
      <button class="second" disabled=${busy} onClick=${resend}>${t("Send it again")}</button>
    </div>`}
    <${Failure} error=${error} />
    <${Done} words=${done} />
    <details>
      <summary>${me.email ? t("Change the address") : t("Enter an address")}</summary>
      <form class="wide" onSubmit=${submitted(send)}>
        <label for="email">${t("New address")}</label>
        <input id="email" type="email" autocomplete="email" required value=${email} onInput=${typed(setEmail)} />
        <${Wrong} error=${error} name="email" />
        <label for="email-password">${t("Your password")}</label>
        <input id="email-password" type="password" autocomplete="current-password" required value=${password} onInput=${typed(setPassword)} />
        <div class="actions"><button disabled=${busy}>${t("Send the link")}</button></div>
      </form>
    </details>`;
}

function Password() {
  const { change, busy, error, done } = useChange(async () => {});
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const save = async () => {
    const saved = await change(() => post("me/password/", { password: old, new_password: fresh }), t("Your password is changed."));
    if (saved) setOld("");
    if (saved) setFresh("");
  };
  return html`<p>${t("If you have forgotten it, the service sends you a link:")}${" "}<a href=${`${API_URL}/forgotten-password/`}>${t("Forgotten password")}</a></p>
    <${Failure} error=${error} />
    <${Done} words=${done} />
    <details>
      <summary>${t("Change the password")}</summary>
      <form class="wide" onSubmit=${submitted(save)}>
        <label for="old-password">${t("Your password")}</label>
        <input id="old-password" type="password" autocomplete="current-password" required value=${old} onInput=${typed(setOld)} />
        <label for="new-password">${t("New password")}</label>
        <input id="new-password" type="password" autocomplete="new-password" required value=${fresh} onInput=${typed(setFresh)} />
        <${Wrong} error=${error} name="new_password" />
        <p class="hint">${t("It signs you out on all other devices, and in all other applications.")}</p>
        <div class="actions"><button disabled=${busy}>${t("Change the password")}</button></div>
      </form>
    </details>`;
}
