/**
 * Verifies the record of a game without the service and without its rules: docs/randomness.md. The
 * words for the steps are in steps.js, so that this runs outside of a browser, too.
 */

import { bytesOf, canonical, sha256 } from "./canonical.js";
import { checkDraws } from "./check_draws.js";

/** @import { Noted } from "./commitments.js" */

const FORMAT = "match-record/1";

/**
 * @typedef {"ok" | "failed" | "partly" | "unknown"} State unknown: it cannot be checked here
 * @typedef {Record<string, string | number | null>} Values
 * @typedef {{id: string, state: State, values: Values}} Step
 * @typedef {object} Known what is known about the game besides the record
 * @property {string} [game] the id of the game whose page this is
 * @property {Noted | null} [noted] what this browser noted when it first saw the game
 * @property {string} [digest] the digest of the record that the service has, to compare a file
 * @property {string} [text] the file as it is, to check that it is canonical
 */

/** Check a record, and return each step with its values. Bad data is a failed step, never an error.
 * @param {any} record
 * @param {Known} [known]
 */
export async function checkRecord(record, known = {}) {
  const fault = faultOf(record);
  if (fault) return { steps: [step("form", false, { fault })], draws: [] };
  const { digest, ...content } = record;
  const steps = [step("form", true, { format: record.format, moves: record.moves.length })];
  if (known.text !== undefined) steps.push(step("canonical", known.text.trimEnd() === textOf(record)));
  if (known.game) steps.push(step("game", record.about?.game === known.game, { game: record.about?.game ?? null }));
  steps.push(await commitmentStep(record), notedStep(record, known.noted));
  const found = await sha256(textOf(content));
  steps.push(step("digest", found === digest, { found, recorded: digest }));
  if (known.digest) steps.push(step("service", known.digest === found, { found: known.digest, recorded: found }));
  steps.push(movesStep(record));
  const { draws, ...states } = checkDraws(record);
  const setup = record.start.state ? "unknown" : states.setup; // it began at a position of another game
  steps.push({ id: "setup", state: setup, values: count(draws, true) });
  steps.push({ id: "later", state: states.later, values: count(draws, false) });
  return { steps, draws };
}

/** Check the text of a file. @param {string} text @param {Known} known */
export function checkText(text, known) {
  try {
    return checkRecord(JSON.parse(text), { ...known, text });
  } catch {
    return checkRecord(null);
  }
}

/** Return the first step that has failed, or null. @param {Step[]} steps */
export const failedStep = (steps) => steps.find(({ state }) => state === "failed") ?? null;

/** @param {string} id @param {boolean} isOk @param {Values} [values] @returns {Step} */
const step = (id, isOk, values = {}) => ({ id, state: isOk ? "ok" : "failed", values });

/** Return the canonical text of a checked record. @param {any} record */
function textOf(record) {
  try {
    return canonical(record);
  } catch {
    return ""; // the digest of nothing fits no record
  }
}

/** Return which member keeps this from being a record; empty if none does. @param {any} record */
function faultOf(record) {
  if (typeof record !== "object" || record === null || Array.isArray(record)) return "{}";
  if (record.format !== FORMAT) return "format";
  for (const name of ["commitment", "seed", "nonce", "digest"]) {
    if (typeof record[name] !== "string" || !/^[0-9a-f]{64}$/.test(record[name])) return name;
  }
  if (!Array.isArray(record.start?.chance)) return "start";
  const isMove = (/** @type {any} */ move) => typeof move?.choice === "string" && Array.isArray(move.chance);
  return Array.isArray(record.moves) && record.moves.every(isMove) ? "" : "moves";
}

/** @param {any} record @returns {Promise<Step>} */
async function commitmentStep({ seed, nonce, commitment }) {
  const found = await sha256(bytesOf(seed + nonce));
  return step("commitment", found === commitment, { seed, nonce, found, recorded: commitment });
}

/** @param {any} record @param {Noted | null | undefined} noted @returns {Step} */
function notedStep({ commitment }, noted) {
  if (!noted) return { id: "noted", state: "unknown", values: { recorded: commitment } };
  const values = { found: noted.commitment, recorded: commitment, at: noted.at, move: noted.move };
  return step("noted", noted.commitment === commitment, { ...values, over: Number(noted.over) });
}

/** The moves have to be numbered from 1, by seats of the game. @param {any} record @returns {Step} */
function movesStep({ moves, seats }) {
  const wrong = moves.findIndex(
    (/** @type {any} */ move, /** @type {number} */ place) =>
      move.number !== place + 1 || !(move.seat >= 0 && move.seat < seats) || !/^[0-9a-f]{64}$/.test(move.hash),
  );
  return step("moves", wrong < 0, { moves: moves.length, wrong: wrong + 1 });
}

/** @param {ReturnType<typeof checkDraws>["draws"]} draws @param {boolean} isSetup @returns {Values} */
function count(draws, isSetup) {
  const some = draws.filter(({ move }) => (move === 0) === isSetup);
  const of = (/** @type {State} */ state) => some.filter((one) => one.state === state).length;
  return { all: some.length, ok: of("ok"), failed: of("failed"), unknown: of("unknown") };
}
