/** What the players decide together: pauses, replacing an absent player, ending the game. */

import { html, useEffect } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { dateTime, t, tn } from "../text/index.js";
import { Countdown } from "../ui/clock.js";
import { More, useChange, usePages } from "../ui/pages.js";
import { Failure, Loaded, seatName } from "../ui/parts.js";
import { OpenVote } from "./vote_form.js";
import { inWords } from "./titles.js";

/** @import { Game, Page, Vote } from "../../types" */
/** @import { LiveGame } from "./use_game.js" */

/** @param {{live: LiveGame}} props */
export function Votes({ live }) {
  const game = /** @type {Game} */ (live.game);
  const votes = usePages(`games/${game.id}/votes/`, {});
  // Ballots change neither the game nor its events: but each change of the game brings new messages.
  useEffect(() => void votes.reload(), [game, live.messages]);
  return html`<${Loaded} from=${votes}>
    ${(/** @type {Page<Vote>} */ { results }) => {
      const open = results.filter((vote) => !vote.closed_at);
      const closed = results.filter((vote) => vote.closed_at);
      return html`<h2 class="unseen">${t("Votes")}</h2>
        ${open.map((vote) => html`<${Open} key=${vote.id} vote=${vote} game=${game} onChange=${votes.reload} />`)}
        <${OpenVote} game=${game} open=${open} onChange=${votes.reload} />
        ${closed.length > 0 && html`<h3>${t("Earlier votes")}</h3>`}
        <ul class="plain">${closed.map((vote) => html`<${Closed} key=${vote.id} vote=${vote} game=${game} />`)}</ul>
        <${More} list=${votes} />`;
    }}
  <//>`;
}

/** Return what a vote is about. @param {{kind: string, seat?: number | null, to_move?: number | null}} vote @param {Game} game */
export function subjectOf({ kind, seat, to_move: move }, game) {
  const name = typeof seat === "number" && game.seats[seat] ? seatName(game.seats[seat]) : "";
  /** @type {Record<string, string>} */
  const subjects = {
    pause: t("Pause the clock"),
    resume: t("End the pause"),
    cancel: t("Cancel the game, without a result"),
    replace: t("Let a bot play instead of {name}", { name }),
    undo: typeof move === "number" ? t("Go back to the state after move {move}", { move }) : t("Take the last choice back"),
  };
  return subjects[kind] ?? inWords(kind);
}

/** @param {{vote: Vote, game: Game, onChange: () => Promise<void>}} props */
function Open({ vote, game, onChange }) {
  const { change, busy, error } = useChange(onChange);
  const voters = vote.voters ?? [];
  const mine = vote.ballots.find(({ seat }) => seat === game.your_seat);
  const isVoter = game.your_seat !== null && voters.includes(game.your_seat);
  /** @param {boolean} yes */
  const cast = (yes) => change(() => post(`games/${game.id}/votes/${vote.id}/ballot/`, { yes }));
  /** @param {boolean} yes @param {string} title */
  const button = (yes, title) =>
    html`<button class=${mine?.yes === yes ? "" : "second"} aria-pressed=${mine?.yes === yes} disabled=${busy}
      onClick=${() => cast(yes)}>${title}</button>`;
  return html`<article class="card vote">
    <h3>${subjectOf(vote, game)}</h3>
    <p class="quiet">
      ${t("Proposed by {name}", { name: vote.opened_by.username })} · <${Countdown} deadline=${vote.closes_at} />
    </p>
    <p>${tn("Needs {count} yes of {voters}.", "Needs {count} yes of {voters}.", vote.needed ?? 0, { voters: voters.length })}</p>
    <ul class="plain">${voters.map(
      (seat) => html`<li key=${seat}>${seatName(game.seats[seat])}: ${answerOf(vote, seat)}</li>`,
    )}</ul>
    ${isVoter &&
    html`<div class="actions">
      ${button(true, t("Agree"))}
      ${button(false, t("Refuse"))}
    </div>`}
    <${Failure} error=${error} />
  </article>`;
}

/** @param {Vote} vote @param {number} seat */
function answerOf(vote, seat) {
  const ballot = vote.ballots.find((one) => one.seat === seat);
  if (!ballot) return t("no answer yet");
  return ballot.yes ? t("yes") : t("no");
}

/** @param {{vote: Vote, game: Game}} props */
function Closed({ vote, game }) {
  const yes = vote.ballots.filter((ballot) => ballot.yes).length;
  const values = { yes, no: vote.ballots.length - yes, when: dateTime(vote.closed_at ?? "") };
  return html`<li><strong>${subjectOf(vote, game)}</strong>: ${vote.passed ? t("approved") : t("rejected")}
    <small class="quiet"> ${t("{yes} yes, {no} no, {when}", values)}</small></li>`;
}
