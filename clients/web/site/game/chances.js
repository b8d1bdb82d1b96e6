/** Before a game: the chance of each player by rating, and what the game would change. */

import { html } from "../vendor/preact.js";
import { percent, signed, t } from "../text/index.js";
import { hidesNames, Player, Table } from "../ui/parts.js";
import { useDocument } from "../ui/hooks.js";
import { hidesRatings } from "../ui/zen.js";

/** @import { Chances as ChancesDocument, Game } from "../../types" */

/** @param {Game} game */
const hasChances = (game) => {
  const taken = game.seats.filter((seat) => seat.name);
  return taken.length > 1 && taken.every((seat) => seat.user) && !hidesNames(game) && !hidesRatings();
};

/** Nothing if there is a bot or only one player. @param {{game: Game}} props */
export const Chances = ({ game }) => hasChances(game) && html`<${Known} key=${game.version} game=${game} />`;

/** @param {{game: Game}} props */
function Known({ game }) {
  const { value } = useDocument(`games/${game.id}/chances/`);
  const chances = /** @type {ChancesDocument | null} */ (value);
  if (!chances) return null;
  const changes = chances.rated ? [{ number: t("If first or last") }] : [];
  return html`<section>
    <h2>${t("Chances by rating")}</h2>
    <${Table} heads=${[t("Player"), { number: t("Rating") }, { number: t("First") }, ...changes]}>
      ${chances.players.map((player) => html`<tr key=${player.seat}>
        <td><${Player} seat=${game.seats[player.seat]} />${player.provisional && html` <small class="tag">${t("provisional")}</small>`}</td>
        <td class="number">${player.rating}</td>
        <td class="number">${percent(player.chance)}</td>
        ${chances.rated && html`<td class="number">${signed(player.change_if_first)}<br />${signed(player.change_if_last)}</td>`}
      </tr>`)}
    <//>
  </section>`;
}
