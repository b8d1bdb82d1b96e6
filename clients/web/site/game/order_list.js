/** The standing orders of the reader: those that count, in the sequence in which they are tried, and ended ones. */

import { html } from "../vendor/preact.js";
import { dateTime, t } from "../text/index.js";
import { conditionsOf, inputOf, patternText, stopText, topicText } from "./order_words.js";

/** @import { Order } from "../../types" */
/** @import { OrderInput, OrderWords } from "./order_words.js" */

/**
 * @param {object} props
 * @param {Order[]} props.orders
 * @param {OrderWords} props.words
 * @param {boolean} props.busy
 * @param {(orders: OrderInput[]) => void} props.onSave
 * @param {(place: number, order: OrderInput) => void} props.onEdit
 */
export function OrderList({ orders, words, busy, onSave, onEdit }) {
  const open = orders.filter((order) => !order.stopped_at);
  const ended = orders.filter((order) => order.stopped_at);
  const inputs = open.map(inputOf);
  /** @param {number} place @param {number} step */
  const move = (place, step) => {
    const moved = inputs.toSpliced(place, 1);
    onSave(moved.toSpliced(place + step, 0, inputs[place]));
  };
  /** @param {Order} order */
  const useAgain = (order) => onEdit(inputs.length, { ...inputOf(order), times: order.times });
  return html`${open.length === 0 && html`<p class="empty">${t("You have no standing orders in this game.")}</p>`}
    <ol class="plain orders">
      ${inputs.map(
        (order, place) => html`<li key=${place} class="card">
          <${OneOrder} order=${order} words=${words} />
          <div class="actions">
            <button class="link" disabled=${busy} onClick=${() => onEdit(place, order)}>${t("Change")}</button>
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
