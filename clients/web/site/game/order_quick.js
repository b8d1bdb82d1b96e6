/** The simplest order: the same answer to the open question, and whenever it comes again. */

import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { checked, submitted, typed } from "../ui/fields.js";

/** @import { Decision } from "../../types" */
/** @import { OrderInput } from "./order_words.js" */

/** @param {{decision: Decision | null, busy: boolean, onAdd: (order: OrderInput) => Promise<boolean>}} props */
export function QuickOrder({ decision, busy, onAdd }) {
  const [choice, setChoice] = useState("");
  const [isOnly, setOnly] = useState(false);
  useEffect(() => {
    setChoice("");
    setOnly(false);
  }, [decision?.id]);
  if (!decision?.options) return null;
  const option = decision.options.find((one) => one.choice === choice);
  const add = async () => {
    if (!option) return;
    const only_when = isOnly ? { verbs: [option.verb] } : null;
    const isAdded = await onAdd({ topic: decision.topic, choose: [choice], only_when, otherwise: "ask" });
    if (isAdded) setChoice("");
  };
  return html`<form class="card" onSubmit=${submitted(add)}>
    <p><strong>${decision.question}</strong></p>
    <label for="quick-order">${t("Answer this question now, and whenever it comes again, with")}</label>
    <select id="quick-order" value=${choice} onChange=${typed(setChoice)} required>
      <option value="">${t("Choose …")}</option>
      ${decision.options.map((one) => html`<option key=${one.choice} value=${one.choice}>${one.label}</option>`)}
    </select>
    <label class="check">
      <input type="checkbox" checked=${isOnly} onChange=${checked(setOnly)} />
      ${t("Only if there is no other kind of option")}
    </label>
    <p class="hint">${t("If this answer is not offered, you are asked.")}</p>
    <button disabled=${busy || !option}>${t("Add the order")}</button>
  </form>`;
}
