// Plays a whole game through the client that @hey-api/openapi-ts makes. It knows no rules.
//
//   play URL RULESET SEATS BOTS    create a game, wait until its seats are taken, and play it
//   play URL GAME                  join a game and play it
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { client } from "./api/client.gen.js";
import { authRegister, authTokenIssue, gameCommand, gameCreate, gameJoin, gameView } from "./api/sdk.gen.js";
import type { DecisionView, GameView } from "./api/types.gen.js";

const PAUSE = 100;

/** Registers a user with a random name, and logs in. */
async function logIn(url: string): Promise<void> {
  const username = `hey-${randomBytes(4).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  client.setConfig({ baseUrl: url });
  await authRegister({ body: { username, password }, throwOnError: true });
  const issued = await authTokenIssue({ body: { username, password }, throwOnError: true });
  client.setConfig({ baseUrl: url, auth: issued.data.token });
}

/** Without the scope games:read a write answers nothing. */
function required<T>(document: T | void): T {
  if (!document) throw new Error("The reply is empty.");
  return document;
}

async function createGame(ruleset: string, seats: number, bots: number): Promise<GameView> {
  const created = await gameCreate({
    body: { ruleset, seats, bots: Array.from({ length: bots }, () => ({ level: "easy" })), start_when_full: true },
    headers: { "Idempotency-Key": randomUUID() },
    throwOnError: true,
  });
  return required(created.data);
}

/** Chooses one of the options of the open decision, to build if possible. */
async function answer(id: string, decision: DecisionView): Promise<void> {
  const options = decision.options ?? [];
  const choice =
    options.find((option) => option.verb === "build") ?? options[Math.floor(Math.random() * options.length)];
  if (!choice) throw new Error("no options");
  const reply = await gameCommand({
    path: { game_id: id },
    body: { decision: decision.id, choices: [choice.choice] },
    headers: { "Idempotency-Key": randomUUID() },
  });
  // 409: something else answered it, a time-out or a standing order.
  if (reply.error && reply.response?.status !== 409) throw new Error(JSON.stringify(reply.error));
}

const [url = "http://127.0.0.1:8000", ruleset = "citadels", seats, bots] = process.argv.slice(2);
await logIn(url);
let game: GameView;
if (seats) game = await createGame(ruleset, Number(seats), Number(bots));
else game = required((await gameJoin({ path: { game_id: ruleset }, body: {}, throwOnError: true })).data);
const id = game.id;
console.log(`game ${id}`);
let answers = 0;
let members = 0;
while (game.status === "lobby" || game.status === "active") {
  const decision = game.decision;
  if (decision?.options?.length) {
    for (const option of decision.options) members += Object.keys(option).length - 3;
    await answer(id, decision);
    answers += 1;
  } else await sleep(PAUSE);
  game = (await gameView({ path: { game_id: id }, throwOnError: true })).data;
}
console.log(`${game.status} after ${answers} answers; members of the game in options: ${members}`);
process.exitCode = game.status === "finished" && members > 0 ? 0 : 1;
