/** The seats of a game that has not started: sit down, move, add bots, remove players. */

import { html, useState } from "../vendor/preact.js";
import { post, put, remove } from "../api/requests.js";
import { t } from "../text/index.js";
import { BotChoice, botWord, easyBot } from "../ui/bot_choice.js";
import { useRuleset } from "../ui/options.js";
import { ActionButton, Player, seatName } from "../ui/parts.js";
import { onSubmit } from "../ui/inputs.js";

/** @import { BotInput, Game, Me, Ruleset, Seat } from "../../types" */
/** @import { Act } from "./waiting.js" */

/** @typedef {{game: Game, me: Me | null, isHost: boolean, busy: boolean, act: Act}} SeatsProps */

/** @param {SeatsProps} props */
export function WaitingSeats(props) {
  const { game, isHost } = props;
  const known = useRuleset(isHost ? game.ruleset : "");
  return html`<ol class="places">
    ${game.seats.map((seat) => html`<li key=${seat.number} class=${seat.number === game.your_seat ? "card mine" : "card"}>
      <${Place} ...${props} seat=${seat} ruleset=${known.value?.ruleset ?? null} />
    </li>`)}
  </ol>`;
}

/** @param {SeatsProps & {seat: Seat, ruleset: Ruleset | null}} props */
function Place({ game, me, isHost, busy, act, seat, ruleset }) {
  const [isChoosing, setChoosing] = useState(false);
  const number = seat.number + 1;
  const path = `games/${game.id}`;
  const kick = () => act(() => post(`${path}/kick/`, { seat: seat.number }));
  const isFree = !seat.user && !seat.bot;
  const isMine = seat.number === game.your_seat;
  const sit = () =>
    act(() => post(game.your_seat === null ? `${path}/join/` : `${path}/seat/`, { seat: seat.number }));
  /** @param {string} title @param {string} spoken @param {() => void} onClick */
  const link = (title, spoken, onClick) =>
    html`<button class="link" disabled=${busy} aria-label=${spoken} onClick=${onClick}>${title}</button>`;
  return html`<div class="place">
      <span class="number">${number}</span>
      <span class="who"><${Who} game=${game} seat=${seat} /></span>
      ${isFree && me && (game.your_seat === null
        ? link(t("Sit here"), t("Sit here: seat {number}", { number }), sit)
        : link(t("Move here"), t("Move here: seat {number}", { number }), sit))}
      ${isHost && isFree && ruleset && hasBots(ruleset) &&
      link(t("Add a bot"), t("Add a bot on seat {number}", { number }), () => setChoosing(true))}
      ${isHost && seat.bot && link(t("Replace"), t("Replace {name}", { name: seatName(seat) }), () => setChoosing(true))}
      ${isHost && seat.bot && link(t("Remove"), t("Remove {name}", { name: seatName(seat) }),
        () => act(() => remove(`${path}/seats/${seat.number}/bot/`)))}
      ${isHost && seat.user && !isMine &&
      html`<${ActionButton} title=${t("Remove")} label=${t("Remove {name}", { name: seat.user.username })} kind="link" disabled=${busy}
        action=${kick} ask=${t("They can come back only if you invite them.")} asks=${t("Remove {name}?", { name: seat.user.username })} />`}
    </div>
    ${isChoosing && ruleset && html`<${BotForm} ruleset=${ruleset} seat=${seat} last=${game.seats.findLast((one) => one.bot)} busy=${busy}
      onCancel=${() => setChoosing(false)}
      onBot=${async (/** @type {BotInput} */ bot) => (await act(() => put(`${path}/seats/${seat.number}/bot/`, bot))) && setChoosing(false)} />`}`;
}

/** @param {Ruleset} ruleset */
const hasBots = (ruleset) => ruleset.bots.levels.length > 0;

/** Who has a seat. @param {{game: Game, seat: Seat}} props */
function Who({ game, seat }) {
  if (!seat.user) {
    const style = seat.bot_profile && html` <small class="tag">${botWord(seat.bot_profile)}</small>`;
    return html`<${Player} seat=${seat} />${style}`;
  }
  const tags = [
    ...(seat.number === game.your_seat ? [t("you")] : []),
    ...(seat.user.id === game.created_by.id ? [t("host")] : []),
    ...(game.ready_check ? [seat.ready ? t("ready") : t("not ready")] : []),
  ];
  return html`<${Player} seat=${seat} />${tags.map((tag) => html` <small class="tag" key=${tag}>${tag}</small>`)}`;
}

/** @param {{ruleset: Ruleset, seat: Seat, last: Seat | undefined, busy: boolean, onBot: (bot: BotInput) => void, onCancel: () => void}} props */
function BotForm({ ruleset, seat, last, busy, onBot, onCancel }) {
  const like = seat.bot ? seat : last; // the next bot is like the one before
  const current = like?.bot ? { level: like.bot, profile: like.bot_profile ?? undefined } : easyBot(ruleset);
  const [bot, setBot] = useState(/** @type {BotInput} */ (current));
  return html`<form onSubmit=${onSubmit(() => onBot(bot))}>
    <${BotChoice} bot=${bot} ruleset=${ruleset} label=${t("Bot")} onBot=${setBot} />
    <div class="actions">
      <button disabled=${busy}>${t("Put this bot on the seat")}</button>
      <button type="button" class="second" onClick=${onCancel}>${t("Cancel")}</button>
    </div>
  </form>`;
}
