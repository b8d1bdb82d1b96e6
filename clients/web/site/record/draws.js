/** The draws of a match from its seed: docs/randomness.md. */

import { blake2b } from "./blake2b.js";
import { hexOf } from "./canonical.js";

/** Return a draw, a number of 512 bits. @param {Uint8Array} seed @param {number} number from 0 */
export function draw(seed, number) {
  const message = new Uint8Array(8);
  new DataView(message.buffer).setBigUint64(0, BigInt(number));
  return BigInt(`0x${hexOf(blake2b(message, seed))}`);
}

/** Return what is exchanged with each place of a shuffle. @param {bigint} value @param {number} count */
function swaps(value, count) {
  return Array.from({ length: count }, (_, place) => {
    const left = BigInt(count - place);
    const other = place + Number(value % left);
    value /= left;
    return other;
  });
}

/** Return the items as a draw shuffles them.
 * @template T
 * @param {bigint} value
 * @param {Iterable<T>} items
 */
export function shuffle(value, items) {
  const pool = [...items];
  swaps(value, pool.length).forEach((other, place) => exchange(pool, place, other));
  return pool;
}

/** Return the items as they were before a draw shuffled them.
 * @template T
 * @param {bigint} value
 * @param {Iterable<T>} items
 */
export function unshuffle(value, items) {
  const pool = [...items];
  const others = swaps(value, pool.length);
  for (let place = pool.length - 1; place >= 0; place -= 1) exchange(pool, place, others[place]);
  return pool;
}

/** @param {any[]} pool @param {number} one @param {number} other */
function exchange(pool, one, other) {
  [pool[one], pool[other]] = [pool[other], pool[one]];
}

/** Return what a draw picks among things of these numbers. @param {bigint} value @param {number[]} sizes */
export function picks(value, sizes) {
  return sizes.map((size) => {
    const place = Number(value % BigInt(size));
    value /= BigInt(size);
    return place;
  });
}

/** Return numbers of things among which a draw picks these places, the smallest first; null if there
 * are none. The record does not say how many things there were.
 * @param {bigint} value
 * @param {number[]} places
 * @param {number} [most] the largest number of things to try
 * @returns {number[] | null}
 */
export function sizesOf(value, places, most = 64) {
  if (!places.length) return [];
  const [place, ...rest] = places;
  for (let size = place + 1; size <= most; size += 1) {
    if (Number(value % BigInt(size)) !== place) continue;
    const sizes = sizesOf(value / BigInt(size), rest, most);
    if (sizes) return [size, ...sizes];
  }
  return null;
}
