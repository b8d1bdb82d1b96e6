/** Who sits where, who is away, and who has lost their seat. */

import { html } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { Player } from "../ui/parts.js";

/** @import { Game, Seat } from "../../types" */

/** @param {{game: Game}} props */
export function Seats({ game }) {
  return html`<ul class="seats" aria-label=${t("Players")}>
    ${game.seats.map((seat) => html`<li key=${seat.number} class=${isActing(game, seat) ? "acting" : ""}>
      <${Player} seat=${seat} />
      ${seat.number === game.your_seat && html` <small class="tag">${t("you")}</small>`}
      ${remarks(game, seat).map((remark) => html` <small class="tag">${remark}</small>`)}
    </li>`)}
  </ul>`;
}

/** @param {Game} game @param {Seat} seat */
const isActing = (game, seat) => game.status === "active" && game.decision?.seat === seat.number;

/** @param {Game} game @param {Seat} seat */
function remarks(game, seat) {
  /** @type {Record<string, string>} */
  const lost = {
    resigned: t("resigned"),
    timed_out: t("lost on time"),
    absent: t("never came"),
    removed: t("removed by moderators"),
  };
  return [
    ...(isActing(game, seat) ? [t("to act")] : []),
    ...(seat.away ? [t("away")] : []),
    ...(seat.lost ? [lost[seat.lost] ?? seat.lost] : []),
  ];
}
