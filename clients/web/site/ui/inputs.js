/** Inputs with their labels, hints and errors, and what forms need besides. */

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Problem } from "../api/problems.js";
import { t } from "../text/index.js";

/** @typedef {Map<string, string>} Errors messages by JSON pointer */
/** @typedef {[value: string | number, title: string][]} Choices */
/**
 * @typedef {object} FieldProps
 * @property {string} pointer
 * @property {string} label
 * @property {string} [hint]
 * @property {Errors} errors
 * @property {any} value
 * @property {(value: any) => void} onChange
 * @property {object} [attributes] further ones of the input
 */
/** @typedef {{value: any, title: string, hint?: string}} Choice */

/** Return the id of the input of a pointer, such as "field-options-first". @param {string} pointer */
export const idOf = (pointer) => `field${pointer.replace(/[^\w]+/g, "-")}`;

/** Return the messages about a value and about its parts. @param {Errors} errors @param {string} pointer */
export const errorsAt = (errors, pointer) =>
  [...errors].filter(([at]) => at === pointer || at.startsWith(`${pointer}/`)).map(([, message]) => message);

/** What describes an input, for assistive technology.
 * @param {{pointer: string, hint?: string, errors: Errors}} props
 */
export function described({ pointer, hint, errors }) {
  const wrong = errorsAt(errors, pointer).length > 0;
  const notes = [...(hint ? [`${idOf(pointer)}-hint`] : []), ...(wrong ? [`${idOf(pointer)}-wrong`] : [])];
  return { id: idOf(pointer), "aria-describedby": notes.join(" ") || null, "aria-invalid": wrong || null };
}

/** The hint and the errors below an input.
 * @param {{pointer: string, hint?: string, errors: Errors}} props
 */
export function Notes({ pointer, hint, errors }) {
  const wrong = errorsAt(errors, pointer);
  return html`${hint && html`<p class="hint" id=${`${idOf(pointer)}-hint`}>${hint}</p>`}
    ${wrong.length > 0 && html`<p class="wrong" id=${`${idOf(pointer)}-wrong`}>${wrong.join(" ")}</p>`}`;
}

/** @param {FieldProps} props */
export function TextField(props) {
  const { pointer, label, value, onChange, attributes } = props;
  return html`<div class="field">
    <label for=${idOf(pointer)}>${label}</label>
    <input ...${described(props)} ...${attributes} value=${value ?? ""} onInput=${onText(onChange)} />
    <${Notes} ...${props} />
  </div>`;
}

/** Return a function that gives the input of a member of an object its props.
 * @param {any} object
 * @param {Errors} errors
 * @param {(changes: any) => void} onChange
 * @param {string} [under] the pointer of the object
 */
export const fieldsOf = (object, errors, onChange, under = "") =>
  (/** @type {string} */ name, /** @type {string} */ label) => ({
    pointer: `${under}/${name}`,
    label,
    errors,
    value: object[name],
    onChange: (/** @type {any} */ value) => onChange({ [name]: value }),
  });

/** A number, or null if the input is empty. @param {FieldProps} props */
export const NumberField = (props) =>
  html`<${TextField} ...${props} attributes=${{ type: "number", ...props.attributes }}
    onChange=${(/** @type {string} */ text) => props.onChange(numberOf(text))} />`;

/** @param {string} text */
const numberOf = (text) => (text === "" ? null : Number(text));

/** @param {FieldProps} props */
export function CheckField(props) {
  const { label, value, onChange } = props;
  return html`<div class="field">
    <label class="check">
      <input type="checkbox" ...${described(props)} checked=${value === true}
        onChange=${onTick(onChange)} />
      ${label}
    </label>
    <${Notes} ...${props} />
  </div>`;
}

/** One of some values, which may be of any type. @param {FieldProps & {choices: Choice[]}} props */
export function SelectField(props) {
  const { pointer, label, value, onChange, choices } = props;
  const options = choices.map((one) => ({ ...one, key: JSON.stringify(one.value) }));
  const chosen = JSON.stringify(value);
  const hint = [options.find(({ key }) => key === chosen)?.hint, props.hint].filter(Boolean).join(" ");
  return html`<div class="field">
    <label for=${idOf(pointer)}>${label}</label>
    <select ...${described({ ...props, hint })} value=${chosen}
      onChange=${(/** @type {any} */ event) => onChange(JSON.parse(event.target.value))}>
      ${options.map(({ key, title }) => html`<option key=${key} value=${key} selected=${key === chosen}>${title}</option>`)}
    </select>
    <${Notes} ...${props} hint=${hint} />
  </div>`;
}

const UNITS = [60, 3600, 86400];

