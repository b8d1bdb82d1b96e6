/** What happened in one move: who moved, when, the events, and the decision that followed. */

import { html } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { useLoad } from "../ui/hooks.js";
import { seatName } from "../ui/parts.js";

/** @import { EventsReply, Game, GameEvent, History } from "../../types" */

/** Events of the service about moves that were taken back. */
const TAKEN_BACK = "rolled_back";

/** @param {{game: Game, history: History}} props */
export function Moment({ game, history }) {
  const { move, by_seat: by, at, events, decision } = history;
  const title = by === null ? t("The set-up") : t("{name} moves", { name: seatName(game.seats[by]) });
  return html`<section class="moment" aria-live="polite">
    <h2>${title}</h2>
    <p class="quiet"><time datetime=${at}>${dateTime(at)}</time></p>
    <${Replaced} game=${game.id} move=${move} />
    <ol class="events">
      ${events.map((event) => html`<li key=${event.seq}><span>${event.text}</span></li>`)}
      ${events.length === 0 && html`<li class="quiet">${t("Nothing that you knew about.")}</li>`}
    </ol>
    ${decision && html`<${Then} game=${game} decision=${decision} />`}
  </section>`;
}

/** @param {{game: Game, decision: NonNullable<History["decision"]>}} props */
function Then({ game, decision }) {
  const name = seatName(game.seats[decision.seat]);
  if (!decision.options) return html`<p class="quiet">${t("Then {name} had to decide.", { name })}</p>`;
  return html`<details>
    <summary>${t("Then {name} had to decide:", { name })} ${decision.question}</summary>
    <ul>${decision.options.map(({ choice, label }) => html`<li key=${choice}>${label}</li>`)}</ul>
  </details>`;
}

/** Says that another move with this number was taken back. @param {{game: string, move: number}} props */
function Replaced({ game, move }) {
  const back = useLoad(
    /** @returns {Promise<EventsReply>} */ (signal) => get(`games/${game}/events/`, { kinds: TAKEN_BACK }, signal),
    [game],
  );
  /** @param {GameEvent & {to_move?: any, undone?: any}} event */
  const concerns = ({ to_move: kept, undone }) => kept < move && move <= kept + undone;
  const last = back.value?.events.findLast(concerns);
  if (!last) return null;
  const values = { move, when: dateTime(last.at), text: last.text };
  return html`<p class="note">${t("Another move {move} was taken back on {when}: {text}", values)}</p>`;
}
