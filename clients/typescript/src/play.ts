// A whole game against bots. No rule of any game is known here: one of the options is taken.
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { accepted, clientOf, Refused, type Api, type Game, type Option } from "./client.js";

const SHORTEST_WAIT = 50;
const LONGEST_WAIT = 1000;
const OVERTAKEN = ["stale_decision", "not_your_decision", "game_over"];

/** Opens an account and logs in: the client of a new user. */
export async function newcomer(url: string): Promise<Api> {
  const username = `ts-${randomBytes(4).toString("hex")}`;
  const password = randomBytes(16).toString("hex");
  const anyone = clientOf(url);
  accepted(await anyone.POST("/api/v1/auth/register/", { body: { username, password } }));
  const body = { username, password, name: "typescript" };
  const issued = accepted(await anyone.POST("/api/v1/auth/tokens/", { body }));
  return clientOf(url, issued.token);
}

/** Creates a game of one person and bots, and starts it. */
export async function started(api: Api, ruleset: string, seats: number): Promise<Game> {
  const bots = Array.from({ length: seats - 1 }, () => ({ level: "greedy" }));
  const created = accepted(
    await api.POST("/api/v1/games/", {
      body: { ruleset, seats, bots },
      params: { header: { "Idempotency-Key": randomUUID() } },
    }),
  );
  const params = { path: { game_id: created.id } };
  return accepted(await api.POST("/api/v1/games/{game_id}/start/", { params }));
}

/** Plays until the game is over; returns it as it ended. `patience` is in milliseconds. */
export async function played(api: Api, id: string, patience = 60_000): Promise<Game> {
  let etag = "";
  let wait = SHORTEST_WAIT;
  let waited = 0;
  for (;;) {
    const header: { "If-None-Match"?: string } = etag ? { "If-None-Match": etag } : {};
    const params = { path: { game_id: id }, header };
    const reply = await api.GET("/api/v1/games/{game_id}/", { params });
    if (reply.response.status === 304) {
      if (waited > patience) throw new Error("Nothing happens: has the service a worker?");
      await sleep(wait);
      waited += wait;
      wait = Math.min(wait * 1.5, LONGEST_WAIT);
      continue;
    }
    const game = accepted(reply);
    etag = reply.response.headers.get("ETag") ?? "";
    [wait, waited] = [SHORTEST_WAIT, 0];
    if (game.status === "finished" || game.status === "cancelled") return game;
    await answer(api, game);
  }
}

/** Answers the open decision if it is ours, unless somebody was quicker. */
async function answer(api: Api, game: Game): Promise<void> {
  const decision = game.decision;
  const option = decision?.options && preferred(decision.options);
  if (!decision || !option) return;
  try {
    accepted(
      await api.POST("/api/v1/games/{game_id}/commands/", {
        params: { path: { game_id: game.id }, header: { "Idempotency-Key": randomUUID() } },
        body: { decision: decision.id, choices: [option.choice] },
      }),
    );
  } catch (error) {
    if (!(error instanceof Refused && OVERTAKEN.includes(error.problem.code))) throw error;
  }
}

/** Builds where it can, and else takes whatever is offered. */
function preferred(options: Option[]): Option | undefined {
  const building = options.find((option) => option.verb === "build");
  return building ?? options[Math.floor(Math.random() * options.length)];
}