/** A duration in minutes, hours or days; its value is in seconds. @param {FieldProps} props */
export function DurationField(props) {
  const { pointer, label, value, onChange } = props;
  const [unit, setUnit] = useState(UNITS.findLast((one) => value && value % one === 0) ?? 86400);
  const names = [t("minutes"), t("hours"), t("days")];
  const count = value === null || value === undefined ? null : value / unit;
  /** @param {number | null} many @param {number} size */
  const change = (many, size) => {
    setUnit(size);
    onChange(many === null ? null : Math.round(many * size));
  };
  return html`<div class="field">
    <label for=${idOf(pointer)}>${label}</label>
    <span class="pair">
      <input type="number" min="0" step="any" ...${described(props)} value=${count ?? ""}
        onInput=${(/** @type {any} */ event) => change(numberOf(event.target.value), unit)} />
      <select aria-label=${t("Unit of “{label}”", { label })} value=${unit}
        onChange=${(/** @type {any} */ event) => change(count, Number(event.target.value))}>
        ${UNITS.map((size, index) => html`<option key=${size} value=${size} selected=${size === unit}>${names[index]}</option>`)}
      </select>
    </span>
    <${Notes} ...${props} />
  </div>`;
}

/** Inputs that are rarely needed. They show if something is wrong with them, or if `open` becomes true.
 * @param {{title: string, errors: Errors, pointers: string[], open?: boolean, children?: any}} props
 */
export function MoreFields({ title, errors, pointers, open, children }) {
  const details = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const shows = open || pointers.some((pointer) => errorsAt(errors, pointer).length > 0);
  useEffect(() => {
    if (shows && details.current) details.current.open = true;
  }, [shows, errors]);
  return html`<details ref=${details}><summary>${title}</summary>${children}</details>`;
}

/** All that is wrong with a form, each with a link to its input. @param {{errors: Errors}} props */
export function ErrorSummary({ errors }) {
  if (errors.size === 0) return null;
  /** @param {string} pointer */
  const show = (pointer) => (/** @type {Event} */ event) => {
    event.preventDefault();
    const place = inputOf(pointer);
    place?.closest("details")?.setAttribute("open", "");
    place?.focus();
  };
  return html`<ul class="wrong">
    ${[...errors].map(([pointer, message]) => html`<li key=${pointer}>
      <a href=${`#${idOf(pointer)}`} onClick=${show(pointer)}>${message}</a>
    </li>`)}
  </ul>`;
}

/** Return the input of a value, or that of the nearest value around it. @param {string} pointer */
function inputOf(pointer) {
  for (let at = pointer; at; at = at.slice(0, at.lastIndexOf("/"))) {
    const place = document.getElementById(idOf(at));
    if (place) return place;
  }
  return null;
}

/** What is wrong with a field. @param {{error: Error | null, name: string}} props */
export function Wrong({ error, name }) {
  const words = error instanceof Problem ? error.fields.get(`/${name}`) : undefined;
  return words ? html`<p class="wrong" role="alert">${words}</p>` : null;
}

/** A handler of input that passes the value on. @param {(value: string) => void} set */
export const onText = (set) => (/** @type {any} */ event) => set(event.target.value);

/** A handler of check boxes that passes on whether it is checked. @param {(value: boolean) => void} set */
export const onTick = (set) => (/** @type {any} */ event) => set(event.target.checked);

/** A handler of forms, which stay on the page. @param {() => void} send */
export const onSubmit = (send) => (/** @type {Event} */ event) => {
  event.preventDefault();
  send();
};

/** An input with its label, and what the service says about it. Further attributes are those of the input.
 * @param {{id: string, label: string, value: any, onChange: (value: string) => void, error?: Error | null,
 *   name?: string, [attribute: string]: any}} props name: that of the member of the body; usually the id
 */
export const Input = ({ id, label, value, onChange, error = null, name = id, ...more }) => html`<label for=${id}>${label}</label>
  <input id=${id} ...${more} value=${value} onInput=${onText(onChange)} />
  <${Wrong} error=${error} name=${name} />`;

/** A choice of one of some texts. Without a label, it has one for screen readers only, `aria-label`.
 * @param {{id?: string, label?: string, value: any, choices: Choices, onChange: (value: string) => void,
 *   [attribute: string]: any}} props
 */
export const Select = ({ id, label, value, choices, onChange, ...more }) => html`${label && html`<label for=${id}>${label}</label>`}
  <select id=${id} value=${value} onChange=${onText(onChange)} ...${more}>
    ${choices.map(([key, title]) => html`<option key=${key} value=${key} selected=${String(key) === String(value)}>${title}</option>`)}
  </select>`;

/** A check box. @param {{label: any, checked: boolean, onChange: (isChecked: boolean) => void}} props */
export const Check = ({ label, checked, onChange }) => html`<label class="check">
  <input type="checkbox" checked=${checked} onChange=${onTick(onChange)} /> ${label}
</label>`;
