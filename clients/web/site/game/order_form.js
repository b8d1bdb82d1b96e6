/** Writes one standing order. */

import { html, useState } from "../vendor/preact.js";
import { Problem } from "../api/problems.js";
import { t } from "../text/index.js";
import { submitted, typed } from "../ui/fields.js";
import { Failure } from "../ui/parts.js";
import { Pointers } from "./order_json.js";
import { PatternForm } from "./pattern_form.js";
import { ANY, patternText, topicText, verbsOf } from "./order_words.js";
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
