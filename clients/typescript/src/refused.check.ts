// Wrong uses that the compiler must refuse: tsc fails if a line below `@ts-expect-error` compiles.
import type { Api, Game } from "./client.js";

export async function misuse(api: Api, game: Game): Promise<void> {
  const params = { path: { game_id: game.id } };
  // @ts-expect-error -- a status is a word; later versions may add some
  if (game.status === 1) return;
  // @ts-expect-error -- there may be no open decision
  game.decision.id;
  // @ts-expect-error -- there is no such path
  await api.GET("/api/v1/games/{game_id}/nowhere/", { params });
  // @ts-expect-error -- a command names its decision
  await api.POST("/api/v1/games/{game_id}/commands/", { params, body: { choices: ["x"] } });
  // @ts-expect-error -- a new game needs a number of seats
  await api.POST("/api/v1/games/", { body: { ruleset: "citadels" } });
  // @ts-expect-error -- words that clients send are those of today
  await api.POST("/api/v1/games/", { body: { ruleset: "citadels", seats: 2, visibility: "secret" } });
}
