/**
 * The service worker: it keeps the files of this client, so that the page opens without a
 * connection. It asks the network first, so that a new version is there at once. Requests to the
 * API do not pass through it.
 */

const SHELL = "shell";
/** Milliseconds until a slow network is given up, if there is a copy. */
const PATIENCE = 4000;
/** On a host that has the API at the same origin. */
const NOT_OURS = /^\/(api|oauth|\.well-known)\//;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isOurs = url.href.startsWith(self.registration.scope) && !NOT_OURS.test(url.pathname);
  if (request.method === "GET" && isOurs) event.respondWith(answer(event, request, url));
});

/** Answer from the network, and from the cache if that fails or takes too long. */
async function answer(event, request, url) {
  const cache = await caches.open(SHELL);
  const key = url.origin + url.pathname; // the query has the code of a sign-in: it is not kept
  const kept = await cache.match(key);
  const fresh = fetch(request).then((reply) => {
    if (reply.ok) event.waitUntil(cache.put(key, reply.clone()));
    return kept && reply.status >= 429 ? kept : reply;
  });
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([fresh.catch(() => kept), late]);
}
