/** Inputs for the terms of a game: its clock, who may join it, when it starts, and what happens when a player is late. */

import { html, useState } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { paceText } from "../ui/clock.js";
import { CheckField, DurationField, fieldsOf, MoreFields, Notes, NumberField, SelectField, TextField } from "../ui/inputs.js";
import { instantOf, localTime } from "./draft.js";

/** @import { Pace } from "../../types" */
/** @import { Errors } from "../ui/inputs.js" */
/** @import { Draft, OnDraft } from "./draft.js" */

/** @typedef {{draft: Draft, errors: Errors, onDraft: OnDraft}} TermsProps */

/** Who may find and join it. @param {TermsProps} props */
export function Joining({ draft, errors, onDraft }) {
  const visibilities = [
    { value: "public", title: t("everybody"), hint: t("The game is listed in the lobby.") },
    { value: "unlisted", title: t("anyone with the link"), hint: t("The game is not listed.") },
    { value: "private", title: t("invited players only"), hint: t("Nobody else sees the game.") },
  ];
  const field = fieldsOf(draft, errors, onDraft);
  return html`<${SelectField} ...${field("visibility", t("Who may join"))} choices=${visibilities} />`;
}

/** Further conditions of joining. @param {TermsProps} props */
export function Admission({ draft, errors, onDraft }) {
  const field = fieldsOf(draft, errors, onDraft);
  const rating = { min: -10_000, max: 10_000, placeholder: t("any") };
  const percent = { min: 0, max: 100, placeholder: t("any") };
  return html`<${CheckField} ...${field("rated", t("The game counts for ratings"))} hint=${t("Games with bots never count.")} />
    <div class="filters">
      <${NumberField} ...${field("min_rating", t("Lowest rating"))} attributes=${rating} />
      <${NumberField} ...${field("max_rating", t("Highest rating"))} attributes=${rating} />
      <${NumberField} ...${field("min_reliability", t("Games finished, in percent, at least"))} attributes=${percent} />
    </div>
    <p class="hint">${t("Players that you invite may join in any case.")}</p>
    <${CheckField} ...${field("bot_accounts", t("Programs with an account may join a rated game"))} />`;
}

/** When it starts. @param {TermsProps} props */
export function Starting({ draft, errors, onDraft }) {
  const field = fieldsOf(draft, errors, onDraft);
  return html`<${CheckField} ...${field("start_when_full", t("Start when the last seat is taken"))} />
    <${CheckField} ...${field("ready_check", t("Start when all players are ready"))} />
    <${TextField} ...${field("starts_at", t("Start at (your local time)"))} value=${localTime(draft.starts_at)}
      hint=${t("Bots take the seats that are free then.")} attributes=${{ type: "datetime-local" }}
      onChange=${(/** @type {string} */ value) => onDraft({ starts_at: instantOf(value) })} />`;
}

