/** Writes one standing order: when it counts, and the answers that it tries. */

import { html, useState } from "../vendor/preact.js";
import { Problem } from "../api/problems.js";
import { t } from "../text/index.js";
import { Check, Input, Select, onSubmit, onText } from "../ui/inputs.js";
import { Failure, seatName } from "../ui/parts.js";
import { capital, inWords } from "./anything.js";
import { ANY, patternText, PICKS, topicText, verbsOf } from "./order_words.js";

/** @import { OrderInput, OrderWords, Pattern } from "./order_words.js" */

/** place: where it will be in the list
 * @param {{order: OrderInput, place: number, words: OrderWords, busy: boolean, error: Error | null,
 *   onSave: (order: OrderInput) => void, onCancel: () => void}} props
 */
export function OrderForm({ order, place, words, busy, error, onSave, onCancel }) {
  const [draft, setDraft] = useState(order);
  /** @param {Partial<OrderInput>} changed */
  const change = (changed) => setDraft({ ...draft, ...changed });
  const isAny = draft.topic === ANY;
  const save = () => onSave({ ...draft, otherwise: isAny ? "ask" : draft.otherwise ?? "stop" });
  return html`<form onSubmit=${onSubmit(save)}>
    <h3>${t("A standing order")}</h3>
    <${Select} id="order-topic" label=${t("When this has to be decided")} value=${draft.topic}
      choices=${[...words.topics.map(({ topic, summary }) => [topic, summary]), [ANY, topicText(ANY, words.topics)]]}
      onChange=${(/** @type {string} */ topic) => change({ topic, choose: [], only_when: null })} />
    <${Patterns} draft=${draft} words=${words} onChange=${(/** @type {Pattern[]} */ choose) => change({ choose })} />
    <${Select} id="order-otherwise" label=${t("If nothing fits")} value=${isAny ? "ask" : draft.otherwise ?? "stop"} disabled=${isAny}
      choices=${[["stop", t("End the order, and ask me")], ["ask", t("Ask me, and keep the order")]]}
      onChange=${(/** @type {string} */ otherwise) => change({ otherwise })} />
    <details open=${Boolean(draft.only_when)}>
      <summary>${t("Only in certain cases")}</summary>
      <${Verbs} title=${t("Only if there is nothing else than")} member="verbs" draft=${draft} words=${words} onChange=${change} />
      <${Verbs} title=${t("Only if there is none of")} member="without" draft=${draft} words=${words} onChange=${change} />
    </details>
    <div class="filters">
      <div>
        <${Input} id="order-delay" label=${t("Seconds before the answer")} type="number" min="0" max="3600" value=${draft.delay ?? 0}
          onChange=${(/** @type {string} */ delay) => change({ delay: Number(delay) })} />
      </div>
      <div>
        <${Input} id="order-times" label=${t("How often (empty: always)")} type="number" min="1" max="1000" value=${draft.times ?? ""}
          onChange=${(/** @type {string} */ times) => change({ times: times === "" ? null : Number(times) })} />
      </div>
    </div>
    <${Failure} error=${error} />
    ${error instanceof Problem && html`<${Pointers} error=${error} under=${`/orders/${place}`} />`}
    <div class="actions">
      <button disabled=${busy || draft.choose.length === 0}>${t("Save the order")}</button>
      <button type="button" class="second" disabled=${busy} onClick=${onCancel}>${t("Cancel")}</button>
    </div>
  </form>`;
}

/** @param {{draft: OrderInput, words: OrderWords, onChange: (choose: Pattern[]) => void}} props */
function Patterns({ draft, words, onChange }) {
  const { choose } = draft;
  /** @param {number} place */
  const earlier = (place) => onChange(choose.toSpliced(place - 1, 2, choose[place], choose[place - 1]));
  return html`<fieldset>
    <legend>${t("Answer the first of these that is possible")}</legend>
    ${choose.length === 0 && html`<p class="hint">${t("Add at least one answer.")}</p>`}
    <ol class="patterns">
      ${choose.map(
        (pattern, place) => html`<li key=${JSON.stringify(pattern)}>
          ${patternText(pattern, words)}${" "}
          ${place > 0 && html`<button type="button" class="link" onClick=${() => earlier(place)}>${t("Earlier")}</button>${" "}`}
          <button type="button" class="link" onClick=${() => onChange(choose.toSpliced(place, 1))}>${t("Remove")}</button>
        </li>`,
      )}
    </ol>
    <${PatternForm} key=${draft.topic} topic=${draft.topic} words=${words}
      onAdd=${(/** @type {Pattern} */ pattern) => onChange([...choose, pattern])} />
  </fieldset>`;
}

