/** Standing orders: answers to decisions that are not open yet. */

import { html, useState } from "../vendor/preact.js";
import { get, put } from "../api/requests.js";
import { t } from "../text/index.js";
import { useAction, useLoad } from "../ui/hooks.js";
import { Failure, Loaded } from "../ui/parts.js";
import { OrderForm } from "./order_form.js";
import { OrderJson } from "./order_json.js";
import { OrderList } from "./order_list.js";
import { QuickOrder } from "./order_quick.js";
import { inputOf } from "./order_words.js";
import { useTitles } from "./titles.js";

/** @import { Game, OrdersReply, Ruleset } from "../../types" */
/** @import { LiveGame } from "./use_game.js" */
/** @import { OrderInput } from "./order_words.js" */

/** @typedef {{place: number, order: OrderInput}} Edited place: in the list; the length of the list for a new one */

/** @param {{live: LiveGame}} props */
export function Orders({ live }) {
  const game = /** @type {Game} */ (live.game);
  const path = `games/${game.id}/orders/`;
  const orders = useLoad(/** @returns {Promise<OrdersReply>} */ (signal) => get(path, {}, signal), [game]);
  const ruleset = useLoad(
    /** @returns {Promise<Ruleset>} */ (signal) => get(`rulesets/${game.ruleset}/`, {}, signal),
    [game.ruleset],
  );
  const titles = useTitles(game);
  const [edited, setEdited] = useState(/** @type {Edited | null} */ (null));
  const { run, busy, error, clear } = useAction();

  return html`<h2 class="unseen">${t("Standing orders")}</h2>
  <${Loaded} from=${ruleset}>
    ${(/** @type {Ruleset} */ { topics }) => html`<${Loaded} from=${orders}>
      ${(/** @type {OrdersReply} */ reply) => {
        const open = reply.orders.filter((order) => !order.stopped_at);
        const inputs = open.map(inputOf);
        const words = { topics, titles, seats: game.seats, decision: game.decision };
        /** All orders are replaced: so each change sends all of them. @param {OrderInput[]} changed */
        const save = (changed) => run(async () => orders.setValue(await put(path, { orders: changed })));
        /** @param {OrderInput} order */
        const add = (order) => save([...inputs, order]);
        /** @param {OrderInput} order */
        const saveEdited = async (order) => {
          const place = edited?.place ?? inputs.length;
          if (await save([...inputs.slice(0, place), order, ...inputs.slice(place + 1)])) setEdited(null);
        };
        /** @param {number} place @param {OrderInput} order */
        const edit = (place, order) => {
          clear();
          setEdited({ place, order });
        };
        const cancel = () => {
          clear();
          setEdited(null);
        };
        const blank = { topic: game.decision?.options ? game.decision.topic : topics[0]?.topic ?? "*", choose: [] };
        if (edited) {
          const { place, order } = edited;
          return html`<${OrderForm} key=${place} order=${order} place=${place} words=${words} busy=${busy}
            error=${error} onSave=${saveEdited} onCancel=${cancel} />`;
        }
        return html`<p class="hint">${t("The service answers for you as soon as a decision is yours, if an order fits. The first order that fits is followed. Nobody else learns of it.")}</p>
          <${QuickOrder} decision=${game.decision} busy=${busy} onAdd=${add} />
          <${OrderList} orders=${reply.orders} words=${words} busy=${busy} onSave=${save} onEdit=${edit} />
          <${Failure} error=${error} />
          <div class="actions">
            <button class="second" disabled=${busy} onClick=${() => edit(inputs.length, blank)}>
              ${t("Write another order")}
            </button>
          </div>
          <${OrderJson} orders=${inputs} busy=${busy} error=${error} onSave=${save} />`;
      }}
    <//>`}
  <//>`;
}
