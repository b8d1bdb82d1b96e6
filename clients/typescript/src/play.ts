// Plays a whole game against bots. It knows no rules: it chooses one of the options.
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { unwrap, createApi, ProblemError, type Api, type Game, type Option } from "./client.js";

const SHORTEST_WAIT = 50;
const LONGEST_WAIT = 1000;
const STALE_CODES = ["stale_decision", "not_your_decision", "game_over"];

/** Registers a user with a random name, logs in, and returns their client. */
export async function registerUser(url: string): Promise<Api> {
  const username = `ts-${randomBytes(4).toString("hex")}`;
  const password = randomBytes(16).toString("hex");
  const anonymous = createApi(url);
  unwrap(await anonymous.POST("/api/v1/auth/register/", { body: { username, password } }));
  const body = { username, password, name: "typescript" };
  const issued = unwrap(await anonymous.POST("/api/v1/auth/tokens/", { body }));
  return createApi(url, issued.token);
}

/** Creates a game with one player and bots, and starts it. */
export async function startGame(api: Api, ruleset: string, seats: number): Promise<Game> {
  const bots = Array.from({ length: seats - 1 }, () => ({ level: "easy" }));
  const created = unwrap(
    await api.POST("/api/v1/games/", {
      body: { ruleset, seats, bots },
      params: { header: { "Idempotency-Key": randomUUID() } },
    }),
  );
  const params = { path: { game_id: created.id } };
  return unwrap(await api.POST("/api/v1/games/{game_id}/start/", { params }));
}

/** Plays until the game is over and returns it. `patience` is the longest time without a change, in ms. */
export async function playGame(api: Api, id: string, patience = 60_000): Promise<Game> {
  let etag = "";
  let wait = SHORTEST_WAIT;
  let waited = 0;
  for (;;) {
    const header: { "If-None-Match"?: string } = etag ? { "If-None-Match": etag } : {};
    const params = { path: { game_id: id }, header };
    const reply = await api.GET("/api/v1/games/{game_id}/", { params });
    if (reply.response.status === 304) {
      if (waited > patience) throw new Error("Nothing has changed for too long. Is a worker running?");
      await sleep(wait);
      waited += wait;
      wait = Math.min(wait * 1.5, LONGEST_WAIT);
      continue;
    }
    const game = unwrap(reply);
    etag = reply.response.headers.get("ETag") ?? "";
    [wait, waited] = [SHORTEST_WAIT, 0];
    if (game.status === "finished" || game.status === "cancelled") return game;
    await answer(api, game);
  }
}

/** Answers the open decision if it is this user's. Ignores refusals because it is already answered. */
async function answer(api: Api, game: Game): Promise<void> {
  const decision = game.decision;
  const option = decision?.options && chooseOption(decision.options);
  if (!decision || !option) return;
  try {
    unwrap(
      await api.POST("/api/v1/games/{game_id}/commands/", {
        params: { path: { game_id: game.id }, header: { "Idempotency-Key": randomUUID() } },
        body: { decision: decision.id, choices: [option.choice] },
      }),
    );
  } catch (error) {
    if (!(error instanceof ProblemError && STALE_CODES.includes(error.problem.code))) throw error;
  }
}

/** Chooses to build if possible, otherwise at random. */
function chooseOption(options: Option[]): Option | undefined {
  const build = options.find((option) => option.verb === "build");
  return build ?? options[Math.floor(Math.random() * options.length)];
}
