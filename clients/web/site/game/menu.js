/** What else a user can do with a game: read its rules, share it, hand over the seat, report it. */

import { html, useState } from "../vendor/preact.js";
import { get, getAll, post } from "../api/requests.js";
import { isSignedIn } from "../api/session.js";
import { API_URL } from "../config.js";
import { dateTime, t } from "../text/index.js";
import { useAction, useLoad } from "../ui/hooks.js";
import { Input, onSubmit } from "../ui/inputs.js";
import { ActionButton, CopyLink, Failure, hidesNames, HowToPlay, Loaded, Person, seatName, useChange } from "../ui/parts.js";
import { to } from "../ui/route.js";
import { Settings } from "./settings.js";

/** @import { Game, Seat, SeatOffer } from "../../types" */
/** @import { LiveGame } from "./use_game.js" */

/** @param {{live: LiveGame}} props */
export function Menu({ live }) {
  const game = /** @type {Game} */ (live.game);
  const running = game.status === "active";
  const seat = game.your_seat === null ? null : game.seats[game.your_seat];
  return html`<h2 class="unseen">${t("More")}</h2>
    <div class="actions">
      <a class="button second" href=${to("games", game.id, "history", game.move_count)}>${t("History")}</a>
      <a class="button second" href=${to("games", game.id, "rules")}>${t("Rules")}</a>
      <${HowToPlay} slug=${game.ruleset} from=${{ game: game.id }} />
      <a href=${`${API_URL}/help/`}>${t("Help")}</a>
      ${game.table && running && html`<${Share} game=${game.id} />`}
    </div>
    ${running && seat?.away && html`<${Return} live=${live} />`}
    <details><summary>${t("Settings of the game")}</summary><${Settings} game=${game} /></details>
    ${running && seat && !seat.lost && html`<details><summary>${t("Hand over your seat, or resign")}</summary>
      ${!hidesNames(game) && html`<${Offer} game=${game} />`}
      <${Resign} live=${live} seat=${seat} />
    </details>`}
    ${running && game.test_clock && isHost(game) &&
    html`<details><summary>${t("Test clock")}</summary><${PassTime} live=${live} /></details>`}
    <details><summary>${t("Report something")}</summary><${Reports} game=${game} /></details>`;
}

/** True if the reader may be the host of the game, who need not have a seat. @param {Game} game */
const isHost = (game) =>
  game.your_seat === null ? isSignedIn() : game.seats[game.your_seat].user?.id === game.created_by.id;

/** @param {{live: LiveGame}} props */
function Return({ live }) {
  const back = () => live.change(() => post(`games/${live.game?.id}/return/`));
  return html`<p class="note">${t("A bot plays for you, because your time ran out.")}</p>
    <${ActionButton} title=${t("Take your seat back")} action=${back} />`;
}

/** @param {{live: LiveGame, seat: Seat}} props */
function Resign({ live, seat }) {
  const game = /** @type {Game} */ (live.game);
  const others = game.seats.filter((one) => one.number !== seat.number && one.user && !one.bot).length;
  const text = consequences(game, others);
  const resign = () => live.change(() => post(`games/${game.id}/resign/`));
  return html`<h3>${t("Resign")}</h3>
    <p class="hint">${text}</p>
    <${ActionButton} title=${t("Resign")} kind="second" action=${resign} ask=${text} asks=${t("Resign?")} />`;
}

/** Return what resigning leads to. @param {Game} game @param {number} others the other people who play */
function consequences(game, others) {
  const alone = game.timeouts.when_alone === "play_on" ? 0 : 1;
  const hasBots = game.seats.some((seat) => !seat.user); // from the start: then it counts for nobody
  return [
    t("You are placed last, and cannot come back."),
    others <= alone ? t("The game ends.") : t("A bot plays on for you."),
    ...(game.rated && !hasBots ? [t("The game counts for your rating.")] : []),
  ].join(" ");
}

/** @param {{game: Game}} props */
function Reports({ game }) {
  /** @param {Seat} seat */
  const subject = ({ number, user }) =>
    hidesNames(game) ? `game=${game.id}&seat=${number}` : `username=${encodeURIComponent(user?.username ?? "")}`;
  const people = game.seats.filter((seat) => seat.user && seat.number !== game.your_seat && !seat.user.is_bot);
  return html`<p class="hint">${t("Moderators read it. Messages are reported beside the message.")}</p>
    <ul class="plain">
      <li><a href=${`${to("report")}?about=game&game=${game.id}`}>${t("Report this game")}</a></li>
      ${people.map(
        (seat) => html`<li key=${seat.number}>
          <a href=${`${to("report")}?about=user&${subject(seat)}`}>
            ${t("Report {name}", { name: seatName(seat) })}
          </a>
        </li>`,
      )}
    </ul>`;
}

const HOUR = 3600;

/** @param {{live: LiveGame}} props */
function PassTime({ live }) {
  const [hours, setHours] = useState("24");
  const { run, busy, error } = useAction();
  const pass = () =>
    run(() => live.change(() => post(`games/${live.game?.id}/test-clock/`, { seconds: Math.round(Number(hours) * HOUR) })));
  return html`<p class="hint">${t("Only the host can do this. The deadline comes that much nearer.")}</p>
    <form class="filters" onSubmit=${onSubmit(pass)}>
      <div>
        <${Input} id="hours" label=${t("Hours")} type="number" min="0.1" max="2160" step="any" required value=${hours} onChange=${setHours} />
      </div>
      <button class="second" disabled=${busy}>${t("Let time pass")}</button>
    </form>
    <${Failure} error=${error} />`;
}

/** @param {{game: Game}} props */
function Offer({ game }) {
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
    <form class="filters" onSubmit=${onSubmit(offer)}>
      <div>
        <${Input} id="offer-to" name="to" label=${t("Name of the user")} maxlength="30" required autocomplete="off"
          value=${name} onChange=${setName} error=${error} />
      </div>
      <button class="second" disabled=${busy || !name.trim()}>${t("Offer")}</button>
    </form>
    <${Failure} error=${error} />`;
}

/** @typedef {{svg: string, png: string, expires_at: string}} Link */

/** @param {{game: string}} props */
export function Share({ game }) {
  const [link, setLink] = useState(/** @type {Link | null} */ (null));
  const fetchLink = async () => setLink(await get(`games/${game}/picture-link/`));
  if (!link) return html`<${ActionButton} title=${t("Share a picture")} kind="second" action=${fetchLink} />`;
  return html`<div class="share">
    <${CopyLink} label=${t("Address of the picture")} address=${link.png} />
    <p class="hint">${t("Everybody who has this address sees the table as spectators see it, until {when}. It cannot be withdrawn.", { when: dateTime(link.expires_at) })}</p>
    <div class="actions">
      <a href=${link.png} target="_blank" rel="noopener">${t("Open")}</a>
      <a href=${link.svg} target="_blank" rel="noopener">SVG</a>
    </div>
  </div>`;
}
