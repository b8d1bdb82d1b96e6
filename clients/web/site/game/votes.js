/** What the players decide together: pauses, replacing an absent player, ending the game. */

import { html, useEffect, useState } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { dateTime, t, tn } from "../text/index.js";
import { Countdown } from "../ui/clock.js";
import { Input, onSubmit } from "../ui/inputs.js";
import { ActionButton, Failure, Loaded, More, seatName, useChange, usePages } from "../ui/parts.js";
import { inWords } from "./anything.js";

/** @import { Game, GameEvent, Page, Vote } from "../../types" */
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
        <${OpenVote} game=${game} open=${open} onChange=${votes.reload} />
        ${closed.length > 0 && html`<h3>${t("Earlier votes")}</h3>`}
        <ul class="plain">${closed.map((vote) => html`<${Closed} key=${vote.id} vote=${vote} game=${game} />`)}</ul>
        <${More} list=${votes} />`;
    }}
  <//>`;
}

/** Milliseconds that a vote is open at most. */
const OPEN_FOR = 24 * 3_600_000;

/** False if the events say that no vote is open: a page that polls has only old ones.
 * @param {LiveGame} live
 * @param {import("./events.js").Events} events
 */
export function mayBeOpen({ game, state }, { all, more, isLoaded }) {
  if (!isLoaded || !game) return false;
  const closed = new Set(all.filter(({ kind }) => kind === "vote_closed").map(({ vote }) => vote));
  const isOpen = all.some(({ kind, vote }) => kind === "vote_opened" && !closed.has(vote));
  const hasEarlier = more && Date.parse(game.server_time) - Date.parse(all[0]?.at) < OPEN_FOR;
  return isOpen || hasEarlier || state === "polling";
}

/** The open votes, above the question: what is proposed, and the reader's answer.
 * @param {{live: LiveGame, events: GameEvent[]}} props
 */
export function OpenVotes({ live, events }) {
  const game = /** @type {Game} */ (live.game);
  const votes = usePages(`games/${game.id}/votes/`, {});
  const open = (/** @type {Page<Vote> | null} */ (votes.value))?.results.filter((vote) => !vote.closed_at) ?? [];
  const announced = events.filter(({ kind }) => kind.startsWith("vote_")).length;
  useEffect(() => void (votes.value && votes.reload()), [announced]);
  // Ballots bring no events, and a page that polls hears of none.
  useEffect(() => void ((open.length || live.state === "polling") && votes.reload()), [game, live.messages]);
  return html`${open.map((vote) => html`<section key=${vote.id} class="banner" aria-label=${t("Vote")}>
    <p><strong>${t("{name} proposes:", { name: vote.opened_by.username })}</strong> ${subjectOf(vote, game)}${" "}
      <${Countdown} deadline=${vote.closes_at} /></p>
    <p class="quiet small">${tn("Needs {count} yes of {voters}.", "Needs {count} yes of {voters}.", vote.needed ?? 0, { voters: vote.voters?.length ?? 0 })}${" "}
      ${vote.voters?.map((seat) => `${seatName(game.seats[seat])}: ${answerOf(vote, seat)}`).join(" · ")}</p>
    <${Answer} vote=${vote} game=${game} onChange=${votes.reload} />
  </section>`)}`;
}

/** Return how a voter has answered. @param {Vote} vote @param {number} seat */
function answerOf(vote, seat) {
  const ballot = vote.ballots.find((one) => one.seat === seat);
  if (!ballot) return t("no answer yet");
  return ballot.yes ? t("yes") : t("no");
}

/** Return what a vote is about. @param {{kind: string, seat?: number | null, to_move?: number | null}} vote @param {Game} game */
function subjectOf({ kind, seat, to_move: move }, game) {
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

/** The buttons of a voter. @param {{vote: Vote, game: Game, onChange: () => Promise<void>}} props */
function Answer({ vote, game, onChange }) {
  const { change, busy, error } = useChange(onChange);
  const mine = vote.ballots.find(({ seat }) => seat === game.your_seat);
  if (game.your_seat === null || !vote.voters?.includes(game.your_seat)) return null;
  /** @param {boolean} yes */
  const cast = (yes) => change(() => post(`games/${game.id}/votes/${vote.id}/ballot/`, { yes }));
  /** @param {boolean} yes @param {string} title */
  const button = (yes, title) =>
    html`<button class=${mine?.yes === yes ? "" : "second"} aria-pressed=${mine?.yes === yes} disabled=${busy}
      onClick=${() => cast(yes)}>${title}</button>`;
  return html`<div class="actions">${button(true, t("Agree"))} ${button(false, t("Refuse"))}</div>
    <${Failure} error=${error} />`;
}

/** @param {{vote: Vote, game: Game}} props */
function Closed({ vote, game }) {
  const yes = vote.ballots.filter((ballot) => ballot.yes).length;
  const values = { yes, no: vote.ballots.length - yes, when: dateTime(vote.closed_at ?? "") };
  return html`<li><strong>${subjectOf(vote, game)}</strong>: ${vote.passed ? t("approved") : t("rejected")}
    <small class="quiet"> ${t("{yes} yes, {no} no, {when}", values)}</small></li>`;
}

/** @param {{game: Game, open: Vote[], onChange: () => Promise<void>}} props */
function OpenVote({ game, open, onChange }) {
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
      html`<${ActionButton} title=${t("Cancel the game")} kind="second" disabled=${busy} action=${() => propose({ kind: "cancel" })}
        ask=${t("All players have to agree. The game then ends without a result and counts for nobody.")}
        asks=${t("Cancel the game?")} yes=${t("Propose it")} />`}
    </div>
    ${!isOpen("undo") &&
    html`<form class="filters" onSubmit=${onSubmit(() => propose({ kind: "undo", to_move: move === "" ? null : Number(move) }))}>
      <div>
        <${Input} id="undo-move" name="to_move" label=${t("Go back to the state after move (empty: one choice back)")}
          type="number" min="0" max=${game.move_count} value=${move} onChange=${setMove} error=${error} />
      </div>
      <button class="second" disabled=${busy}>${t("Take back")}</button>
    </form>
    <p class="hint">${t("Only your own last choices can be taken back, and only if nobody has learned anything from them.")}</p>`}
    <${Failure} error=${error} />`;
}
