/** Try a finished game from one of its positions: a new game against bots that begins there. */

import { html, useState } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { BotChoice, firstBot } from "../ui/bot_choice.js";
import { t } from "../text/index.js";
import { useAction } from "../ui/hooks.js";
import { onSubmit, Select } from "../ui/inputs.js";
import { useRuleset } from "../ui/options.js";
import { Failure, Later, Loaded, seatName } from "../ui/parts.js";
import { go } from "../ui/route.js";

/** @import { Game } from "../../types" */
/** @import { Known } from "../ui/options.js" */

/** @param {{game: Game, move: number, seat: number | string}} props seat: the one that is chosen first */
export const TryFromHere = (props) =>
  html`<${Later} kind="try" summary=${t("Try from here")} content=${() => html`<${Begin} ...${props} />`} />`;

/** @param {{game: Game, move: number, seat: number | string}} props */
const Begin = (props) => html`<${Loaded} from=${useRuleset(props.game.ruleset)}>
  ${(/** @type {Known} */ { ruleset }) => html`<${Form} ...${props} first=${firstBot(ruleset)} ruleset=${ruleset} />`}
<//>`;

/** @param {{game: Game, move: number, seat: number | string, first: any, ruleset: any}} props */
function Form({ game, move, seat, first, ruleset }) {
  const [wished, setWished] = useState({ seat: String(seat), hidden: "redealt", bot: first });
  const { run, busy, error } = useAction();
  /** @param {string} name */
  const change = (name) => (/** @type {any} */ value) => setWished((before) => ({ ...before, [name]: value }));
  const begin = () =>
    run(async () => {
      const body = { ...wished, seat: Number(wished.seat) };
      go("games", (await post(`games/${game.id}/history/${move}/try/`, body)).id);
    });
  const hint =
    wished.hidden === "redealt"
      ? t("What you do not know is dealt again. The game begins at the next decision of your seat.")
      : t("Everything is where it was. Only what is drawn later is new.");
  return html`<form onSubmit=${onSubmit(begin)}>
    <p class="hint">${t("A new game against bots begins after this move. Only you see it, and it counts for nothing.")}</p>
    <${Select} id="try-seat" label=${t("Your seat")} value=${wished.seat} onChange=${change("seat")}
      choices=${game.seats.map((one) => [one.number, seatName(one)])} />
    <${Select} id="try-hidden" label=${t("What is hidden")} value=${wished.hidden} onChange=${change("hidden")}
      choices=${[["redealt", t("dealt again")], ["as_it_was", t("as it was")]]} />
    <p class="hint">${hint}</p>
    <h3>${t("Bots")}</h3>
    <${BotChoice} bot=${wished.bot} ruleset=${ruleset} label=${t("Bots")} onBot=${change("bot")} />
    <div class="actions"><button disabled=${busy}>${t("Begin")}</button></div>
    <${Failure} error=${error} />
  </form>`;
}
