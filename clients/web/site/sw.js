/**
 * The service worker: it keeps the files of this client, so that the page opens without a
 * connection. It asks the network first, so that a new version is there at once. Requests to the
 * API, which is elsewhere or below another path, do not pass through it.
 */

const SHELL = "shell";
const PATIENCE = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isOurs = url.href.startsWith(self.registration.scope);
  if (request.method !== "GET" || !isOurs) return;
  event.respondWith(fromNetwork(request, url));
});

/** Answer from the network, and from the cache if that fails or takes too long. */
async function fromNetwork(request, url) {
  const cache = await caches.open(SHELL);
  const key = url.origin + url.pathname; // the query has the code of a sign-in: it is not kept
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const reply = await fetch(request, { signal: stop.signal });
    if (reply.ok) await cache.put(key, reply.clone());
    return reply;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
