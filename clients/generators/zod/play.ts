// Plays a whole game through the client that openapi-zod-client makes, which checks every reply. It knows no rules.
//
//   play URL RULESET SEATS BOTS    create a game, wait until its seats are taken, and play it
//   play URL GAME                  join a game and play it
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { isErrorFromAlias } from "@zodios/core";

import { createApiClient } from "./api.js";

const PAUSE = 100;

const [url = "http://127.0.0.1:8000", ruleset = "citadels", seats, bots] = process.argv.slice(2);

/** Registers a user with a random name, logs in, and returns a client with the token. */
async function logIn() {
  const username = `zod-${randomBytes(4).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  const guest = createApiClient(url);
  await guest.auth_register({ username, password });
  const { token } = await guest.auth_token_issue({ username, password });
  return createApiClient(url, { axiosConfig: { headers: { Authorization: `Bearer ${token}` } } });
}

const api = await logIn();

async function startGame() {
  if (!seats) return api.game_join({}, { params: { game_id: ruleset } });
  return api.game_create(
    {
      ruleset,
      seats: Number(seats),
      bots: Array.from({ length: Number(bots) }, () => ({ level: "easy" })),
      start_when_full: true,
    },
    { headers: { "Idempotency-Key": randomUUID() } },
  );
}

/** Answers a decision with one of its options, to build if possible. */
async function answer(id: string, decision: number, options: { verb: string; choice: string }[]): Promise<void> {
  const option =
    options.find((option) => option.verb === "build") ?? options[Math.floor(Math.random() * options.length)];
  if (!option) throw new Error("no options");
  try {
    await api.game_command(
      { decision, choices: [option.choice] },
      { params: { game_id: id }, headers: { "Idempotency-Key": randomUUID() } },
    );
  } catch (error) {
    // 409: something else answered it, a time-out or a standing order.
    if (!isErrorFromAlias(api.api, "game_command", error) || error.response.status !== 409) throw error;
  }
}

let game = await startGame();
const { id } = game;
console.log(`game ${id}`);
let answers = 0;
let members = 0;
while (game.status === "lobby" || game.status === "active") {
  const options = game.decision?.options;
  if (game.decision && options?.length) {
    for (const option of options) members += Object.keys(option).length - 3;
    await answer(id, game.decision.id, options);
    answers += 1;
  } else await sleep(PAUSE);
  game = await api.game_view({ params: { game_id: id } });
}
console.log(`${game.status} after ${answers} answers; members of the game in options: ${members}`);
process.exitCode = game.status === "finished" && members > 0 ? 0 : 1;
