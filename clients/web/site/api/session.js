/**
 * Signs in with OAuth2: authorization code with PKCE (RFC 7636), as any other application.
 *
 * The tokens are variables of this module, and nowhere else: no storage of the browser holds them,
 * so nothing can be read there later. A script that is injected into the page can act while the page is
 * open, and no longer: docs/decisions/web-client-tokens.md. When the page is loaded again, it gets a new
 * token without a question (`prompt=none`), because the service knows the user by its own cookie. Only on
 * another host it has to leave this page for that.
 */

import { API_URL, CLIENT_ID } from "../config.js";
import { Problem, Unreachable, problemOf } from "./problems.js";

const SCOPES = "games:read games:play games:create messages account";
const PENDING = "sign-in";
const WAS_SIGNED_IN = "was-signed-in";
const EARLY = 60_000;

/** @typedef {Omit<RequestInit, "headers"> & {headers?: Record<string, string>}} Init */
/** @typedef {{access: string, refresh: string, until: number}} Tokens */
/** @type {Tokens | null} */
let tokens = null;
/** @type {Promise<void> | null} */
let refreshing = null;
/** Who has signed in when the page was loaded: what it shows is theirs. */
let user = "";

/** Note whose page this is. @param {string} id */
export const noteUser = (id) => (user = id);
export const isSignedIn = () => tokens !== null;
export const wasSignedIn = () => localStorage.getItem(WAS_SIGNED_IN) !== null;

const redirectUri = () => location.origin + location.pathname;

/** Leave for the sign-in page of the service, and come back to this place.
 * @param {"" | "none" | "create"} prompt none: only if no question is needed; create: sign up first
 */
export async function signIn(prompt = "") {
  if (!API_URL && (await leaveForIssuer())) return;
  const { verifier, state, address } = await requestCode(prompt);
  const pending = { verifier, state, place: location.hash, silent: prompt === "none" };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  // Without a question there is no page to come back to.
  return prompt === "none" ? location.replace(address) : location.assign(address);
}

/** Sign in without leaving this page, if the service has the same origin and knows the user.
 * Returns an error code of OAuth2 ("login_required", ...), or "".
 */
export async function signInHere() {
  const { verifier, state, address } = await requestCode("none");
  const reply = await fetchOrFail(address, { credentials: "same-origin" });
  if (reply.status >= 429) throw await problemOf(reply);
  const { origin, pathname, searchParams: query } = new URL(reply.url); // where the service has led
  const isBack = origin + pathname === redirectUri() && query.get("state") === state;
  const code = isBack && query.get("code");
  if (!code) return (isBack && query.get("error")) || "login_required"; // or not under this address
  await useCode(code, verifier);
  return "";
}

/** Return the address at which the service gives a code, and the secrets of the request.
 * @param {string} prompt
 */
async function requestCode(prompt) {
  const [verifier, state] = [randomText(), randomText()];
  const query = new URLSearchParams({
    response_type: "code",
    client_id: CLIENT_ID,
    redirect_uri: redirectUri(),
    scope: SCOPES,
    state,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: "S256",
    ...(prompt && { prompt }),
  });
  return { verifier, state, address: `${API_URL}/oauth/authorize/?${query}` };
}

/** Return the address of the page on which a guest creates an account and keeps their games. */
export const signUpAddress = () =>
  `${API_URL}/sign-up/${API_URL ? "" : `?next=${encodeURIComponent(location.pathname + location.hash)}`}`;

/** Go to the address under which the service knows this client, if it was opened under another one,
 * such as http://localhost. Returns true if so.
 */
async function leaveForIssuer() {
  const reply = await sendWith(undefined, "/.well-known/oauth-authorization-server", {});
  if (!reply.ok) throw await problemOf(reply);
  const { issuer } = await reply.json();
  if (issuer === location.origin) return false;
  location.replace(issuer + location.pathname + location.hash);
  return true;
}

