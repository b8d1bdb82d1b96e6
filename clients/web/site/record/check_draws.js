/**
 * Compares the results of chance in a record with the draws of its seed, as far as this is possible
 * without the rules.
 *
 * A shuffle can be undone: a deck that was in order before the shuffle, or begins as an earlier
 * shuffle has left it, was shuffled by the seed and by nothing else. In order means by number, with
 * the copies of a kind together, or one set of all kinds after the other. For picks the record does
 * not say among how many things they are; some results may be impossible.
 */

import { bytesOf } from "./canonical.js";
import { draw, sizesOf, unshuffle } from "./draws.js";

/** @import { State } from "./check.js" */

/**
 * @typedef {object} Draw
 * @property {number} number of the draw
 * @property {number} move 0 is the set-up
 * @property {"shuffle" | "picks"} kind
 * @property {State} state
 * @property {"sorted" | "rest" | "" } before of a shuffle: what the order before it was
 * @property {number[]} result
 * @property {number[]} sizes of picks: among how many things at least, if the seed gave them
 */

/** How many draws rules may have spent before the first one in the record. */
const MOST_BEFORE = 64;

/** Check all results of chance. @param {any} record that has passed the first step of `checkRecord` */
export function checkDraws(record) {
  const rows = [{ number: 0, chance: record.start.chance }, ...record.moves];
  /** @type {{move: number, entry: any}[]} */
  const entries = rows.flatMap((row, move) => row.chance.map((/** @type {any} */ entry) => ({ move, entry })));
  const seed = bytesOf(record.seed);
  const first = firstNumber(seed, entries.map(({ entry }) => entry));
  /** @type {number[][]} */
  const orders = [];
  const draws = entries.map(({ move, entry }, place) => {
    const value = draw(seed, first + place);
    const number = first + place;
    return { number, move, ...(Array.isArray(entry) ? checkPicks(value, entry) : checkShuffle(value, entry, orders)) };
  });
  const ofSetup = draws.filter(({ move }) => move === 0);
  const ofMoves = draws.filter(({ move }) => move > 0);
  return { draws, setup: together(ofSetup), later: together(ofMoves) };
}

/** Return the state of several draws together. @param {Draw[]} draws @returns {State} */
function together(draws) {
  const states = draws.map(({ state }) => state);
  if (states.includes("failed")) return "failed";
  if (!states.includes("unknown")) return "ok";
  return states.includes("ok") ? "partly" : "unknown";
}

/** Return the number of the first draw in the record: the one before whose shuffle the deck is in
 * order. @param {Uint8Array} seed @param {any[]} entries
 */
function firstNumber(seed, entries) {
  const place = entries.findIndex((entry) => isShuffle(entry) && entry.length > 8);
  if (place < 0) return 0;
  const order = [...bytesOf(entries[place])];
  let [best, most] = [0, order.length / 2];
  for (let first = 0; first <= MOST_BEFORE; first += 1) {
    const before = unshuffle(draw(seed, first + place), order);
    const fitting = inOrder(before);
    if (fitting > most) [best, most] = [first, fitting];
    if (most === order.length) break;
  }
  return best;
}

/** @param {unknown} entry @returns {entry is string} */
const isShuffle = (entry) => typeof entry === "string" && /^([0-9a-f]{2})+$/.test(entry);

/** Return at how many places a deck is as if nobody had shuffled it yet. @param {number[]} deck */
function inOrder(deck) {
  const byNumber = deck.toSorted((one, other) => one - other);
  /** @type {Map<number, number>} */
  const copies = new Map();
  const sets = byNumber
    .map((item) => {
      const copy = copies.get(item) ?? 0;
      copies.set(item, copy + 1);
      return { item, copy };
    })
    .sort((one, other) => one.copy - other.copy)
    .map(({ item }) => item);
  return Math.max(equals(deck, byNumber), equals(deck, sets));
}

/** Return at how many places two orders are equal. @param {number[]} one @param {number[]} other */
const equals = (one, other) => one.filter((item, place) => item === other[place]).length;

/** @param {bigint} value @param {any[]} result @returns {Omit<Draw, "number" | "move">} */
function checkPicks(value, result) {
  const isList = result.every((one) => Number.isSafeInteger(one) && one >= 0);
  const sizes = isList ? sizesOf(value, result) : null;
  return { kind: "picks", state: sizes ? "unknown" : "failed", before: "", result, sizes: sizes ?? [] };
}

/** Check a shuffle, and add the order that it left to the earlier ones.
 * @param {bigint} value
 * @param {unknown} entry
 * @param {number[][]} orders
 * @returns {Omit<Draw, "number" | "move">}
 */
function checkShuffle(value, entry, orders) {
  if (!isShuffle(entry)) return { kind: "shuffle", state: "failed", before: "", result: [], sizes: [] };
  const result = [...bytesOf(entry)];
  const before = unshuffle(value, result);
  const earlier = [...orders];
  orders.push(result);
  /** @param {State} state @param {Draw["before"]} order */
  const found = (state, order) => ({ kind: /** @type {const} */ ("shuffle"), state, before: order, result, sizes: [] });
  const fitting = inOrder(before);
  if (fitting === before.length) return found("ok", "sorted");
  if (2 * fitting > before.length) return found("failed", "sorted"); // a few were exchanged
  const rest = earlier.map((order) => restOf(before, order)).find(Boolean);
  return rest ? found(rest, "rest") : found("unknown", "");
}

/** Return whether a deck begins with what is left of an earlier one, whose top was taken; null if it
 * has little in common with it. @param {number[]} deck @param {number[]} order @returns {State | null}
 */
function restOf(deck, order) {
  for (let top = 0; top < order.length; top += 1) {
    const rest = order.slice(top);
    const fitting = equals(rest, deck);
    if (rest.length < 4 || fitting < 4 || 2 * fitting < rest.length) continue;
    return rest.length <= deck.length && fitting === rest.length ? "ok" : "failed";
  }
  return null;
}
