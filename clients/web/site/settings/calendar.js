/** The calendar of deadlines: a secret address to which calendar programs subscribe. */

import { html } from "../vendor/preact.js";
import { post, remove } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { useDocument } from "../ui/hooks.js";
import { ActionButton, CopyLink, Loaded, Outcome, useChange } from "../ui/parts.js";

/** @import { CalendarFeed } from "../../types" */

const PATH = "me/calendar/";

export function CalendarPart() {
  const feed = useDocument(PATH);
  const action = useChange(feed.reload);
  const { change, busy } = action;
  const create = () => change(() => post(PATH), t("Your calendar has a new address."));
  const revoke = () => change(() => remove(PATH), t("The address is no longer valid."));
  return html`<h2>${t("Calendar")}</h2>
    <p>${t("Your deadlines, votes and planned games in your calendar: on your phone, in Outlook, or anywhere else. Your calendar program decides how often it fetches them.")}</p>
    <${Outcome} of=${action} />
    <${Loaded} from=${feed}>
      ${(/** @type {CalendarFeed} */ { url, created_at }) =>
        url
          ? html`<${Address} url=${url} since=${created_at ?? ""} busy=${busy} onReplace=${create} onRevoke=${revoke} />`
          : html`<button class="second" disabled=${busy} onClick=${create}>${t("Create the address")}</button>`}
    <//>`;
}

/** @param {{url: string, since: string, busy: boolean, onReplace: () => unknown, onRevoke: () => unknown}} props */
function Address({ url, since, busy, onReplace, onRevoke }) {
  const ask = t("Calendars that use the address no longer get your deadlines.");
  return html`<${CopyLink} label=${t("Secret address")} address=${url} />
    <p class="hint">${t("Everybody who has the address can read your deadlines and the names of your games and opponents. Do not pass it on.")}</p>
    <p class="quiet small">${t("Created {when}.", { when: dateTime(since) })}</p>
    <div class="actions">
      <a href=${url.replace(/^https?:/, "webcal:")}>${t("Subscribe with this device")}</a>
      <${ActionButton} title=${t("Replace …")} kind="second" disabled=${busy} action=${onReplace} ask=${ask}
        asks=${t("Replace the address")} yes=${t("Replace the address")} />
      <${ActionButton} title=${t("Revoke …")} kind="second" disabled=${busy} action=${onRevoke} ask=${ask}
        asks=${t("Revoke the address")} yes=${t("Revoke the address")} />
    </div>`;
}
