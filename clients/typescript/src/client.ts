// A client of the service: every path, body and reply is typed by what openapi.yaml says.
import createClient, { type Client } from "openapi-fetch";

import type { components, paths } from "./schema.js";

export type Api = Client<paths>;
export type Game = components["schemas"]["GameView"];
export type Decision = components["schemas"]["DecisionView"];
export type Option = components["schemas"]["OptionView"];
export type Problem = components["schemas"]["Problem"];

/** The service has refused; `problem.code` is what programs branch on. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail || problem.title}`);
  }
}

/** A client of the service at `url`; without a token it may do what is open to all. */
export function clientOf(url: string, token?: string): Api {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  return createClient<paths>({ baseUrl: url, headers });
}

/** The document of a reply; throws Refused if it is a problem. */
export function accepted<T>(reply: { data?: T; error?: Problem }): NonNullable<T> {
  if (reply.error) throw new Refused(reply.error);
  if (reply.data === undefined || reply.data === null) throw new Error("An answer without a document came.");
  return reply.data;
}