/** What happens when a player is late. @param {TermsProps} props */
export function Lateness({ draft, errors, onDraft }) {
  const { timeouts } = draft;
  const change = (/** @type {object} */ changes) => onDraft({ timeouts: { ...timeouts, ...changes } });
  const field = fieldsOf(draft, errors, onDraft);
  const late = fieldsOf(timeouts, errors, change, "/timeouts");
  const policies = [
    { value: "forfeit", title: t("they lose their seat"), hint: t("A bot plays on, and they are placed last.") },
    { value: "default_move", title: t("a default move is played"), hint: t("After three turns in a row they lose their seat.") },
    { value: "bot", title: t("a bot plays until they return") },
  ];
  const alone = [
    { value: "end", title: t("the game ends") },
    { value: "play_on", title: t("they may play on against bots") },
  ];
  const absent = [
    { value: "reopen", title: t("the game is offered again with a free seat") },
    { value: "cancel", title: t("the game is cancelled") },
  ];
  return html`<${SelectField} ...${late("policy", t("When the time of a player runs out"))} choices=${policies} />
    <${NumberField} ...${late("excuses", t("Late turns that are excused first"))} attributes=${{ min: 0, max: 20 }}
      onChange=${(/** @type {number | null} */ excuses) => change({ excuses: excuses ?? 0 })} />
    <${SelectField} ...${late("when_alone", t("When one player is left"))} choices=${alone} />
    <${SelectField} ...${late("when_absent", t("When a player never comes"))} choices=${absent} />
    <${CheckField} ...${field("vacations", t("Vacations stop the clock"))} />
    <${NumberField} ...${field("bot_delay", t("Seconds that bots wait before a move"))} attributes=${{ min: 0, max: 3600 }}
      onChange=${(/** @type {number | null} */ value) => onDraft({ bot_delay: value ?? 0 })} />`;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** @type {Pace[]} */
const USUAL = [
  { kind: "per_decision", allowance: DAY },
  { kind: "per_decision", allowance: 3 * DAY },
  { kind: "per_decision", allowance: 7 * DAY },
  { kind: "reserve", allowance: 12 * HOUR, bank: 3 * DAY },
  { kind: "fischer", initial: 3 * DAY, increment: 12 * HOUR, cap: 7 * DAY },
  { kind: "per_decision", allowance: 300 },
  { kind: "none" },
];
/** @type {Record<string, Pace>} */
const BEGINNINGS = { none: USUAL[6], per_decision: USUAL[0], reserve: USUAL[3], fischer: USUAL[4] };
const OWN = "own";
const DURATIONS = ["allowance", "bank", "initial", "increment", "cap"];
const DETAILS = ["time_zone", "weekends_off", "window", "quiet_hours"];
const HOURS = ["/pace/window", "/pace/time_zone", "/pace/weekends_off", "/pace/quiet_hours"];

/** @typedef {{pace: Pace | null, errors: Errors, onPace: (pace: Pace | null) => void}} PaceProps */

/** @param {PaceProps} props */
export function PaceFields({ pace, errors, onPace }) {
  const usual = pace && USUAL.find((one) => isSame(one, pace));
  const [isOwn, setIsOwn] = useState(pace !== null && !usual);
  const chosen = isOwn ? OWN : usual ?? null;
  const choices = [
    { value: null, title: t("usual"), hint: t("Three days per turn, or no limit in a game against bots.") },
    ...USUAL.map((value) => ({ value, title: paceText(value) })),
    { value: OWN, title: t("other values …") },
  ];
  /** @param {Pace | null | "own"} value */
  const choose = (value) => {
    setIsOwn(value === OWN);
    if (value === OWN) return onPace(pace ?? USUAL[0]);
    onPace(value && value.kind !== "none" ? { ...value, ...pick(pace, DETAILS) } : value);
  };
  return html`<${SelectField} pointer="/pace/kind" label=${t("Time for turns")} errors=${new Map()} value=${chosen}
      choices=${choices} onChange=${choose} />
    ${isOwn && pace && html`<${OwnPace} pace=${pace} errors=${errors} onPace=${onPace} />`}
    ${pace && pace.kind !== "none" && html`<${Hours} pace=${pace} errors=${errors} onPace=${onPace} />`}`;
}

/** @param {Pace} one @param {Pace} other */
const isSame = (one, other) =>
  ["kind", ...DURATIONS].every((name) => /** @type {any} */ (one)[name] === /** @type {any} */ (other)[name]);

/** @param {any} value @param {string[]} names */
const pick = (value, names) =>
  Object.fromEntries(names.filter((name) => value?.[name] !== undefined).map((name) => [name, value[name]]));

/** The kind of clock and its durations. @param {{pace: Pace, errors: Errors, onPace: (pace: Pace) => void}} props */
function OwnPace({ pace, errors, onPace }) {
  const kinds = [
    { value: "per_decision", title: t("time for each turn"), hint: t("Time that is not used is lost.") },
    { value: "reserve", title: t("time for each turn, and a reserve"), hint: t("Longer turns use up the reserve.") },
    { value: "fischer", title: t("time for all turns"), hint: t("Each turn adds some more.") },
    { value: "none", title: t("no time limit") },
  ];
  /** @type {Record<string, string>} */
  const labels = {
    allowance: t("Time for each turn"),
    bank: t("Reserve"),
    initial: t("Time at the start"),
    increment: t("Time that each turn adds"),
    cap: t("The most that can be saved"),
  };
  const field = fieldsOf(pace, errors, (changes) => onPace({ ...pace, ...changes }), "/pace");
  const names = DURATIONS.filter((name) => name in (BEGINNINGS[pace.kind] ?? {}));
  return html`<${SelectField} pointer="/pace/own" label=${t("Kind of clock")} errors=${new Map()} value=${pace.kind}
      choices=${kinds} onChange=${(/** @type {string} */ kind) => onPace({ ...BEGINNINGS[kind], ...pick(pace, DETAILS) })} />
    <div class="filters">
      ${names.map((name) => html`<${DurationField} key=${name} ...${field(name, labels[name])} />`)}
    </div>`;
}

/** Hours that do not count. @param {{pace: Pace, errors: Errors, onPace: (pace: Pace) => void}} props */
function Hours({ pace, errors, onPace }) {
  const zone = pace.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { window } = pace;
  const change = (/** @type {Partial<Pace>} */ changes) => onPace({ ...pace, time_zone: zone, ...changes });
  const field = fieldsOf({ ...pace, time_zone: zone }, errors, change, "/pace");
  const hour = fieldsOf(window, errors, (changes) => change({ window: { ...window, ...changes } }), "/pace/window");
  const quiet = fieldsOf({ quiet_hours: pace.quiet_hours ?? true }, errors, (changes) => onPace({ ...pace, ...changes }), "/pace");
  return html`<${MoreFields} title=${t("Hours that do not count")} errors=${errors} pointers=${HOURS}
    open=${Boolean(window || pace.weekends_off)}>
    <${CheckField} ...${field("weekends_off", t("Saturdays and Sundays do not count"))} />
    <${CheckField} pointer="/pace/has_window" label=${t("Only some hours of the day count")} errors=${errors} value=${Boolean(window)}
      onChange=${(/** @type {boolean} */ on) => change({ window: on ? { from: "08:00", to: "22:00" } : null })} />
    ${window && html`<div class="filters">
        <${TextField} ...${hour("from", t("From"))} attributes=${{ type: "time" }} />
        <${TextField} ...${hour("to", t("To"))} attributes=${{ type: "time" }} />
      </div>
      ${errors.has("/pace/window") && html`<${Notes} pointer="/pace/window" errors=${errors} />`}`}
    ${(window || pace.weekends_off) && html`<${TextField} ...${field("time_zone", t("Time zone"))} attributes=${{ list: "time-zones" }} />
      <datalist id="time-zones">${Intl.supportedValuesOf("timeZone").map((one) => html`<option key=${one} value=${one} />`)}</datalist>`}
    <${CheckField} ...${quiet("quiet_hours", t("The players' quiet hours do not count"))}
      hint=${t("Each player sets their own in the settings.")} />
  <//>`;
}
