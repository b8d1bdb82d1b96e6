/** A form for the options of a ruleset, made from their JSON Schema. It knows no ruleset. */

import { html, useState } from "../vendor/preact.js";
import { t, tn } from "../text/index.js";
import { Check, CheckField, described, idOf, MoreFields, Notes, NumberField, SelectField, TextField, onText } from "./inputs.js";
import { choicesOf, optionTitle, resolve, sentence, withoutNull } from "./options.js";

/** @import { Choice, Errors, FieldProps } from "./inputs.js" */
/** @import { Parts, Schema } from "./options.js" */

/**
 * @typedef {object} InputProps
 * @property {string} name
 * @property {Schema} schema
 * @property {Schema} root where `$ref` points into
 * @property {Parts[]} parts
 * @property {string} pointer
 * @property {Errors} errors
 * @property {any} value undefined: not set
 * @property {(value: any) => void} onChange
 */

/** The members of an object. A member with its default value is left out of the value.
 * @param {{schema: Schema, root?: Schema, parts: Parts[], pointer: string, errors: Errors, value: any,
 *   onChange: (value: any) => void}} props
 */
export function SchemaForm({ schema, root = schema, parts, pointer, errors, value, onChange }) {
  const members = Object.entries(schema.properties ?? {}).map(([name, one]) => ({ name, schema: resolve(one, root) }));
  /** @param {string} name @param {Schema} member */
  const change = (name, member) => (/** @type {any} */ changed) => {
    const { [name]: _, ...rest } = value ?? {};
    const isStandard = changed === undefined || same(changed, member.default);
    onChange(isStandard ? rest : { ...rest, [name]: changed });
  };
  /** @param {{name: string, schema: Schema}} member */
  const input = ({ name, schema: member }) => html`<${Input} key=${name} name=${name} schema=${member} root=${root}
    parts=${parts} pointer=${`${pointer}/${name}`} errors=${errors}
    value=${name in (value ?? {}) ? value[name] : member.default} onChange=${change(name, member)} />`;
  const isRare = (/** @type {{name: string, schema: Schema}} */ one) => one.schema.default === null;
  const rare = members.filter(isRare);
  const isSet = rare.some(({ name }) => (value?.[name] ?? null) !== null);
  return html`${members.filter((one) => !isRare(one)).map(input)}
    ${rare.length > 0 && html`<${MoreFields} title=${t("More options")} errors=${errors} open=${isSet}
      pointers=${rare.map(({ name }) => `${pointer}/${name}`)}>${rare.map(input)}<//>`}`;
}

/** @param {any} one @param {any} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The input that fits a schema. @param {InputProps} props */
function Input(props) {
  const { name, root, parts, value, onChange, pointer, errors } = props;
  const { bare, nullable } = withoutNull(props.schema, root);
  const choices = choicesOf(bare, root, parts);
  const label = optionTitle(name, bare);
  const hint = sentence(bare.description, choices ?? []);
  const field = { pointer, label, hint, errors, value, onChange };
  const none = { value: null, title: t("as usual") };
  if (choices?.length === 1 && !nullable) {
    return html`<p><strong>${label}:</strong> ${choices[0].title}</p><p class="hint">${hint}</p>`;
  }
  if (choices && value === undefined && !nullable) {
    return html`<${SelectField} ...${field} value=${null} choices=${[{ value: null, title: t("please choose") }, ...choices]}
      onChange=${(/** @type {any} */ changed) => onChange(changed ?? undefined)} />`;
  }
  if (choices) return html`<${SelectField} ...${field} choices=${nullable ? [none, ...choices] : choices} />`;
  switch (bare.type) {
    case "boolean":
      return nullable
        ? html`<${SelectField} ...${field} choices=${[none, { value: true, title: t("yes") }, { value: false, title: t("no") }]} />`
        : html`<${CheckField} ...${field} />`;
    case "integer":
    case "number":
      return html`<${NumberField} ...${field} attributes=${numberLimits(bare, nullable)}
        onChange=${(/** @type {number | null} */ changed) => onChange(changed ?? (nullable ? null : undefined))} />`;
    case "string":
      return html`<${TextField} ...${field} attributes=${{ maxlength: bare.maxLength, pattern: bare.pattern }}
        onChange=${(/** @type {string} */ changed) => onChange(changed === "" && nullable ? null : changed)} />`;
    case "array": {
      const items = choicesOf(resolve(bare.items, root), root, parts);
      if (items) return html`<${ManyField} ...${field} choices=${items} schema=${bare} nullable=${nullable} />`;
      break;
    }
    case "object":
      if (bare.properties && !nullable) {
        return html`<fieldset id=${idOf(pointer)} tabindex="-1"><legend>${label}</legend>
          ${bare.description && html`<p class="hint">${hint}</p>`}
          <${SchemaForm} schema=${bare} root=${root} parts=${parts} pointer=${pointer} errors=${errors}
            value=${value} onChange=${onChange} />
        </fieldset>`;
      }
  }
  return html`<${JsonField} ...${field} />`;
}

