/** Adds an answer to a standing order: an option that is offered now, or a kind of option. */

import { html, useState } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { typed } from "../ui/fields.js";
import { seatName } from "../ui/parts.js";
import { capital } from "./anything.js";
import { PICKS, patternText, verbsOf } from "./order_words.js";
import { inWords } from "./titles.js";

/** @import { OrderWords, Pattern } from "./order_words.js" */

/** Types of members that a pattern can compare. */
const COMPARABLE = ["string", "integer", "boolean"];

/** @param {{topic: string, words: OrderWords, onAdd: (pattern: Pattern) => void}} props */
export function PatternForm({ topic, words, onAdd }) {
  const verbs = verbsOf(topic, words.topics);
  const options = words.decision?.topic === topic ? words.decision.options ?? [] : [];
  const [verb, setVerb] = useState([...verbs.keys()][0] ?? "");
  const [values, setValues] = useState(/** @type {Record<string, string>} */ ({}));
  const [pick, setPick] = useState("");
  const members = Object.entries(verbs.get(verb) ?? {}).filter(([, type]) => COMPARABLE.includes(type));
  const numbers = members.filter(([name, type]) => type === "integer" && name !== "seat").map(([name]) => name);
  const pattern = patternOf(verb, members, values, pick, words);
  return html`${options.length > 0 &&
    html`<label for="pattern-option">${t("Add one of the present options")}</label>
      <select id="pattern-option" value="" onChange=${typed((choice) => choice && onAdd(choice))}>
        <option value="">${t("Choose …")}</option>
        ${options.map(({ choice, label }) => html`<option key=${choice} value=${choice}>${label}</option>`)}
      </select>`}
    <label for="pattern-verb">${t("Add a kind of option")}</label>
    <select id="pattern-verb" value=${verb} onChange=${typed((one) => {
      setVerb(one);
      setValues({});
      setPick("");
    })}>
      ${[...verbs.keys()].map((one) => html`<option key=${one} value=${one}>${capital(inWords(one, words.titles))}</option>`)}
    </select>
    <div class="filters">
      ${members.map(
        ([name, type]) => html`<div key=${name}>
          <label for=${`member-${name}`}>${capital(inWords(name))}</label>
          <${Member} name=${name} type=${type} value=${values[name] ?? ""} words=${words}
            onValue=${(/** @type {string} */ value) => setValues({ ...values, [name]: value })} />
        </div>`,
      )}
      ${numbers.length > 0 &&
      html`<div>
        <label for="pattern-pick">${t("Of several, take")}</label>
        <select id="pattern-pick" value=${pick} onChange=${typed(setPick)}>
          <option value="">${t("the first one")}</option>
          ${numbers.flatMap((name) => [
            html`<option value=${`highest ${name}`}>${t("the highest {member}", { member: inWords(name) })}</option>`,
            html`<option value=${`lowest ${name}`}>${t("the lowest {member}", { member: inWords(name) })}</option>`,
          ])}
        </select>
      </div>`}
    </div>
    <div class="actions">
      <button type="button" class="second" disabled=${!verb} onClick=${() => onAdd(pattern)}>${t("Add")}</button>
      <span class="quiet">${verb && patternText(pattern, words)}</span>
    </div>`;
}

/** @param {{name: string, type: string, value: string, words: OrderWords, onValue: (value: string) => void}} props */
function Member({ name, type, value, words, onValue }) {
  const id = `member-${name}`;
  if (name === "seat" || type === "boolean") {
    const choices = name === "seat"
      ? words.seats.map((seat) => [String(seat.number), seatName(seat)])
      : [["true", t("yes")], ["false", t("no")]];
    return html`<select id=${id} value=${value} onChange=${typed(onValue)}>
      <option value="">${t("any")}</option>
      ${choices.map(([key, title]) => html`<option key=${key} value=${key}>${title}</option>`)}
    </select>`;
  }
  if (type === "integer") {
    return html`<input id=${id} type="number" step="1" placeholder=${t("any")} value=${value} onInput=${typed(onValue)} />`;
  }
  return html`<input id=${id} list=${`${id}-names`} placeholder=${t("any")} autocomplete="off" value=${value} onInput=${typed(onValue)} />
    <datalist id=${`${id}-names`}>${Object.values(words.titles).map((title) => html`<option value=${title}></option>`)}</datalist>`;
}

/** Return the pattern that the fields describe. Titles stand for their names.
 * @param {string} verb
 * @param {[string, string][]} members
 * @param {Record<string, string>} values
 * @param {string} pick
 * @param {OrderWords} words
 * @returns {Pattern}
 */
function patternOf(verb, members, values, pick, { titles }) {
  const names = new Map(Object.entries(titles).map(([name, title]) => [title.toLowerCase(), name]));
  /** @param {string} type @param {string} value */
  const typedValue = (type, value) => {
    if (type === "integer") return Number(value);
    if (type === "boolean") return value === "true";
    return names.get(value.trim().toLowerCase()) ?? value.trim();
  };
  const given = members.filter(([name]) => (values[name] ?? "").trim() !== "");
  const equal = given.map(([name, type]) => [name, typedValue(type, values[name])]);
  const [by, member] = pick.split(" ");
  return { verb, ...Object.fromEntries(equal), ...(PICKS.includes(by) && { [by]: member }) };
}
