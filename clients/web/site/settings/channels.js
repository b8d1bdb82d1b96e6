/** Which notifications come, and where: in the list of news, by e-mail, on devices, by webhook. */

import { html, useState } from "../vendor/preact.js";
import { patch } from "../api/requests.js";
import { t } from "../text/index.js";
import { Check, Select, onTick } from "../ui/inputs.js";
import { useDocument, useRemembered } from "../ui/hooks.js";
import { Done, Failure, Loaded, useChange } from "../ui/parts.js";

/** @import { ChannelPreferences, Channels } from "../../types" */
/** @typedef {(kinds: Record<string, Partial<Channels>>) => unknown} Change */

const PATH = "me/notification-preferences/";

/** @returns {[string, string][]} */
const modes = () => [
  ["single", t("At once")],
  ["digest", t("Once a day")],
  ["off", t("Never")],
];

export function ChannelTable() {
  const preferences = useDocument(PATH);
  const [webhooks, setWebhooks] = useRemembered("webhooks", "no");
  const { change, error, done } = useChange();
  /** @type {Change} */
  const save = (kinds) => change(async () => preferences.setValue(await patch(PATH, { kinds })), t("Saved."));
  return html`<h2>${t("Notifications")}</h2>
    <p>${t("Choose what is listed in your news, and what comes by e-mail and to your devices. Changes are saved at once.")}</p>
    <${Loaded} from=${preferences}>
      ${(/** @type {ChannelPreferences} */ { kinds }) => html`<${AllMail} kinds=${kinds} onChange=${save} />
        <${Check} checked=${webhooks === "yes"} label=${t("Show webhooks, for your own programs")}
          onChange=${(/** @type {boolean} */ yes) => setWebhooks(yes ? "yes" : "no")} />
        <${Failure} error=${error} />
        <${Done} words=${done} />
        <${Kinds} kinds=${kinds} webhooks=${webhooks === "yes"} onChange=${save} />`}
    <//>`;
}

/** One choice for the e-mails of all kinds. @param {{kinds: Record<string, Channels>, onChange: Change}} props */
function AllMail({ kinds, onChange }) {
  const [mode, setMode] = useState("digest");
  const apply = () => onChange(Object.fromEntries(Object.keys(kinds).map((kind) => [kind, { email: mode }])));
  return html`<label for="all-mail">${t("All e-mails")}</label>
    <div class="actions">
      <${Select} id="all-mail" value=${mode} choices=${modes()} onChange=${setMode} />
      <button class="second" onClick=${apply}>${t("Set for all")}</button>
    </div>`;
}

/** @param {{kinds: Record<string, Channels>, webhooks: boolean, onChange: Change}} props */
function Kinds({ kinds, webhooks, onChange }) {
  return html`<table class="channels">
    <thead><tr>
      <th scope="col">${t("What happens")}</th>
      <th scope="col">${t("News")}</th>
      <th scope="col">${t("E-mail")}</th>
      <th scope="col">${t("Devices")}</th>
      ${webhooks && html`<th scope="col">${t("Webhook")}</th>`}
    </tr></thead>
    <tbody>
      ${Object.entries(kinds).map(
        ([kind, channels]) => html`<${Kind} key=${kind} kind=${kind} channels=${channels} webhooks=${webhooks} onChange=${onChange} />`,
      )}
    </tbody>
  </table>`;
}

/** @param {{kind: string, channels: Channels, webhooks: boolean, onChange: Change}} props */
function Kind({ kind, channels, webhooks, onChange }) {
  const { summary } = channels;
  /** @param {Partial<Channels>} changes */
  const set = (changes) => onChange({ [kind]: changes });
  /** @param {"in_app" | "push" | "webhook"} channel @param {string} title @param {string} label */
  const tick = (channel, title, label) => html`<td data-title=${title}><input type="checkbox" aria-label=${label}
    checked=${channels[channel]} onChange=${onTick((isOn) => set({ [channel]: isOn }))} /></td>`;
  return html`<tr>
    <th scope="row">${summary}</th>
    ${tick("in_app", t("News"), t("News: {what}", { what: summary }))}
    <td data-title=${t("E-mail")}><${Select} aria-label=${t("E-mail: {what}", { what: summary })} value=${channels.email} choices=${modes()}
      onChange=${(/** @type {string} */ email) => set({ email })} /></td>
    ${tick("push", t("Devices"), t("Devices: {what}", { what: summary }))}
    ${webhooks && tick("webhook", t("Webhook"), t("Webhook: {what}", { what: summary }))}
  </tr>`;
}
