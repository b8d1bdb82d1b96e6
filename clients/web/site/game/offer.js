/** Offers the reader's seat to another user. */

import { html, useState } from "../vendor/preact.js";
import { getAll, post } from "../api/requests.js";
import { t } from "../text/index.js";
import { Wrong, submitted, typed } from "../ui/fields.js";
import { useLoad } from "../ui/hooks.js";
import { useChange } from "../ui/pages.js";
import { Failure, Loaded, Person } from "../ui/parts.js";

/** @import { Game, SeatOffer } from "../../types" */

/** @param {{game: Game}} props */
export function Offer({ game }) {
  const offers = useLoad(async () => {
    /** @type {SeatOffer[]} */
    const all = await getAll("me/seat-offers/");
    return all.filter((offer) => offer.game === game.id && offer.seat === game.your_seat && !offer.closed_at);
  }, [game.id]);
  const [name, setName] = useState("");
  const { change, busy, error } = useChange(offers.reload);
  const offer = async () => {
    if (await change(() => post(`games/${game.id}/offers/`, { to: name.trim() }))) setName("");
  };
  /** @param {SeatOffer} one */
  const withdraw = (one) => change(() => post(`me/seat-offers/${one.id}/withdraw/`));
  return html`<h3>${t("Hand over your seat")}</h3>
    <p class="hint">${t("You keep the seat until they accept. Then they see what it sees, and you become a spectator.")}</p>
    <${Loaded} from=${offers}>
      ${(/** @type {SeatOffer[]} */ open) =>
        html`<ul class="plain">${open.map(
          (one) => html`<li key=${one.id}>${t("Offered to")} <${Person} user=${one.to} />
            <button class="link" disabled=${busy} onClick=${() => withdraw(one)}>${t("Withdraw")}</button></li>`,
        )}</ul>`}
    <//>
    <form class="filters" onSubmit=${submitted(offer)}>
      <div>
        <label for="offer-to">${t("Name of the user")}</label>
        <input id="offer-to" maxlength="30" required autocomplete="off" value=${name} onInput=${typed(setName)} />
        <${Wrong} error=${error} name="to" />
      </div>
      <button class="second" disabled=${busy || !name.trim()}>${t("Offer")}</button>
    </form>
    <${Failure} error=${error} />`;
}