/**
 * Finish what `signIn` began, if this page was opened by the redirect back.
 * Returns an error code of OAuth2 ("login_required", "access_denied", ...), or "".
 */
export async function finishSignIn() {
  const query = new URLSearchParams(location.search);
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? "null");
  if (!query.has("state") || (!query.has("code") && !query.has("error"))) return "";
  sessionStorage.removeItem(PENDING);
  history.replaceState(null, "", location.pathname + (pending?.place ?? ""));
  if (!pending || pending.state !== query.get("state")) return "foreign_state";
  const code = query.get("code");
  if (!code) return pending.silent ? "login_required" : query.get("error") ?? "";
  await useCode(code, pending.verifier);
  return "";
}

/** @param {string} code @param {string} verifier */
async function useCode(code, verifier) {
  const proof = { code, code_verifier: verifier, redirect_uri: redirectUri() };
  await fetchTokens({ grant_type: "authorization_code", ...proof });
  localStorage.setItem(WAS_SIGNED_IN, "yes");
}

/** End the session here, and tell the service to forget the tokens. */
export async function signOut() {
  const old = tokens;
  forget();
  if (old) await post("revoke", { token: old.refresh }).catch(() => {});
}

/** Forget the tokens. The next load of the page does not sign in by itself. */
export function forget() {
  tokens = null;
  localStorage.removeItem(WAS_SIGNED_IN);
}

/** Send a request with the access token, if there is one. Raises Unreachable.
 * @param {string} url
 * @param {Init} init
 */
export async function send(url, init) {
  await refreshing;
  if (tokens && tokens.until < Date.now()) await refresh(tokens.access);
  const used = tokens?.access;
  const reply = await sendWith(used, url, init);
  if (reply.status !== 401 || !used) return reply;
  await refresh(used);
  return tokens ? sendWith(tokens.access, url, init) : reply;
}

/** @param {string | undefined} token @param {string} url @param {Init} init */
function sendWith(token, url, init) {
  const headers = { ...init.headers, ...(token && { Authorization: `Bearer ${token}` }) };
  return fetchOrFail(url, { ...init, headers, credentials: "omit", cache: "no-store" });
}

/** Fetch, and raise Unreachable if no reply comes. @param {string} url @param {RequestInit} init */
async function fetchOrFail(url, init) {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable();
  }
}

/** Get new tokens, once for all requests that wait for them. @param {string} used */
async function refresh(used) {
  if (tokens?.access !== used) return;
  const { refresh: refresh_token } = tokens;
  refreshing ??= fetchTokens({ grant_type: "refresh_token", refresh_token })
    .catch(async (error) => {
      if (!(error instanceof Problem) || error.code !== "invalid_grant") throw error;
      // The user signed out elsewhere, or the authorization has ended.
      if (API_URL) return signIn("none");
      const isRefused = await signInHere();
      if (isRefused) tokens = null;
      if (isRefused || !(await isSameUser())) location.reload(); // which says so
    })
    .finally(() => (refreshing = null));
  await refreshing;
}

/** True if the tokens are still those of the user of this page. */
async function isSameUser() {
  const reply = await sendWith(tokens?.access, `${API_URL}/api/v1/me/`, {}).catch(() => null);
  return reply?.ok && (await reply.json()).id === user;
}

/** @param {Record<string, string>} parameters */
async function fetchTokens(parameters) {
  const reply = await post("token", parameters);
  if (!reply.ok) throw await problemOf(reply);
  const { access_token, refresh_token, expires_in } = await reply.json();
  const until = Date.now() + expires_in * 1000 - EARLY;
  tokens = { access: access_token, refresh: refresh_token, until };
}

/** @param {"token" | "revoke"} endpoint @param {Record<string, string>} parameters */
function post(endpoint, parameters) {
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...parameters });
  return sendWith(undefined, `${API_URL}/oauth/${endpoint}/`, { method: "POST", body });
}

function randomText() {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {string} verifier */
async function challengeOf(verifier) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}

/** @param {Uint8Array} bytes */
function base64Url(bytes) {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
