/** Language, time zone, quiet hours, the hour of the daily e-mail, and the vacation. */

import { html, useState } from "../vendor/preact.js";
import { patch, post, remove } from "../api/requests.js";
import { isSignedIn } from "../api/session.js";
import { dateTime, duration, language, LANGUAGES, setLanguage, t } from "../text/index.js";
import { useAction, useDocument } from "../ui/hooks.js";
import { Check, Input, Select, onSubmit, onText, Wrong } from "../ui/inputs.js";
import { Done, Failure, Loaded, useChange } from "../ui/parts.js";
import { keepHidesRatings } from "../ui/zen.js";

/** @import { Preferences, Vacation } from "../../types" */

const PATH = "me/preferences/";
const EVENING = "22:30";
const MORNING = "07:30";
const HOURS = Array.from({ length: 24 }, (_, hour) => [hour, `${String(hour).padStart(2, "0")}:00`]);

export function General() {
  const preferences = useDocument(PATH);
  return html`<h2>${t("Language and time")}</h2>
    <${LanguageChoice} />
    <p class="hint">${t("E-mails and notifications use this language, too.")}</p>
    <${Loaded} from=${preferences}>
      ${(/** @type {Preferences} */ saved) => html`<${TimeForm} saved=${saved} onSaved=${preferences.setValue} />`}
    <//>`;
}

/** @param {{saved: Preferences, onSaved: (saved: Preferences) => void}} props */
function TimeForm({ saved, onSaved }) {
  const [zone, setZone] = useState(saved.time_zone === STANDARD_ZONE ? DEVICE_ZONE : saved.time_zone);
  const [quiet, setQuiet] = useState(saved.quiet_from !== null);
  const [from, setFrom] = useState(saved.quiet_from ?? EVENING);
  const [until, setUntil] = useState(saved.quiet_to ?? MORNING);
  const [hour, setHour] = useState(String(saved.digest_hour));
  const [byMail, setByMail] = useState(saved.play_by_mail);
  const [hides, setHides] = useState(saved.hide_ratings);
  const [hidesMine, setHidesMine] = useState(saved.hide_statistics);
  const { change, busy, error, done } = useChange();
  const save = () => {
    const changes = {
      time_zone: zone,
      quiet_from: quiet ? from : null,
      quiet_to: quiet ? until : null,
      digest_hour: Number(hour),
      play_by_mail: byMail,
      hide_ratings: hides,
      hide_statistics: hidesMine,
    };
    const send = async () => {
      onSaved(await patch(PATH, changes));
      keepHidesRatings(hides);
    };
    return change(send, t("Saved."));
  };
  return html`<form onSubmit=${onSubmit(save)}>
    <${ZoneChoice} zone=${zone} saved=${saved.time_zone} onZone=${setZone} />
    <${Wrong} error=${error} name="time_zone" />
    <${Check} label=${t("I have quiet hours")} checked=${quiet} onChange=${setQuiet} />
    <p class="hint">${t("You get no e-mails in your quiet hours, and in most games your clock stands still. Others can see from the deadlines when you sleep.")}</p>
    ${quiet &&
    html`<div class="filters">
      <div><${Input} id="quiet-from" label=${t("From")} type="time" required value=${from} onChange=${setFrom} /></div>
      <div><${Input} id="quiet-to" label=${t("To")} type="time" required value=${until} onChange=${setUntil} /></div>
    </div>
    <p class="hint">${t("At most 10 hours.")}</p>`}
    <${Wrong} error=${error} name="quiet_from" />
    <${Wrong} error=${error} name="quiet_to" />
    <${Select} id="digest" label=${t("The daily e-mail comes at")} value=${hour} choices=${HOURS} onChange=${setHour} />
    <${Check} label=${t("E-mails show my table, with links that play")} checked=${byMail} onChange=${setByMail} />
    <p class="hint">${t("Your own cards are in these e-mails. Without it they say only what a spectator could read.")}</p>
    <${Check} label=${t("Hide all ratings")} checked=${hides} onChange=${setHides} />
    <p class="hint">${t("You see neither your ratings nor those of others. Others still see yours.")}</p>
    <${Check} label=${t("Hide my statistics from others")} checked=${hidesMine} onChange=${setHidesMine} />
    <p class="hint">${t("You still see them. Somebody who has played with you still sees your results against each other.")}</p>
    <${Failure} error=${error} />
    <div class="actions"><button disabled=${busy}>${t("Save")}</button> <${Done} words=${done} /></div>
  </form>`;
}

