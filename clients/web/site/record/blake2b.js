/** BLAKE2b with a key, from RFC 7693. It is for a few thousand short messages, not for speed. */

const WORD = (1n << 64n) - 1n;
const BLOCK = 128;

const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
/** The order in which each round reads the words of the message. */
const ORDERS = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
/** The columns and the diagonals that a round mixes. */
const PLACES = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];
const ROUNDS = 12;

/** Return the hash of a message. It has 64 bytes if no other length is given.
 * @param {Uint8Array} message
 * @param {Uint8Array} [key] at most 64 bytes
 * @param {number} [length]
 */
export function blake2b(message, key = new Uint8Array(0), length = 64) {
  const state = [...START];
  state[0] ^= BigInt(0x01010000 ^ (key.length << 8) ^ length);
  const blocks = blocksOf(message, key);
  const total = message.length + (key.length ? BLOCK : 0);
  blocks.forEach((block, place) => {
    const isLast = place === blocks.length - 1;
    compress(state, block, BigInt(isLast ? total : BLOCK * (place + 1)), isLast);
  });
  return Uint8Array.from({ length }, (_, at) => Number((state[at >> 3] >> BigInt(8 * (at & 7))) & 255n));
}

/** Return the key, if there is one, and the message, in blocks that are filled with zeros.
 * @param {Uint8Array} message
 * @param {Uint8Array} key
 */
function blocksOf(message, key) {
  const parts = key.length ? [key] : [];
  for (let at = 0; at < message.length; at += BLOCK) parts.push(message.subarray(at, at + BLOCK));
  if (!parts.length) parts.push(message);
  return parts.map((part) => {
    const block = new Uint8Array(BLOCK);
    block.set(part);
    return block;
  });
}

/** Mix a block into the state.
 * @param {bigint[]} state
 * @param {Uint8Array} block
 * @param {bigint} count the bytes so far
 * @param {boolean} isLast
 */
function compress(state, block, count, isLast) {
  const view = new DataView(block.buffer);
  const words = Array.from({ length: 16 }, (_, at) => view.getBigUint64(8 * at, true));
  const work = [...state, ...START];
  work[12] ^= count & WORD;
  work[13] ^= count >> 64n;
  if (isLast) work[14] ^= WORD;
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = ORDERS[round % ORDERS.length];
    PLACES.forEach((places, at) => mix(work, places, words[order[2 * at]], words[order[2 * at + 1]]));
  }
  for (let at = 0; at < 8; at += 1) state[at] ^= work[at] ^ work[at + 8];
}

/** @param {bigint[]} work @param {number[]} places @param {bigint} x @param {bigint} y */
function mix(work, [a, b, c, d], x, y) {
  work[a] = (work[a] + work[b] + x) & WORD;
  work[d] = turn(work[d] ^ work[a], 32n);
  work[c] = (work[c] + work[d]) & WORD;
  work[b] = turn(work[b] ^ work[c], 24n);
  work[a] = (work[a] + work[b] + y) & WORD;
  work[d] = turn(work[d] ^ work[a], 16n);
  work[c] = (work[c] + work[d]) & WORD;
  work[b] = turn(work[b] ^ work[c], 63n);
}

/** @param {bigint} word @param {bigint} bits */
const turn = (word, bits) => ((word >> bits) | (word << (64n - bits))) & WORD;
