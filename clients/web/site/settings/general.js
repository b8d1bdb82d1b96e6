/** Language, time zone, quiet hours, and the hour of the daily e-mail. */

import { html, useState } from "../vendor/preact.js";
import { get, patch } from "../api/requests.js";
import { t } from "../text/index.js";
import { Done, Wrong, checked, submitted, typed } from "../ui/fields.js";
import { useLoad } from "../ui/hooks.js";
import { LanguageChoice } from "../ui/language.js";
import { useChange } from "../ui/pages.js";
import { Failure, Loaded } from "../ui/parts.js";

/** @import { Preferences } from "../../types" */

const PATH = "me/preferences/";
const EVENING = "22:30";
const MORNING = "07:30";

export function General() {
  const preferences = useLoad((signal) => get(PATH, {}, signal), []);
  return html`<h2>${t("Language and time")}</h2>
    <${LanguageChoice} />
    <p class="hint">${t("E-mails and notifications use this language, too.")}</p>
    <${Loaded} from=${preferences}>
      ${(/** @type {Preferences} */ saved) => html`<${TimeForm} saved=${saved} onSaved=${preferences.setValue} />`}
    <//>`;
}

/** @param {{saved: Preferences, onSaved: (saved: Preferences) => void}} props */
function TimeForm({ saved, onSaved }) {
  const [zone, setZone] = useState(saved.time_zone);
  const [quiet, setQuiet] = useState(saved.quiet_from !== null);
  const [from, setFrom] = useState(saved.quiet_from ?? EVENING);
  const [until, setUntil] = useState(saved.quiet_to ?? MORNING);
  const [hour, setHour] = useState(String(saved.digest_hour));
  const { change, busy, error, done } = useChange(async () => {});
  const save = () => {
    const changes = {
      time_zone: zone,
      quiet_from: quiet ? from : null,
      quiet_to: quiet ? until : null,
      digest_hour: Number(hour),
    };
    return change(async () => onSaved(await patch(PATH, changes)), t("Saved."));
  };
  return html`<form onSubmit=${submitted(save)}>
    <${ZoneChoice} zone=${zone} onZone=${setZone} />
    <${Wrong} error=${error} name="time_zone" />
    <label class="check">
      <input type="checkbox" checked=${quiet} onChange=${checked(setQuiet)} /> ${t("I have quiet hours")}
    </label>
    <p class="hint">${t("You get no e-mails in your quiet hours, and in most games your clock stands still. Others can see from the deadlines when you sleep.")}</p>
    ${quiet &&
    html`<div class="filters">
      <div><label for="quiet-from">${t("From")}</label>
        <input id="quiet-from" type="time" required value=${from} onInput=${typed(setFrom)} /></div>
      <div><label for="quiet-to">${t("To")}</label>
        <input id="quiet-to" type="time" required value=${until} onInput=${typed(setUntil)} /></div>
    </div>
    <p class="hint">${t("At most 10 hours.")}</p>`}
    <${Wrong} error=${error} name="quiet_from" />
    <${Wrong} error=${error} name="quiet_to" />
    <label for="digest">${t("The daily e-mail comes at")}</label>
    <select id="digest" value=${hour} onChange=${typed(setHour)}>
      ${Array.from({ length: 24 }, (_, one) => html`<option key=${one} value=${one}>${`${String(one).padStart(2, "0")}:00`}</option>`)}
    </select>
    <${Failure} error=${error} />
    <div class="actions"><button disabled=${busy}>${t("Save")}</button> <${Done} words=${done} /></div>
  </form>`;
}

/** @param {{zone: string, onZone: (zone: string) => void}} props */
function ZoneChoice({ zone, onZone }) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set(["UTC", zone, here, ...Intl.supportedValuesOf("timeZone")])].toSorted();
  return html`<label for="zone">${t("Time zone")}</label>
    <select id="zone" value=${zone} onChange=${typed(onZone)}>
      ${zones.map((one) => html`<option key=${one} value=${one}>${one.replaceAll("_", " ")}</option>`)}
    </select>
    ${here !== zone &&
    html` <button type="button" class="link" onClick=${() => onZone(here)}>${t("Use that of this device: {zone}", { zone: here })}</button>`}`;
}