const DEVICE_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** What the service assumes until the user has chosen. */
const STANDARD_ZONE = "UTC";

/** The time zone: that of this device, the saved one, or any other.
 * @param {{zone: string, saved: string, onZone: (zone: string) => void}} props
 */
function ZoneChoice({ zone, saved, onZone }) {
  const [showsAll, setShowsAll] = useState(false);
  const zones = [DEVICE_ZONE, saved, zone, STANDARD_ZONE, ...(showsAll ? Intl.supportedValuesOf("timeZone") : [])];
  return html`<${Select} id="zone" label=${t("Time zone")} value=${zone} onChange=${onZone}
      choices=${[...new Set(zones)].map((one) => [one, one.replaceAll("_", " ")])} />
    ${zone !== saved && html`<p class="hint">${t("Not saved yet. Until then it is {zone}.", { zone: saved.replaceAll("_", " ") })}</p>`}
    <${Check} label=${t("List all time zones")} checked=${showsAll} onChange=${setShowsAll} />`;
}

/** Choose the language of this client; signed in, also that of notifications and e-mails. */
function LanguageChoice() {
  const { run, busy, error } = useAction();
  /** @param {string} code */
  const choose = (code) =>
    run(async () => {
      if (isSignedIn()) await patch("me/preferences/", { language: code });
      setLanguage(code);
      location.reload(); // all that was loaded is in the old language
    });
  return html`<label for="language">${t("Language")}</label>
    <select id="language" disabled=${busy} value=${language()}
      onChange=${onText(choose)}>
      ${LANGUAGES.map(([code, name]) => html`<option key=${code} value=${code} lang=${code}>${name}</option>`)}
    </select>
    <${Failure} error=${error} />`;
}

const VACATION = "me/vacation/";

export function VacationPart() {
  const vacation = useDocument(VACATION);
  return html`<h2>${t("Vacation")}</h2>
    <p>${t("A vacation stops your clock in all your games, except where the host has excluded vacations. The others wait for you, and see that you are away. You can still move.")}</p>
    <${Loaded} from=${vacation}>
      ${(/** @type {Vacation} */ state) => html`<${State} state=${state} reload=${vacation.reload} />`}
    <//>`;
}

/** @param {{state: Vacation, reload: () => Promise<void>}} props */
function State({ state, reload }) {
  const { change, busy, error, done } = useChange(reload);
  const [end, setEnd] = useState("");
  const left = html`<p>${t("Vacation left: {time}. It grows by one day in twelve, up to 30 days.", { time: duration(state.left) })}</p>`;
  if (state.on_vacation) {
    const until = state.ends_at ?? new Date(Date.now() + 1000 * state.left).toISOString();
    return html`<p class="note">${t("You are on vacation, until {when} at the latest.", { when: dateTime(until) })}</p>
      ${left}
      <${Failure} error=${error} />
      <button disabled=${busy} onClick=${() => change(() => remove(VACATION), t("Your vacation is over. Your clocks run again."))}>${t("End the vacation now")}</button>
      <${Done} words=${done} />`;
  }
  const start = () => {
    const until = end ? new Date(end).toISOString() : null;
    return change(() => post(VACATION, { until }), t("Your vacation has begun."));
  };
  return html`${left}
    <form onSubmit=${onSubmit(start)}>
      <${Input} id="vacation-end" name="until" label=${t("Until (optional)")} type="datetime-local" value=${end} onChange=${setEnd} error=${error} />
      <p class="hint">${t("Without an end it lasts until you end it, or until no vacation is left.")}</p>
      <${Failure} error=${error} />
      <div class="actions"><button disabled=${busy}>${t("Start the vacation now")}</button> <${Done} words=${done} /></div>
    </form>`;
}