/** The verbs of one of the conditions.
 * @param {{title: string, member: "verbs" | "without", draft: OrderInput, words: OrderWords,
 *   onChange: (changed: Partial<OrderInput>) => void}} props
 */
function Verbs({ title, member, draft, words, onChange }) {
  const chosen = draft.only_when?.[member] ?? [];
  /** @param {string} verb */
  const toggle = (verb) => {
    const verbs = chosen.includes(verb) ? chosen.filter((one) => one !== verb) : [...chosen, verb];
    const { [member]: _, ...rest } = draft.only_when ?? {};
    const changed = verbs.length ? { ...rest, [member]: verbs } : rest;
    onChange({ only_when: Object.keys(changed).length ? changed : null });
  };
  return html`<fieldset>
    <legend>${title}</legend>
    <div class="checks">${[...verbsOf(draft.topic, words.topics).keys()].map(
      (verb) => html`<${Check} key=${verb} label=${inWords(verb, words.titles)} checked=${chosen.includes(verb)}
        onChange=${() => toggle(verb)} />`,
    )}</div>
  </fieldset>`;
}

/** Types of members that a pattern can compare. */
const COMPARABLE = ["string", "integer", "boolean"];

/** @param {{topic: string, words: OrderWords, onAdd: (pattern: Pattern) => void}} props */
function PatternForm({ topic, words, onAdd }) {
  const verbs = verbsOf(topic, words.topics);
  const options = words.decision?.topic === topic ? words.decision.options ?? [] : [];
  const [verb, setVerb] = useState([...verbs.keys()][0] ?? "");
  const [values, setValues] = useState(/** @type {Record<string, string>} */ ({}));
  const [pick, setPick] = useState("");
  const members = Object.entries(verbs.get(verb) ?? {}).filter(([, type]) => COMPARABLE.includes(type));
  const numbers = members.filter(([name, type]) => type === "integer" && name !== "seat").map(([name]) => name);
  /** @param {string} one */
  const begin = (one) => {
    setVerb(one);
    setValues({});
    setPick("");
  };
  const pattern = patternOf(verb, members, values, pick, words);
  return html`${options.length > 0 &&
    html`<${Select} id="pattern-option" label=${t("Add one of the present options")} value=""
      onChange=${(/** @type {string} */ choice) => choice && onAdd(choice)}
      choices=${[["", t("Choose …")], ...options.map(({ choice, label }) => [choice, label])]} />`}
    <${Select} id="pattern-verb" label=${t("Add a kind of option")} value=${verb} onChange=${begin}
      choices=${[...verbs.keys()].map((one) => [one, capital(inWords(one, words.titles))])} />
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
        <${Select} id="pattern-pick" label=${t("Of several, take")} value=${pick} onChange=${setPick} choices=${[
          ["", t("the first one")],
          ...numbers.flatMap((name) => [
            [`highest ${name}`, t("the highest {member}", { member: inWords(name) })],
            [`lowest ${name}`, t("the lowest {member}", { member: inWords(name) })],
          ]),
        ]} />
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
    return html`<${Select} id=${id} value=${value} choices=${[["", t("any")], ...choices]} onChange=${onValue} />`;
  }
  if (type === "integer") {
    return html`<input id=${id} type="number" step="1" placeholder=${t("any")} value=${value} onInput=${onText(onValue)} />`;
  }
  return html`<input id=${id} list=${`${id}-names`} placeholder=${t("any")} autocomplete="off" value=${value} onInput=${onText(onValue)} />
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

/** Where the service found something wrong. @param {{error: Error | null, under?: string}} props */
export function Pointers({ error, under = "" }) {
  if (!(error instanceof Problem)) return null;
  const found = [...error.fields].filter(([pointer]) => pointer.startsWith(under));
  return html`<ul class="wrong">
    ${found.map(([pointer, detail]) => html`<li><code>${pointer.slice(under.length)}</code> ${detail}</li>`)}
  </ul>`;
}
