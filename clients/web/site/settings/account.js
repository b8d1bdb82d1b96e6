/** The e-mail address, the password, signing out, and the applications and tokens that may use the account. */

import { html, useState } from "../vendor/preact.js";
import { unsubscribeDevice } from "../api/push.js";
import { forgetReplies, getAll, post, remove } from "../api/requests.js";
import { forgetSaved } from "../api/saved.js";
import { signOut, signUpAddress } from "../api/session.js";
import { API_URL, CLIENT_ID } from "../config.js";
import { dateTime, list, t } from "../text/index.js";
import { useDocument, useLoad } from "../ui/hooks.js";
import { Input, onSubmit } from "../ui/inputs.js";
import { ActionButton, Items, Loaded, Outcome, useChange } from "../ui/parts.js";

/** @import { Authorization, Me, Token } from "../../types" */

/** @param {{me: Me}} props */
export function Account({ me }) {
  const account = useDocument("me/");
  if (me.is_guest) return html`<h2>${t("Your account")}</h2>
    <p>${t("You have no password: only this browser knows you. After a month without a visit, your games are deleted.")}</p>
    <p><a class="button" href=${signUpAddress()}>${t("Keep your games: create an account")}</a></p>
    <h2>${t("Signing out")}</h2>
    <p>${t("Without an account, nobody can open these games again.")}</p>
    <${SignOut} />`;
  return html`<section><h2>${t("Signing out")}</h2><${SignOut} /></section>
    <section>
      <h2>${t("E-mail address")}</h2>
      <${Loaded} from=${account}>
        ${(/** @type {Me} */ me) => html`<${Address} me=${me} reload=${account.reload} />`}
      <//>
    </section>
    <section><h2>${t("Password")}</h2><${Password} /></section>`;
}

/** Forget everything about the user here, and log out of the service. */
async function leave() {
  await unsubscribeDevice().catch(() => {}); // the browser accepts nothing more, whatever the service knows
  await signOut();
  await forgetSaved();
  forgetReplies();
  // The service ends its own session, too, and leads back here if it has the same origin.
  location.assign(API_URL ? `${API_URL}/logout/` : `/logout/?next=${location.pathname}`);
}

const SignOut = () => html`<p>${t("You log out of this client and of the pages of the service, in this browser. The tables that it has saved are deleted.")}</p>
    <${ActionButton} title=${t("Sign out")} action=${leave} />
    <p class="hint"><a href=${`${API_URL}/account/`}>${t("Other browsers in which you are logged in")}</a></p>`;

