/** Lets time pass in a game with a test clock. */

import { html, useState } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { t } from "../text/index.js";
import { submitted, typed } from "../ui/fields.js";
import { useAction } from "../ui/hooks.js";
import { Failure } from "../ui/parts.js";

/** @import { LiveGame } from "./use_game.js" */

const HOUR = 3600;

/** @param {{live: LiveGame}} props */
export function PassTime({ live }) {
  const [hours, setHours] = useState("24");
  const { run, busy, error } = useAction();
  const pass = () =>
    run(async () => live.setGame(await post(`games/${live.game?.id}/test-clock/`, { seconds: Math.round(Number(hours) * HOUR) })));
  return html`<p class="hint">${t("Only the host can do this. The deadline comes that much nearer.")}</p>
    <form class="filters" onSubmit=${submitted(pass)}>
      <div>
        <label for="hours">${t("Hours")}</label>
        <input id="hours" type="number" min="0.1" max="2160" step="any" required value=${hours} onInput=${typed(setHours)} />
      </div>
      <button class="second" disabled=${busy}>${t("Let time pass")}</button>
    </form>
    <${Failure} error=${error} />`;
}
