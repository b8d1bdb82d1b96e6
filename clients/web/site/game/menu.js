/** What else a user can do with a game: leave it, share it, report it, read its rules. */

import { html, useState } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { isSignedIn } from "../api/session.js";
import { t } from "../text/index.js";
import { useAction } from "../ui/hooks.js";
import { Confirm, Failure, seatName } from "../ui/parts.js";
import { to } from "../ui/route.js";
import { Help } from "./help.js";
import { Offer } from "./offer.js";
import { Settings } from "./settings.js";
import { Share } from "./share.js";
import { PassTime } from "./test_clock.js";

/** @import { Game, Seat } from "../../types" */
/** @import { LiveGame } from "./use_game.js" */

/** @param {{live: LiveGame}} props */
export function Menu({ live }) {
  const game = /** @type {Game} */ (live.game);
  const running = game.status === "active";
  const seat = game.your_seat === null ? null : game.seats[game.your_seat];
  return html`<h2 class="unseen">${t("More")}</h2>
    <div class="actions">
      <a class="button second" href=${to("games", game.id, "history", game.move_count)}>${t("History")}</a>
      ${game.table && running && html`<${Share} game=${game.id} />`}
    </div>
    ${running && seat?.away && html`<${Return} live=${live} />`}
    <details><summary>${t("What the cards and tiles do")}</summary><${Help} help=${game.help ?? {}} /></details>
    <details><summary>${t("Settings of the game")}</summary><${Settings} game=${game} /></details>
    ${running && seat && !seat.lost && html`<details><summary>${t("Hand over your seat, or resign")}</summary>
      <${Offer} game=${game} />
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
  const { run, busy, error } = useAction();
  const back = () => run(async () => live.setGame(await post(`games/${live.game?.id}/return/`)));
  return html`<p class="note">${t("A bot plays for you, because your time ran out.")}</p>
    <button disabled=${busy} onClick=${back}>${t("Take your seat back")}</button>
    <${Failure} error=${error} />`;
}

/** @param {{live: LiveGame, seat: Seat}} props */
function Resign({ live, seat }) {
  const game = /** @type {Game} */ (live.game);
  const [isAsking, setAsking] = useState(false);
  const { run, busy, error } = useAction();
  const others = game.seats.filter((one) => one.number !== seat.number && one.user && !one.bot).length;
  const resign = () => {
    setAsking(false);
    run(async () => live.setGame(await post(`games/${game.id}/resign/`)));
  };
  return html`<h3>${t("Resign")}</h3>
    <p class="hint">${consequences(game, others)}</p>
    <button class="second" disabled=${busy} onClick=${() => setAsking(true)}>${t("Resign")}</button>
    <${Failure} error=${error} />
    ${isAsking &&
    html`<${Confirm} title=${t("Resign?")} text=${consequences(game, others)} yes=${t("Resign")}
      onYes=${resign} onNo=${() => setAsking(false)} />`}`;
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
  const people = game.seats.filter((seat) => seat.user && seat.number !== game.your_seat && !seat.user.is_bot);
  return html`<p class="hint">${t("Moderators read it. Messages are reported beside the message.")}</p>
    <ul class="plain">
      <li><a href=${`${to("report")}?about=game&game=${game.id}`}>${t("Report this game")}</a></li>
      ${people.map(
        (seat) => html`<li key=${seat.number}>
          <a href=${`${to("report")}?about=user&username=${encodeURIComponent(seat.user?.username ?? "")}`}>
            ${t("Report {name}", { name: seat.user?.username ?? seatName(seat) })}
          </a>
        </li>`,
      )}
    </ul>`;
}
