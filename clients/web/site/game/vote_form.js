/** Opens a vote. */

import { html, useState } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { t } from "../text/index.js";
import { Wrong, submitted, typed } from "../ui/fields.js";
import { useChange } from "../ui/pages.js";
import { Confirm, Failure, seatName } from "../ui/parts.js";

/** @import { Game, Vote } from "../../types" */

/** @param {{game: Game, open: Vote[], onChange: () => Promise<void>}} props */
export function OpenVote({ game, open, onChange }) {
  const [isCancelling, setCancelling] = useState(false);
  const [move, setMove] = useState("");
  const { change, busy, error } = useChange(onChange);
  /** @param {object} vote */
  const propose = (vote) => change(() => post(`games/${game.id}/votes/`, vote));
  const isOpen = (/** @type {string} */ kind) => open.some((vote) => vote.kind === kind);
  const isPausedByVote = game.clock?.pauses.some(({ reason }) => reason === "vote");
  const acting = game.decision && game.seats[game.decision.seat];
  const canReplace = acting && acting.number !== game.your_seat && acting.user && !acting.bot;
  /** @param {string} kind @param {string} title @param {object} [more] */
  const button = (kind, title, more) =>
    !isOpen(kind) &&
    html`<button class="second" disabled=${busy} onClick=${() => propose({ kind, ...more })}>${title}</button>`;
  return html`<h3>${t("Propose something")}</h3>
    <p class="hint">${t("The other players have 24 hours to answer. Undo and cancel need everybody, the rest more than half.")}</p>
    <div class="actions">
      ${game.pace.kind !== "none" && !isPausedByVote && button("pause", t("Pause the clock"))}
      ${isPausedByVote && button("resume", t("End the pause"))}
      ${canReplace && button("replace", t("Replace {name} by a bot", { name: seatName(acting) }), { seat: acting.number })}
      ${!isOpen("cancel") &&
      html`<button class="second" disabled=${busy} onClick=${() => setCancelling(true)}>${t("Cancel the game")}</button>`}
    </div>
    ${!isOpen("undo") &&
    html`<form class="filters" onSubmit=${submitted(() => propose({ kind: "undo", to_move: move === "" ? null : Number(move) }))}>
      <div>
        <label for="undo-move">${t("Go back to the state after move (empty: one choice back)")}</label>
        <input id="undo-move" type="number" min="0" max=${game.move_count} value=${move} onInput=${typed(setMove)} />
        <${Wrong} error=${error} name="to_move" />
      </div>
      <button class="second" disabled=${busy}>${t("Take back")}</button>
    </form>
    <p class="hint">${t("Only your own last choices can be taken back, and only if nobody has learned anything from them.")}</p>`}
    <${Failure} error=${error} />
    ${isCancelling &&
    html`<${Confirm} title=${t("Cancel the game?")} text=${t("All players have to agree. The game then ends without a result and counts for nobody.")}
      yes=${t("Propose it")} onNo=${() => setCancelling(false)}
      onYes=${() => {
        setCancelling(false);
        propose({ kind: "cancel" });
      }} />`}`;
}
