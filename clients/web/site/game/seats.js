/** Who sits where, how much time they have, who is away, and who has lost their seat. */

import { html } from "../vendor/preact.js";
import { duration, t } from "../text/index.js";
import { Countdown, timeOf } from "../ui/clock.js";
import { Player } from "../ui/parts.js";

/** @import { Game, Seat } from "../../types" */

/** @param {{game: Game}} props */
export function Seats({ game }) {
  return html`<ul class="seats" aria-label=${t("Players")}>
    ${game.seats.map((seat) => html`<li key=${seat.number} class=${isActing(game, seat) ? "acting" : ""}>
      <${Player} seat=${seat} />
      ${seat.number === game.your_seat && html` <small class="tag">${t("you")}</small>`}
      ${isActing(game, seat) && html` <small class="tag acts">${t("to act")}</small>`}
      ${remarks(game, seat).map((remark) => html` <small class="tag">${remark}</small>`)}
      <${Time} game=${game} seat=${seat} />
    </li>`)}
  </ul>`;
}

/** @param {Game} game @param {Seat} seat */
const isActing = (game, seat) => game.status === "active" && game.decision?.seat === seat.number;

/** The clock of the seat to act, or the time that another one has for its next turn.
 * @param {{game: Game, seat: Seat}} props
 */
function Time({ game, seat }) {
  const time = game.status === "active" && !seat.lost ? timeOf(game, seat.number) : null;
  if (time === null) return null;
  return isActing(game, seat)
    ? html` <${Countdown} deadline=${game.deadline} paused=${game.paused} left=${game.clock?.left} />`
    : html` <span class="clock" title=${t("Time for the next turn")}>${duration(time)}</span>`;
}

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
    ...(seat.away ? [t("away: a bot plays")] : []),
    ...(game.clock?.pauses.some((pause) => pause.reason === "vacation" && pause.seat === seat.number) ? [t("on vacation")] : []),
    ...(seat.lost ? [lost[seat.lost] ?? seat.lost] : []),
  ];
}
