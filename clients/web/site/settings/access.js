/** Applications and tokens that may use the account. */

import { html, useState } from "../vendor/preact.js";
import { CLIENT_ID } from "../config.js";
import { getAll, remove } from "../api/requests.js";
import { dateTime, list, t } from "../text/index.js";
import { Done } from "../ui/fields.js";
import { useLoad } from "../ui/hooks.js";
import { useChange } from "../ui/pages.js";
import { Confirm, Failure, Loaded } from "../ui/parts.js";
import { leave } from "./account.js";

/** @import { Authorization, Token } from "../../types" */

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
  const { change, busy, error, done } = useChange(found.reload);
  const [asked, setAsked] = useState(/** @type {Authorization | null} */ (null));
  /** @param {Authorization} one */
  const revoke = (one) => {
    setAsked(null);
    const path = `me/authorizations/${encodeURIComponent(one.client_id)}/`;
    if (one.client_id === CLIENT_ID) return change(() => remove(path).then(leave));
    return change(() => remove(path), t("{name} may no longer use your account.", { name: one.name }));
  };
  return html`<${Failure} error=${error} />
    <${Done} words=${done} />
    <${Loaded} from=${found}>
      ${(/** @type {Authorization[]} */ applications) =>
        applications.length === 0
          ? html`<p class="quiet">${t("No application may use your account.")}</p>`
          : html`<ul class="rows">
              ${applications.map(
                (one) => html`<li key=${one.client_id}>
                  <div>
                    <strong>${one.name}</strong>${one.client_id === CLIENT_ID && html` <small class="tag">${t("this client")}</small>`}
                    <p class="quiet small">${t("Since {when}. It may: {rights}.", { when: dateTime(one.since), rights: rights(one.scopes) })}</p>
                  </div>
                  <button class="second" disabled=${busy} aria-label=${t("End the access of {name}", { name: one.name })}
                    onClick=${() => setAsked(one)}>${t("End access")}</button>
                </li>`,
              )}
            </ul>`}
    <//>
    ${asked &&
    html`<${Confirm} title=${t("End the access of {name}", { name: asked.name })}
      text=${asked.client_id === CLIENT_ID ? t("This signs you out of this client on all devices.") : t("It can ask you again later.")}
      yes=${t("End access")} onYes=${() => revoke(asked)} onNo=${() => setAsked(null)} />`}`;
}

function Tokens() {
  const found = useLoad(() => getAll("auth/tokens/"), []);
  const { change, busy, error, done } = useChange(found.reload);
  const [asked, setAsked] = useState(/** @type {Token | null} */ (null));
  /** @param {Token} one */
  const revoke = (one) => {
    setAsked(null);
    return change(() => remove(`auth/tokens/${one.id}/`), t("The token is revoked."));
  };
  return html`<${Failure} error=${error} />
    <${Done} words=${done} />
    <${Loaded} from=${found}>
      ${(/** @type {Token[]} */ tokens) =>
        tokens.length === 0
          ? html`<p class="quiet">${t("You have no tokens. They are for programs of yours.")}</p>`
          : html`<ul class="rows">
              ${tokens.map(
                (one) => html`<li key=${one.id}>
                  <div>
                    <strong>${one.name || t("Without a name")}</strong> <code>${one.prefix}…</code>
                    <p class="quiet small">${used(one)}</p>
                    <p class="quiet small">${t("It may: {rights}.", { rights: rights(one.scopes) })}</p>
                  </div>
                  <button class="second" disabled=${busy} aria-label=${t("Revoke the token {name}", { name: one.name || one.prefix })}
                    onClick=${() => setAsked(one)}>${t("Revoke")}</button>
                </li>`,
              )}
            </ul>`}
    <//>
    ${asked &&
    html`<${Confirm} title=${t("Revoke the token {name}", { name: asked.name || asked.prefix })}
      text=${t("Programs that use it lose their access at once.")}
      yes=${t("Revoke")} onYes=${() => revoke(asked)} onNo=${() => setAsked(null)} />`}`;
}

/** Return when a token was used, and when it ends. @param {Token} token */
const used = ({ last_used_at, expires_at }) =>
  [
    last_used_at ? t("Last used {when}.", { when: dateTime(last_used_at) }) : t("Never used."),
    ...(expires_at ? [t("Ends {when}.", { when: dateTime(expires_at) })] : []),
  ].join(" ");