/** @param {{me: Me, reload: () => Promise<void>}} props */
function Address({ me, reload }) {
  const action = useChange(reload);
  const { change, busy, error } = action;
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
    <${Outcome} of=${action} />
    <details>
      <summary>${me.email ? t("Change the address") : t("Enter an address")}</summary>
      <form class="wide" onSubmit=${onSubmit(send)}>
        <${Input} id="email" label=${t("New address")} type="email" autocomplete="email" required value=${email} onChange=${setEmail} error=${error} />
        <${Input} id="email-password" label=${t("Your password")} type="password" autocomplete="current-password" required
          value=${password} onChange=${setPassword} />
        <div class="actions"><button disabled=${busy}>${t("Send the link")}</button></div>
      </form>
    </details>`;
}

function Password() {
  const action = useChange();
  const { change, busy, error } = action;
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const save = async () => {
    const saved = await change(() => post("me/password/", { password: old, new_password: fresh }), t("Your password is changed."));
    if (saved) setOld("");
    if (saved) setFresh("");
  };
  return html`<p>${t("If you have forgotten it, the service sends you a link:")}${" "}<a href=${`${API_URL}/forgotten-password/`}>${t("Forgotten password")}</a></p>
    <${Outcome} of=${action} />
    <details>
      <summary>${t("Change the password")}</summary>
      <form class="wide" onSubmit=${onSubmit(save)}>
        <${Input} id="old-password" label=${t("Your password")} type="password" autocomplete="current-password" required value=${old} onChange=${setOld} />
        <${Input} id="new-password" name="new_password" label=${t("New password")} type="password" autocomplete="new-password" required
          value=${fresh} onChange=${setFresh} error=${error} />
        <p class="hint">${t("It signs you out on all other devices, and in all other applications.")}</p>
        <div class="actions"><button disabled=${busy}>${t("Change the password")}</button></div>
      </form>
    </details>`;
}

/** Return what a token may do. @param {string[]} scopes */
function rights(scopes) {
  /** @type {Record<string, string>} */
  const names = {
    "games:read": t("see games"),
    "games:play": t("play"),
    "games:create": t("create games"),
    messages: t("read and write messages"),
    webhooks: t("manage webhooks"),
    account: t("manage the account"),
  };
  return list(scopes.map((scope) => names[scope] ?? scope));
}

export function Access() {
  return html`<h2>${t("Who may use your account")}</h2>
    <section><h3>${t("Applications")}</h3><${Applications} /></section>
    <section><h3>${t("Tokens")}</h3><${Tokens} /></section>`;
}

function Applications() {
  const found = useLoad(() => getAll("me/authorizations/"), []);
  const action = useChange(found.reload);
  const { change, busy } = action;
  /** @param {Authorization} one */
  const revoke = (one) => {
    const path = `me/authorizations/${encodeURIComponent(one.client_id)}/`;
    if (one.client_id === CLIENT_ID) return change(() => unsubscribeDevice().then(() => remove(path)).then(leave));
    return change(() => remove(path), t("{name} may no longer use your account.", { name: one.name }));
  };
  return html`<${Outcome} of=${action} />
    <${Loaded} from=${found}>
      ${(/** @type {Authorization[]} */ applications) => html`<${Items} items=${applications} kind="rows"
        empty=${t("No application may use your account.")} keyOf=${(/** @type {Authorization} */ one) => one.client_id}>
        ${(/** @type {Authorization} */ one) => html`
          <div>
            <strong>${one.name}</strong>${one.client_id === CLIENT_ID && html` <small class="tag">${t("this client")}</small>`}
            ${one.self_registered && html`<p class="small">${t("It registered itself: nobody has verified who made it.")}</p>`}
            <p class="quiet small">${t("Since {when}. It may: {rights}.", { when: dateTime(one.since), rights: rights(one.scopes) })}</p>
          </div>
          <${ActionButton} title=${t("End access")} label=${t("End the access of {name}", { name: one.name })} kind="second"
            disabled=${busy} action=${() => revoke(one)}
            ask=${one.client_id === CLIENT_ID ? t("This signs you out of this client on all devices.") : t("It can ask you again later.")} />`}
      <//>`}
    <//>`;
}

function Tokens() {
  const found = useLoad(() => getAll("auth/tokens/"), []);
  const action = useChange(found.reload);
  const { change, busy } = action;
  /** @param {Token} one */
  const revoke = (one) => change(() => remove(`auth/tokens/${one.id}/`), t("The token is revoked."));
  return html`<${Outcome} of=${action} />
    <${Loaded} from=${found}>
      ${(/** @type {Token[]} */ tokens) => html`<${Items} items=${tokens} kind="rows"
        empty=${t("You have no tokens. They are for programs of yours.")}>
        ${(/** @type {Token} */ one) => html`
          <div>
            <strong>${one.name || t("Without a name")}</strong> <code>${one.prefix}…</code>
            <p class="quiet small">${used(one)}</p>
            <p class="quiet small">${t("It may: {rights}.", { rights: rights(one.scopes) })}</p>
          </div>
          <${ActionButton} title=${t("Revoke")} label=${t("Revoke the token {name}", { name: one.name || one.prefix })} kind="second"
            disabled=${busy} action=${() => revoke(one)} ask=${t("Programs that use it lose their access at once.")} />`}
      <//>`}
    <//>`;
}

/** Return when a token was used, and when it ends. @param {Token} token */
const used = ({ last_used_at, expires_at }) =>
  [
    last_used_at ? t("Last used {when}.", { when: dateTime(last_used_at) }) : t("Never used."),
    ...(expires_at ? [t("Ends {when}.", { when: dateTime(expires_at) })] : []),
  ].join(" ");
