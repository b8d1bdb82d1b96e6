/** A game, in whatever state it is: waiting for players, played, or over. */

import { html } from "../vendor/preact.js";
import { dateTime, t } from "../text/index.js";
import { useTitle } from "../ui/hooks.js";
import { Failure, Loading } from "../ui/parts.js";
import { Table } from "../game/table.js";
import { useGame } from "../game/use_game.js";
import { Waiting } from "../game/waiting.js";
import { useRulesetTitle } from "../ui/options.js";
import { statusText } from "../ui/game_card.js";

/** @import { Me } from "../../types" */

/** @param {{id: string, me: Me | null}} props */
export function GamePage({ id, me }) {
  const live = useGame(id);
  const ruleset = useRulesetTitle(live.game?.ruleset);
  const title = live.game ? live.game.title || ruleset : "";
  useTitle(title);
  if (live.error && !live.game) return html`<${Failure} error=${live.error} retry=${live.reload} />`;
  if (!live.game) return html`<${Loading} />`;
  const { game } = live;
  return html`<div class="heading">
      <h1>${title}</h1>
      <p class="quiet">${[...(game.title ? [ruleset] : []), ...state(live)].join(" · ")}</p>
    </div>
    ${live.isOld && html`<p class="offline" role="status">${t("The service cannot be reached. This is the last known table, of {when}.", { when: dateTime(game.server_time) })}</p>`}
    ${game.status === "lobby" || !game.table
      ? html`<${Waiting} live=${live} me=${me} />`
      : html`<${Table} live=${live} />`}`;
}

/** @param {ReturnType<typeof useGame>} live */
function state({ game, state }) {
  return [
    statusText(game?.status ?? ""),
    ...(game?.your_seat === null && game.status === "active" ? [t("you are watching")] : []),
    ...(state === "polling" ? [t("updated every few seconds")] : []),
  ];
}
