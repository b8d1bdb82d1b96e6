/** The settings of the account and of this device. */

import { html } from "../vendor/preact.js";
import { API_URL } from "../config.js";
import { t } from "../text/index.js";
import { useTitle } from "../ui/hooks.js";
import { Panels } from "../ui/parts.js";
import { setQuery } from "../ui/route.js";
import { Access, Account } from "../settings/account.js";
import { Blocks, Sanctions } from "../settings/blocks.js";
import { CalendarPart } from "../settings/calendar.js";
import { ChannelTable } from "../settings/channels.js";
import { Data } from "../settings/data.js";
import { Device } from "../settings/device.js";
import { Devices } from "../settings/devices.js";
import { General, VacationPart } from "../settings/general.js";

/** @import { Me } from "../../types" */
/** @import { Route } from "../ui/route.js" */

/** @param {{me: Me, place: Route}} props */
export function SettingsPage({ me, place }) {
  useTitle(t("Settings"));
  const tabs = [
    { id: "general", title: t("General"), parts: [General] },
    { id: "notifications", title: t("Notifications"), parts: [Devices, ChannelTable] },
    { id: "calendar", title: t("Calendar"), parts: [CalendarPart] },
    { id: "vacation", title: t("Vacation"), parts: [VacationPart] },
    { id: "account", title: t("Account"), parts: [Account, Access, Data] },
    { id: "people", title: t("Safety"), parts: [Blocks, Sanctions] },
    { id: "device", title: t("Device"), parts: [Device] },
  ];
  if (me.is_guest) tabs.splice(1, 5, { id: "account", title: t("Account"), parts: [Account] });
  const panels = tabs.map(({ parts, ...tab }) => ({
    ...tab,
    content: () => parts.map((Part) => html`<section key=${Part.name}><${Part} me=${me} /></section>`),
  }));
  return html`<h1>${t("Settings")}</h1>
    <p>${t("You are signed in as {name}.", { name: me.username })} <a href=${`#/people/${me.username}`}>${t("Your profile")}</a> · <a href=${`${API_URL}/help/`}>${t("Help")}</a></p>
    <${Panels} label=${t("Settings")} tabs=${panels} chosen=${place.query.get("part") ?? ""} kind="sheet"
      onChoose=${(/** @type {string} */ part) => setQuery({ part })} />`;
}
