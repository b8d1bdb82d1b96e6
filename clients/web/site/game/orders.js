/** Standing orders: answers to decisions that are not open yet. */

import { html, useEffect, useState } from "../vendor/preact.js";
import { put } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { useAction, useDocument } from "../ui/hooks.js";
import { Check, Select, onSubmit, onText } from "../ui/inputs.js";
import { Failure, Loaded } from "../ui/parts.js";
import { OrderForm, Pointers } from "./order_form.js";
import { conditionsOf, inputOf, patternText, stopText, topicText } from "./order_words.js";
import { useTitles } from "./anything.js";

/** @import { Decision, Game, Order, OrdersReply, Ruleset } from "../../types" */
/** @import { OrderInput, OrderWords } from "./order_words.js" */
/** @import { LiveGame } from "./use_game.js" */

/** @typedef {{place: number, order: OrderInput}} Edited place: in the list; the length of the list for a new one */

/** @param {{live: LiveGame}} props */
export function Orders({ live }) {
  const game = /** @type {Game} */ (live.game);
  const path = `games/${game.id}/orders/`;
  const orders = useDocument(path, {}, game);
  const ruleset = useDocument(`rulesets/${game.ruleset}/`);
  const titles = useTitles(game);
  const [edited, setEdited] = useState(/** @type {Edited | null} */ (null));
  const { run, busy, error, clear } = useAction();

  return html`<h2 class="unseen">${t("Standing orders")}</h2>
  <${Loaded} from=${ruleset}>
    ${(/** @type {Ruleset} */ { topics }) => html`<${Loaded} from=${orders}>
      ${(/** @type {OrdersReply} */ reply) => {
        const inputs = reply.orders.filter((order) => !order.stopped_at).map(inputOf);
        const words = { topics, titles, seats: game.seats, decision: game.decision };
        /** All orders are replaced: so each change sends all of them. @param {OrderInput[]} changed */
        const save = (changed) => run(async () => orders.setValue(await put(path, { orders: changed })));
        /** @param {OrderInput} order */
        const saveEdited = async (order) => {
          const place = edited?.place ?? inputs.length;
          if (await save([...inputs.slice(0, place), order, ...inputs.slice(place + 1)])) setEdited(null);
        };
        /** @param {Edited | null} next */
        const edit = (next) => {
          clear();
          setEdited(next);
        };
        const blank = { topic: game.decision?.options ? game.decision.topic : topics[0]?.topic ?? "*", choose: [] };
        if (edited) {
          const { place, order } = edited;
          return html`<${OrderForm} key=${place} order=${order} place=${place} words=${words} busy=${busy}
            error=${error} onSave=${saveEdited} onCancel=${() => edit(null)} />`;
        }
        return html`<p class="hint">${t("The service answers for you as soon as a decision is yours, if an order fits. The first order that fits is followed. Nobody else learns of it.")}</p>
          <${QuickOrder} decision=${game.decision} busy=${busy} onAdd=${(/** @type {OrderInput} */ order) => save([...inputs, order])} />
          <${OrderList} orders=${reply.orders} words=${words} busy=${busy} onSave=${save} onEdit=${edit} />
          <${Failure} error=${error} />
          <div class="actions">
            <button class="second" disabled=${busy} onClick=${() => edit({ place: inputs.length, order: blank })}>
              ${t("Write another order")}
            </button>
          </div>
          <${OrderJson} orders=${inputs} busy=${busy} error=${error} onSave=${save} />`;
      }}
    <//>`}
  <//>`;
}

/** The orders that count, in the sequence in which they are tried, and ended ones.
 * @param {{orders: Order[], words: OrderWords, busy: boolean, onSave: (orders: OrderInput[]) => void,
 *   onEdit: (edited: Edited) => void}} props
 */
