// A client of the service. openapi.yaml gives the types of all paths, bodies and replies.
import createClient, { type Client } from "openapi-fetch";

import { Access } from "./access.js";
import type { components, paths } from "./schema.js";

export { Access, LogInEnded, type AccessOptions, type Grant } from "./access.js";
export { follow, type Message } from "./streaming.js";
export type Api = Client<paths>;
export type Game = components["schemas"]["GameView"];
export type Decision = components["schemas"]["DecisionView"];
export type Option = components["schemas"]["OptionView"];
export type Problem = components["schemas"]["Problem"];

/** The service refused a request. Branch on `problem.code`. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail || problem.title}`);
  }
}

/** Returns a client of the service at `url`, with a token or the access of a user; without one, for public requests. */
export function createApi(url: string, access?: string | Access): Api {
  const { fetch } = access instanceof Access ? access : new Access(url, access ? { token: access } : {});
  return createClient<paths>({ baseUrl: url, fetch });
}

/** Returns the document of a reply. Throws ProblemError if it is a problem. */
export function unwrap<T>(reply: { data?: T; error?: Problem }): NonNullable<T> {
  if (reply.error) throw new ProblemError(reply.error);
  if (reply.data === undefined || reply.data === null) throw new Error("The reply has no document.");
  return reply.data;
}