/** @param {Schema} schema @param {boolean} nullable */
const numberLimits = (schema, nullable) => ({
  min: schema.minimum ?? (schema.type === "integer" && "exclusiveMinimum" in schema ? schema.exclusiveMinimum + 1 : null),
  max: schema.maximum ?? (schema.type === "integer" && "exclusiveMaximum" in schema ? schema.exclusiveMaximum - 1 : null),
  step: schema.multipleOf ?? (schema.type === "integer" ? 1 : "any"),
  placeholder: nullable ? t("as usual") : null,
});

/** Some of the listed values. None at all is null if the schema admits it.
 * @param {FieldProps & {choices: Choice[], schema: Schema, nullable: boolean}} props
 */
function ManyField(props) {
  const { label, value, onChange, choices, schema, nullable } = props;
  const chosen = new Set(value ?? []);
  /** @param {any} one */
  const toggle = (one) => {
    const now = choices.map((choice) => choice.value).filter((known) => chosen.has(known) !== (known === one));
    onChange(now.length === 0 && nullable ? null : now);
  };
  const { minItems: least, maxItems: most } = schema;
  return html`<fieldset ...${described(props)} tabindex="-1">
    <legend>${label}</legend>
    <${Notes} ...${props} />
    <p class="hint">
      ${tn("{count} chosen", "{count} chosen", chosen.size)}
      ${least !== undefined && ` · ${t("at least {count}", { count: least })}`}
      ${most !== undefined && ` · ${t("at most {count}", { count: most })}`}
    </p>
    <div class="checks">
      ${choices.map((choice) => html`<${Check} key=${JSON.stringify(choice.value)} label=${html`<span title=${choice.hint}>${choice.title}</span>`}
        checked=${chosen.has(choice.value)} onChange=${() => toggle(choice.value)} />`)}
    </div>
  </fieldset>`;
}

/** A value of any kind, as JSON: for schemas that no other input fits.
 * @param {FieldProps} props
 */
function JsonField(props) {
  const { pointer, label, value, onChange } = props;
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value, null, 2));
  const [wrong, setWrong] = useState(false);
  /** @param {string} changed */
  const change = (changed) => {
    setText(changed);
    try {
      onChange(changed.trim() ? JSON.parse(changed) : undefined);
      setWrong(false);
    } catch {
      setWrong(true); // the last value that could be read stays
    }
  };
  return html`<div class="field">
    <label for=${idOf(pointer)}>${label} (JSON)</label>
    <textarea rows="3" ...${described(props)} value=${text}
      onInput=${onText(change)}></textarea>
    <${Notes} ...${props} />
    ${wrong && html`<p class="wrong" role="alert">${t("This is not valid JSON.")}</p>`}
  </div>`;
}