function OrderList({ orders, words, busy, onSave, onEdit }) {
  const open = orders.filter((order) => !order.stopped_at);
  const ended = orders.filter((order) => order.stopped_at);
  const inputs = open.map(inputOf);
  /** @param {number} place @param {number} step */
  const move = (place, step) => {
    const moved = inputs.toSpliced(place, 1);
    onSave(moved.toSpliced(place + step, 0, inputs[place]));
  };
  /** @param {Order} order */
  const useAgain = (order) => onEdit({ place: inputs.length, order: { ...inputOf(order), times: order.times } });
  return html`${open.length === 0 && html`<p class="empty">${t("You have no standing orders in this game.")}</p>`}
    <ol class="plain orders">
      ${inputs.map(
        (order, place) => html`<li key=${place} class="card">
          <${OneOrder} order=${order} words=${words} />
          <div class="actions">
            <button class="link" disabled=${busy} onClick=${() => onEdit({ place, order })}>${t("Change")}</button>
            <button class="link" disabled=${busy} onClick=${() => onSave(inputs.toSpliced(place, 1))}>${t("Remove")}</button>
            ${place > 0 &&
            html`<button class="link" disabled=${busy} onClick=${() => move(place, -1)}>${t("Earlier")}</button>`}
            ${place < inputs.length - 1 &&
            html`<button class="link" disabled=${busy} onClick=${() => move(place, 1)}>${t("Later")}</button>`}
          </div>
        </li>`,
      )}
    </ol>
    ${ended.length > 0 &&
    html`<details><summary>${t("Ended orders")}</summary>
      <ul class="plain orders">
        ${ended.map(
          (order) => html`<li key=${order.created_at} class="card">
            <${OneOrder} order=${order} words=${words} />
            <p>
              <strong>${stopText(order.stop_reason)}</strong>${" "}
              <small class="quiet">${dateTime(order.stopped_at ?? "")}</small>
            </p>
            <button class="link" disabled=${busy} onClick=${() => useAgain(order)}>${t("Use again")}</button>
          </li>`,
        )}
      </ul>
    </details>`}`;
}

/** @param {{order: OrderInput, words: OrderWords}} props */
const OneOrder = ({ order, words }) =>
  html`<h3>${topicText(order.topic, words.topics)}</h3>
    <ol class="patterns">${order.choose.map((pattern) => html`<li>${patternText(pattern, words)}</li>`)}</ol>
    <p class="quiet small">${conditionsOf(order).join(" ")}</p>`;

/** @param {{decision: Decision | null, busy: boolean, onAdd: (order: OrderInput) => Promise<boolean>}} props */
function QuickOrder({ decision, busy, onAdd }) {
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
  return html`<form class="card" onSubmit=${onSubmit(add)}>
    <p><strong>${decision.question}</strong></p>
    <${Select} id="quick-order" label=${t("Answer this question now, and whenever it comes again, with")} value=${choice} onChange=${setChoice} required choices=${[
      ["", t("Choose …")],
      ...decision.options.map((one) => [one.choice, one.label]),
    ]} />
    <${Check} checked=${isOnly} onChange=${setOnly} label=${t("Only if there is no other kind of option")} />
    <p class="hint">${t("If this answer is not offered, you are asked.")}</p>
    <button disabled=${busy || !option}>${t("Add the order")}</button>
  </form>`;
}

/** All orders as JSON, for readers of docs/orders.md.
 * @param {{orders: OrderInput[], busy: boolean, error: Error | null, onSave: (orders: OrderInput[]) => void}} props
 */
function OrderJson({ orders, busy, error, onSave }) {
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
    <form onSubmit=${onSubmit(save)}>
      <label for="orders-json">${t("All orders, in sequence")}</label>
      <textarea id="orders-json" class="code" rows="12" spellcheck="false" value=${text} onInput=${onText(setText)}></textarea>
      <p class="hint"><a href="/docs/orders.html" target="_blank" rel="noopener">${t("What orders can say")}</a></p>
      ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
      <${Pointers} error=${error} />
      <button disabled=${busy || text === saved}>${t("Save")}</button>
    </form>
  </details>`;
}
