/** The bots of a new game: each has a level and a playing style. */

import { html } from "../vendor/preact.js";
import { t, tn } from "../text/index.js";
import { BotChoice, easyBot, LevelOfAll } from "../ui/bot_choice.js";
import { errorsAt, idOf } from "../ui/inputs.js";

/** @import { BotInput, Ruleset } from "../../types" */
/** @import { Errors } from "../ui/inputs.js" */

/**
 * @param {{bots: BotInput[], ruleset: Ruleset, room: number, errors: Errors, onBots: (bots: BotInput[]) => void}} props
 * room: the number of seats that bots can have
 */
export function BotsFields({ bots, ruleset, room, errors, onBots }) {
  const wrong = errorsAt(errors, "/bots");
  if (ruleset.bots.levels.length === 0) return html`<p class="quiet">${t("There are no bots for this game.")}</p>`;
  return html`<div id=${idOf("/bots")} tabindex="-1">
    ${wrong.length > 0 && html`<p class="wrong">${wrong.join(" ")}</p>`}
    ${bots.length > 1 && html`<${LevelOfAll} bots=${bots} ruleset=${ruleset} onBots=${onBots} />`}
    <ol class="bots">
      ${bots.map((bot, index) => html`<li key=${index}>
        <${BotChoice} bot=${bot} ruleset=${ruleset} label=${t("Bot {number}", { number: index + 1 })}
          onBot=${(/** @type {BotInput} */ changed) => onBots(bots.with(index, changed))} />
        <button type="button" class="link" aria-label=${t("Remove bot {number}", { number: index + 1 })}
          onClick=${() => onBots(bots.toSpliced(index, 1))}>${t("Remove")}</button>
      </li>`)}
    </ol>
    <div class="actions">
      <button type="button" class="second" disabled=${bots.length >= room}
        onClick=${() => onBots([...bots, bots.at(-1) ?? easyBot(ruleset)])}>${t("Add a bot")}</button>
      <span class="quiet">${freeText(room - bots.length)}</span>
    </div>
  </div>`;
}

/** @param {number} free */
function freeText(free) {
  if (free <= 0) return t("All seats are taken.");
  return tn("{count} seat is left for another player", "{count} seats are left for other players", free);
}
