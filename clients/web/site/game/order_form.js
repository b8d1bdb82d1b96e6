/** Writes one standing order: when it counts, and the answers that it tries. */

import { html, useState } from "../vendor/preact.js";
import { Problem } from "../api/problems.js";
import { t } from "../text/index.js";
import { submitted, typed } from "../ui/inputs.js";
import { Failure, seatName } from "../ui/parts.js";
import { capital } from "./anything.js";
import { ANY, patternText, PICKS, topicText, verbsOf } from "./order_words.js";
import { inWords } from "./titles.js";

/** @import { OrderInput, OrderWords, Pattern } from "./order_words.js" */

/**
 * @param {object} props
 * @param {OrderInput} props.order
 * @param {number} props.place where it will be in the list
 * @param {OrderWords} props.words
 * @param {boolean} props.busy
 * @param {Error | null} props.error
 * @param {(order: OrderInput) => void} props.onSave
 * @param {() => void} props.onCancel
 */
export function OrderForm({ order, place, words, busy, error, onSave, onCancel }) {
  const [draft, setDraft] = useState(order);
  /** @param {Partial<OrderInput>} changed */
  const change = (changed) => setDraft({ ...draft, ...changed });
  const isAny = draft.topic === ANY;
  const save = () => onSave({ ...draft, otherwise: isAny ? "ask" : draft.otherwise ?? "stop" });
  return html`<form onSubmit=${submitted(save)}>
    <h3>${t("A standing order")}</h3>
    <label for="order-topic">${t("When this has to be decided")}</label>
    <select id="order-topic" value=${draft.topic} onChange=${typed((topic) => change({ topic, choose: [], only_when: null }))}>
      ${words.topics.map(({ topic, summary }) => html`<option key=${topic} value=${topic}>${summary}</option>`)}
      <option value=${ANY}>${topicText(ANY, words.topics)}</option>
    </select>
    <${Patterns} draft=${draft} words=${words} onChange=${(/** @type {Pattern[]} */ choose) => change({ choose })} />
    <label for="order-otherwise">${t("If nothing fits")}</label>
    <select id="order-otherwise" value=${isAny ? "ask" : draft.otherwise ?? "stop"} disabled=${isAny}
      onChange=${typed((otherwise) => change({ otherwise }))}>
      <option value="stop">${t("End the order, and ask me")}</option>
      <option value="ask">${t("Ask me, and keep the order")}</option>
    </select>
    <details open=${Boolean(draft.only_when)}>
      <summary>${t("Only in certain cases")}</summary>
      <${Verbs} title=${t("Only if there is nothing else than")} member="verbs" draft=${draft} words=${words} onChange=${change} />
      <${Verbs} title=${t("Only if there is none of")} member="without" draft=${draft} words=${words} onChange=${change} />
    </details>
    <div class="filters">
      <div>
        <label for="order-delay">${t("Seconds before the answer")}</label>
        <input id="order-delay" type="number" min="0" max="3600" value=${draft.delay ?? 0}
          onInput=${typed((delay) => change({ delay: Number(delay) }))} />
      </div>
      <div>
        <label for="order-times">${t("How often (empty: always)")}</label>
        <input id="order-times" type="number" min="1" max="1000" value=${draft.times ?? ""}
          onInput=${typed((times) => change({ times: times === "" ? null : Number(times) }))} />
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

/**
 * @param {object} props
 * @param {string} props.title
 * @param {"verbs" | "without"} props.member
 * @param {OrderInput} props.draft
 * @param {OrderWords} props.words
 * @param {(changed: Partial<OrderInput>) => void} props.onChange
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
      (verb) => html`<label key=${verb} class="check">
        <input type="checkbox" checked=${chosen.includes(verb)} onChange=${() => toggle(verb)} /> ${inWords(verb, words.titles)}
      </label>`,
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

/** Where the service found something wrong. @param {{error: Error | null, under?: string}} props */
export function Pointers({ error, under = "" }) {
  if (!(error instanceof Problem)) return null;
  const found = [...error.fields].filter(([pointer]) => pointer.startsWith(under));
  return html`<ul class="wrong">
    ${found.map(([pointer, detail]) => html`<li><code>${pointer.slice(under.length)}</code> ${detail}</li>`)}
  </ul>`;
}
