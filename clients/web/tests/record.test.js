/** Records of real games are verified, and no change of one goes unnoticed. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { canonical, sha256 } from "../site/record/canonical.js";
import { checkRecord, failedStep } from "../site/record/check.js";
import { noteCommitment, findCommitment } from "../site/record/commitments.js";

const ENGINE = new URL("../../../tests/engine/", import.meta.url);

/** The recorded matches of all rulesets. */
const texts = readdirSync(ENGINE, { recursive: true })
  .map(String)
  .filter((path) => /\/replays\/[^/]+\.json$/.test(path))
  .map((path) => readFileSync(new URL(path, ENGINE), "utf8"));

/** Change a record, and seal it as a service would that cheats.
 * @param {string} text
 * @param {(record: any) => void} change
 */
async function forged(text, change) {
  const { digest: _, ...record } = JSON.parse(text);
  change(record);
  return { ...record, digest: await sha256(canonical(record)) };
}

/** @param {any} record @param {object} [known] */
async function failures(record, known) {
  const { steps } = await checkRecord(record, known);
  return steps.filter(({ state }) => state === "failed").map(({ id }) => id);
}

const withShuffle = texts.filter((text) => JSON.parse(text).start.chance[0].length > 8);

test("there are records to check", () => assert.ok(withShuffle.length > 5));

test("records of real games are verified", async () => {
  for (const text of texts) {
    const { steps, draws } = await checkRecord(JSON.parse(text), { text });
    assert.equal(failedStep(steps), null);
    const shuffles = draws.filter(({ kind }) => kind === "shuffle");
    assert.ok(shuffles.every(({ state }) => state === "ok"), "each shuffle follows from the seed");
  }
});

test("a game that began at a position of another one has no set-up to check", async () => {
  const record = await forged(texts[0], (changed) => {
    changed.start = { chance: [], hash: changed.start.hash, state: {} };
    changed.moves = [];
  });
  const { steps } = await checkRecord(record);
  assert.equal(failedStep(steps), null);
  assert.equal(steps.find(({ id }) => id === "setup")?.state, "unknown");
});

test("a changed choice, time or digit breaks the digest", async () => {
  const [text] = texts;
  /** @type {((record: any) => void)[]} */
  const changes = [
    (record) => (record.moves[3].choice = "pass"),
    (record) => (record.about.changed = 1),
    (record) => record.moves.pop(),
    (record) => (record.result.scores[0] += 1),
  ];
  for (const change of changes) {
    const record = JSON.parse(text);
    change(record);
    assert.deepEqual(await failures(record), ["digest"]);
  }
});

test("another seed does not fit the commitment", async () => {
  const record = await forged(texts[0], (one) => (one.seed = "00".repeat(32)));
  assert.ok((await failures(record)).includes("commitment"));
});

test("two exchanged cards of the first deck are found, even with a new digest", async () => {
  for (const text of withShuffle) {
    const record = await forged(text, ({ start }) => {
      const cards = start.chance[0].match(/../g);
      const other = cards.findIndex((/** @type {string} */ card) => card !== cards[0]);
      [cards[0], cards[other]] = [cards[other], cards[0]];
      start.chance[0] = cards.join("");
    });
    assert.deepEqual(await failures(record), ["setup"]);
  }
});

test("moves that are not numbered one by one are found", async () => {
  const record = await forged(texts[0], ({ moves }) => moves.splice(2, 1));
  assert.ok((await failures(record)).includes("moves"));
});

test("a file that is not canonical, or of another game, is found", async () => {
  const record = JSON.parse(texts[0]);
  assert.deepEqual(await failures(record, { text: JSON.stringify(record, null, 1) }), ["canonical"]);
  assert.deepEqual(await failures(record, { text: `${texts[0]}\n` }), []);
  assert.deepEqual(await failures(record, { game: "another" }), ["game"]);
  assert.deepEqual(await failures(record, { digest: "00".repeat(32) }), ["service"]);
});

test("bad data is a failed step, and no error", async () => {
  const { seed: _, ...record } = JSON.parse(texts[0]);
  for (const bad of [null, 3, "text", [], {}, record, { ...JSON.parse(texts[0]), moves: [null] }]) {
    assert.deepEqual(await failures(bad), ["form"]);
  }
  for (const chance of [[3], ["zz"], [["one"]], [null], [[0.5]]]) {
    const odd = JSON.parse(texts[0]);
    odd.moves[0].chance = chance;
    assert.ok((await failures(odd)).includes("later"), JSON.stringify(chance));
  }
});

test("the commitment that this browser noted first is compared", async () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  const record = JSON.parse(texts[0]);
  const game = { id: "g", commitment: record.commitment, move_count: 0, status: "active", server_time: "2026-01-01T00:00:00Z" };
  noteCommitment({ ...game, commitment: null });
  assert.equal(findCommitment("g"), null);
  noteCommitment(game);
  noteCommitment({ ...game, commitment: "00".repeat(32) });
  assert.equal(findCommitment("g")?.commitment, record.commitment);
  assert.deepEqual(await failures(record, { noted: findCommitment("g") }), []);
  const other = await forged(texts[1], () => {});
  assert.deepEqual(await failures(other, { noted: findCommitment("g") }), ["noted"]);
});
