/** The numbers of docs/randomness.md, and those of RFC 7693. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { blake2b } from "../site/record/blake2b.js";
import { bytesOf, canonical, hexOf, sha256 } from "../site/record/canonical.js";
import { draw, picks, shuffle, sizesOf, unshuffle } from "../site/record/draws.js";

const page = readFileSync(new URL("../../../docs/randomness.md", import.meta.url), "utf8");
const vectors = JSON.parse(page.match(/```json\n(\{\s*"seed"[^]*?)```/)?.[1] ?? "");
const seed = bytesOf(vectors.seed);
const text = (/** @type {string} */ words) => new TextEncoder().encode(words);

test("BLAKE2b hashes the example of RFC 7693, appendix A", () => {
  const expected =
    "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923";
  assert.equal(hexOf(blake2b(text("abc"))), expected);
});

test("BLAKE2b hashes the empty message and messages of several blocks", () => {
  const empty =
    "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce";
  assert.equal(hexOf(blake2b(text(""))), empty);
  assert.equal(hexOf(blake2b(new Uint8Array(128))), BLOCKS.one);
  assert.equal(hexOf(blake2b(new Uint8Array(129))), BLOCKS.two);
  assert.equal(hexOf(blake2b(new Uint8Array(0), text("key"), 32)), BLOCKS.keyed);
});

/** As hashlib.blake2b of Python gives them. */
const BLOCKS = {
  one: "865939e120e6805438478841afb739ae4250cf372653078a065cdcfffca4caf798e6d462b65d658fc165782640eded70963449ae1500fb0f24981d7727e22c41",
  two: "a60edba343e7a6933c14d203d2e535f35e6deb6c8a4f8e624c1a6f6e2612860447cb4c37e5aa11bcf03b7c3eea7228eb8b998f922794f2d1b8f2dc63f03bd3fa",
  keyed: "e65edfce5a36261cd824cb0f0da736b1109dcf20d2b831d598f337bb3552a3e4",
};

test("draws are those of the page", () => {
  for (const [number, expected] of Object.entries(vectors.draws)) {
    assert.equal(draw(seed, Number(number)), BigInt(`0x${expected}`));
  }
});

test("shuffles and picks are those of the page", () => {
  const items = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  assert.deepEqual(shuffle(draw(seed, 0), items), vectors.shuffle_of_0_to_9_by_draw_0);
  assert.deepEqual(unshuffle(draw(seed, 0), vectors.shuffle_of_0_to_9_by_draw_0), items);
  assert.deepEqual(picks(draw(seed, 1), [10, 9, 8]), vectors.picks_10_9_8_by_draw_1);
  assert.deepEqual(picks(draw(seed, 2), [6]), vectors.pick_6_by_draw_2);
});

test("the set-up of the page follows from its seed", () => {
  const { deck_before, chance_of_the_set_up: chance } = Object.values(vectors).find((one) => one.deck_before);
  const deck = shuffle(draw(seed, 0), bytesOf(deck_before));
  assert.equal(hexOf(Uint8Array.from(deck)), chance[0]);
  const sizes = sizesOf(draw(seed, 2), chance[2]);
  assert.deepEqual(picks(draw(seed, 2), sizes ?? []), chance[2]);
});

test("some picks are impossible whatever there was to pick from", () => {
  const number = 1000n;
  assert.equal(sizesOf(number, [63]), null);
  assert.deepEqual(sizesOf(number, [0]), [1]);
});

test("the commitment is that of the page", async () => {
  assert.equal(await sha256(bytesOf(vectors.seed + vectors.nonce)), vectors.commitment);
});

test("canonical JSON sorts by code points and leaves letters as they are", () => {
  const document = { "😀": 1, "\uffff": 2, b: [true, null, -3], a: { é: "ß\u2028\n\u0001\u007f" }, "": 0 };
  const expected = '{"":0,"a":{"é":"ß\u2028\\n\\u0001\u007f"},"b":[true,null,-3],"\uffff":2,"😀":1}';
  assert.equal(canonical(document), expected);
  assert.throws(() => canonical({ half: 0.5 }), TypeError);
  assert.throws(() => canonical({ large: 2 ** 60 }), TypeError);
});
