/** Requests to the API: ETags, retries, idempotency keys, errors. */

import { API_URL } from "../config.js";
import { language } from "../text/index.js";
import { Problem, Unreachable, problemOf } from "./problems.js";
import { noteServerTime } from "./server_clock.js";
import { send } from "./session.js";

/** @import { Page } from "../../types" */
/** @import { Init } from "./session.js" */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Query */

const PAUSES = [1000, 2000, 4000];
/** A longer wait is told to the user instead. Milliseconds. */
const LONGEST = 10_000;
const HAS_KEY = /^games\/$|\/(commands|messages|try)\/$/;
const MOST_CACHED = 100;

/** @type {Map<string, {etag: string, value: any}>} */
const cached = new Map();

/** Fetch a document, or the text of a picture. It is downloaded only if it has changed.
 * @param {string} path below /api/v1/
 * @param {Query} [query]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function get(path, query = {}, signal) {
  const url = urlOf(path, query);
  const key = `${language()} ${url}`;
  const known = cached.get(key);
  const headers = known ? { "If-None-Match": known.etag } : undefined;
  const reply = await sendPatiently(url, { headers, signal });
  if (reply.status === 304 && known) return known.value;
  const value = await contentOf(reply);
  const etag = reply.headers.get("ETag");
  cached.delete(key);
  if (etag) cached.set(key, { etag, value });
  if (cached.size > MOST_CACHED) cached.delete(/** @type {string} */ (cached.keys().next().value));
  return value;
}

/** Fetch all pages of a list. @param {string} path @param {Query} [query] @param {number} [most] */
export async function getAll(path, query = {}, most = 500) {
  /** @type {any[]} */
  const all = [];
  /** @type {Page<any>} */
  let page = await get(path, query);
  for (;;) {
    all.push(...page.results);
    if (!page.next || all.length >= most) return all;
    page = await follow(page.next);
  }
}

/** Fetch another page of a list. @param {string} next the member `next` of the page before */
export function follow(next) {
  const { pathname, searchParams } = new URL(next, `${API_URL || location.origin}/api/v1/`);
  return get(pathname.replace("/api/v1/", ""), Object.fromEntries(searchParams));
}

/** Send a request that changes something. Commands, new games and messages are sent again if no
 * reply comes: the service recognizes them by their key, and does them once.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export function post(path, body) {
  const more = HAS_KEY.test(path) ? { "Idempotency-Key": crypto.randomUUID() } : undefined;
  return change("POST", path, body, more);
}

/** @param {string} path @param {object} body @returns {Promise<any>} */
export const put = (path, body) => change("PUT", path, body);

/** @param {string} path @param {object} body @returns {Promise<any>} */
export const patch = (path, body) => change("PATCH", path, body);

/** @param {string} path @returns {Promise<any>} */
export const remove = (path) => change("DELETE", path);

/** Send a request whose reply is a file. @param {string} path @param {object} body @returns {Promise<Blob>} */
export async function download(path, body) {
  const headers = { "Content-Type": "application/json", Accept: "*/*" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const reply = await sendPatiently(urlOf(path, {}), init);
  if (!reply.ok) throw await problemOf(reply);
  return reply.blob();
}

/** Forget what was fetched, for example when another user signs in. */
export const forgetReplies = () => cached.clear();

/** @param {string} method @param {string} path @param {object} [body] @param {Record<string, string>} [more] */
async function change(method, path, body, more) {
  const headers = { ...(body && { "Content-Type": "application/json" }), ...more };
  const init = { method, headers, body: body && JSON.stringify(body) };
  return contentOf(await sendPatiently(urlOf(path, {}), init));
}

/** Send a request again while the service is busy or cannot be reached, a few times.
 * @param {string} url
 * @param {Init} init
 */
async function sendPatiently(url, init) {
  /** @type {Record<string, string>} */
  const headers = {
    Accept: "application/json, image/svg+xml",
    "Accept-Language": language(),
    ...init.headers,
  };
  const full = { ...init, headers };
  const repeatable = !init.method || headers["Idempotency-Key"] || init.method === "PUT";
  for (const pause of [...PAUSES, 0]) {
    try {
      const reply = await send(url, full);
      const wait = 1000 * Number(reply.headers.get("Retry-After")) || pause;
      if (![429, 503].includes(reply.status) || !pause || wait > LONGEST) return reply;
      await sleep(wait);
    } catch (error) {
      if (!(error instanceof Unreachable) || !repeatable || !pause || !navigator.onLine) throw error;
      await sleep(pause);
    }
  }
  throw new Unreachable();
}

/** @param {Response} reply */
async function contentOf(reply) {
  if (!reply.ok) throw await problemOf(reply);
  if (reply.status === 204) return null;
  if (!reply.headers.get("Content-Type")?.includes("json")) return reply.text();
  const content = await reply.json();
  noteServerTime(content);
  return content;
}

/** @param {string} path @param {Query} query */
function urlOf(path, query) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") parameters.set(name, String(value));
  }
  const words = parameters.toString();
  return `${API_URL}/api/v1/${path}${words && `?${words}`}`;
}

/** @param {number} milliseconds */
export const sleep = (milliseconds) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** True if the user has to sign in (again). @param {unknown} error */
export const needsSignIn = (error) =>
  error instanceof Problem && (error.status === 401 || error.code === "insufficient_scope");
