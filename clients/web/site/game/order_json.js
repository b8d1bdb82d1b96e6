/** All orders as JSON, for readers of docs/orders.md. */

import { html, useEffect, useState } from "../vendor/preact.js";
import { Problem } from "../api/problems.js";
import { t } from "../text/index.js";
import { submitted, typed } from "../ui/fields.js";

/** @import { OrderInput } from "./order_words.js" */

/**
 * @param {object} props
 * @param {OrderInput[]} props.orders
 * @param {boolean} props.busy
 * @param {Error | null} props.error
 * @param {(orders: OrderInput[]) => void} props.onSave
 */
export function OrderJson({ orders, busy, error, onSave }) {
  const saved = JSON.stringify(orders, null, 2);
  const [text, setText] = useState(saved);
  const [fault, setFault] = useState("");
  useEffect(() => setText(saved), [saved]);
  const save = () => {
    try {
      setFault("");
      onSave(JSON.parse(text));
    } catch (failure) {
      setFault(t("This is not JSON: {fault}", { fault: /** @type {Error} */ (failure).message }));
    }
  };
  return html`<details>
    <summary>${t("As JSON, for experts")}</summary>
    <form onSubmit=${submitted(save)}>
      <label for="orders-json">${t("All orders, in sequence")}</label>
      <textarea id="orders-json" class="code" rows="12" spellcheck="false" value=${text} onInput=${typed(setText)}></textarea>
      <p class="hint"><a href="/docs/orders.html" target="_blank" rel="noopener">${t("What orders can say")}</a></p>
      ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
      <${Pointers} error=${error} />
      <button disabled=${busy || text === saved}>${t("Save")}</button>
    </form>
  </details>`;
}

/** Where the service found something wrong. @param {{error: Error | null, under?: string}} props */
export function Pointers({ error, under = "" }) {
  if (!(error instanceof Problem)) return null;
  const found = [...error.fields].filter(([pointer]) => pointer.startsWith(under));
  return html`<ul class="wrong">
    ${found.map(([pointer, detail]) => html`<li><code>${pointer.slice(under.length)}</code> ${detail}</li>`)}
  </ul>`;
}
