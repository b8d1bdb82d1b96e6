/** The vacation: it stops the clocks of the user. */

import { html, useState } from "../vendor/preact.js";
import { get, post, remove } from "../api/requests.js";
import { dateTime, duration, t } from "../text/index.js";
import { Done, Wrong, submitted, typed } from "../ui/fields.js";
import { useLoad } from "../ui/hooks.js";
import { useChange } from "../ui/pages.js";
import { Failure, Loaded } from "../ui/parts.js";

/** @import { Vacation } from "../../types" */

const PATH = "me/vacation/";

export function VacationPart() {
  const vacation = useLoad((signal) => get(PATH, {}, signal), []);
  return html`<h2>${t("Vacation")}</h2>
    <p>${t("A vacation stops your clock in all your games, except where the host has excluded vacations. The others wait for you, and see that you are away. You can still move.")}</p>
    <${Loaded} from=${vacation}>
      ${(/** @type {Vacation} */ state) => html`<${State} state=${state} reload=${vacation.reload} />`}
    <//>`;
}

/** @param {{state: Vacation, reload: () => Promise<void>}} props */
function State({ state, reload }) {
  const { change, busy, error, done } = useChange(reload);
  const [end, setEnd] = useState("");
  const left = html`<p>${t("Vacation left: {time}. It grows by one day in twelve, up to 30 days.", { time: duration(state.left) })}</p>`;
  if (state.on_vacation) {
    const until = state.ends_at ?? new Date(Date.now() + 1000 * state.left).toISOString();
    return html`<p class="note">${t("You are on vacation, until {when} at the latest.", { when: dateTime(until) })}</p>
      ${left}
      <${Failure} error=${error} />
      <button disabled=${busy} onClick=${() => change(() => remove(PATH), t("Your vacation is over. Your clocks run again."))}>${t("End the vacation now")}</button>
      <${Done} words=${done} />`;
  }
  const start = () => {
    const until = end ? new Date(end).toISOString() : null;
    return change(() => post(PATH, { until }), t("Your vacation has begun."));
  };
  return html`${left}
    <form onSubmit=${submitted(start)}>
      <label for="vacation-end">${t("Until (optional)")}</label>
      <input id="vacation-end" type="datetime-local" value=${end} onInput=${typed(setEnd)} />
      <p class="hint">${t("Without an end it lasts until you end it, or until no vacation is left.")}</p>
      <${Wrong} error=${error} name="until" />
      <${Failure} error=${error} />
      <div class="actions"><button disabled=${busy}>${t("Start the vacation now")}</button> <${Done} words=${done} /></div>
    </form>`;
}
