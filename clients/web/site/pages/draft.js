/** The settings of a game while its host writes them: what a new game begins with, and what to send. */

/** @import { BotInput, Game, Pace, RulesetSummary, Timeouts } from "../../types" */

/** @typedef {typeof STANDARD & {ruleset: string, seats: number}} Draft */
/** @typedef {(changes: Partial<Draft>) => void} OnDraft */

/** What the service assumes where a member is missing. */
const STANDARD = {
  title: "",
  options: /** @type {Record<string, any>} */ ({}),
  bots: /** @type {BotInput[]} */ ([]),
  join: true,
  visibility: "public",
  pace: /** @type {Pace | null} */ (null),
  timeouts: /** @type {Timeouts} */ ({ policy: "forfeit", excuses: 0, when_alone: "end", when_absent: "reopen" }),
  vacations: true,
  bot_delay: 0,
  start_when_full: false,
  ready_check: false,
  starts_at: /** @type {string | null} */ (null),
  min_rating: /** @type {number | null} */ (null),
  max_rating: /** @type {number | null} */ (null),
  min_reliability: /** @type {number | null} */ (null),
  rated: true,
  bot_accounts: false,
  anonymous: false,
};
/** Members that a change of a game may name. */
const CHANGEABLE = Object.keys(STANDARD).filter((name) => !["bots", "join", "anonymous"].includes(name));
const USUAL_SEATS = 4;

/** @type {Draft} */
export const EMPTY = { ...STANDARD, ruleset: "", seats: USUAL_SEATS };

/** Return the draft for another ruleset: what depends on the ruleset begins again.
 * @param {Draft} draft
 * @param {RulesetSummary} ruleset
 * @returns {Draft}
 */
export function withRuleset(draft, { slug, min_seats: least, max_seats: most }) {
  if (slug === draft.ruleset) return draft;
  const seats = Math.min(most, Math.max(least, draft.seats));
  return { ...draft, ruleset: slug, seats, options: {}, bots: [] };
}

/** Return the settings of a game in the lobby. @param {Game} game @returns {Draft} */
export function draftOf(game) {
  const settings = Object.fromEntries(CHANGEABLE.map((name) => [name, /** @type {any} */ (game)[name]]));
  return { ...EMPTY, ...settings, ruleset: game.ruleset, seats: game.seats.length };
}

/** Return the body that creates a game: what differs from the standard.
 * @param {Draft} draft
 * @returns {Record<string, any>}
 */
export const creationOf = (draft) => ({
  ruleset: draft.ruleset,
  seats: draft.seats,
  ...differences(draft, STANDARD, Object.keys(STANDARD)),
});

/** Return the body that changes a game: what differs from it. @param {Draft} draft @param {Game} game */
export const changesOf = (draft, game) => differences(draft, game, CHANGEABLE);

/** @param {any} draft @param {any} other @param {string[]} names @returns {Record<string, any>} */
const differences = (draft, other, names) =>
  Object.fromEntries(
    names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(other[name])).map((name) => [name, draft[name]]),
  );

/** Return how many seats bots can have. @param {Draft} draft */
export const roomForBots = ({ seats, join }) => seats - (join ? 1 : 0);

/** Return an instant as the value of an input of the type datetime-local. @param {string | null} instant */
export function localTime(instant) {
  if (!instant) return "";
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Return the instant of such a value. @param {string} local */
export const instantOf = (local) => (local ? new Date(local).toISOString() : null);
