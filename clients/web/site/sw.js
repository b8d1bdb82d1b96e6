/**
 * The service worker: it keeps the files of this client, so that the page opens without a
 * connection. It asks the network first, so that a new version is there at once. Requests to the
 * API do not pass through it. It also shows notifications (docs/notifications.md, "Web push").
 */

const SHELL = "shell";
/** Milliseconds until a slow network is given up, if there is a copy. */
const PATIENCE = 4000;
/** On a host that has the API at the same origin. */
const NOT_OURS = /^\/(api|oauth|\.well-known)\//;
/** The file that all parts belong to, and the names that the bundle gives them. */
const START = /\/main\.js$/;
const PART = /\/part-\w+\.(js|css)$/;

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
  const fresh = fetch(request).then(async (reply) => {
    if (kept && reply.ok && START.test(key)) await forgetOldParts(cache, key, reply);
    if (reply.ok) event.waitUntil(cache.put(key, reply.clone()));
    return kept && reply.status >= 429 ? kept : reply;
  });
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([fresh.catch(() => kept), late]);
}

/** Drop the parts of the last release when another one comes: their names have its hashes. */
async function forgetOldParts(cache, key, reply) {
  const kept = await cache.match(key);
  if ((await kept.text()) === (await reply.clone().text())) return;
  const parts = (await cache.keys()).filter(({ url }) => PART.test(url));
  await Promise.all(parts.map((part) => cache.delete(part)));
}

self.addEventListener("push", (event) => event.data && event.waitUntil(show(event.data.json())));
self.addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** Milliseconds in which a page says what it shows. */
const ANSWER = 1000;

/** Return the open pages of this client. */
async function pages() {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter(({ url }) => url.startsWith(self.registration.scope));
}

/** Show a notification, unless the user looks at the game it is about. */
async function show({ title, body, tag, game }) {
  const place = game ? `#/games/${game}` : "#/notifications";
  const focused = (await pages()).filter((page) => page.focused);
  const shown = await Promise.all(focused.map((page) => isShown(page, place)));
  if (game && shown.includes(true)) return;
  const options = { body, tag, renotify: true, icon: "icon-192.png", data: place };
  await self.registration.showNotification(title, options);
}

/** Ask a page if it shows a place. The address of a page does not tell it to its worker. */
function isShown(page, place) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, ANSWER, false);
    page.postMessage({ isShown: place }, [port2]);
  });
}

/** Go to the place of a notification, in an open page if there is one. */
async function open(notification) {
  notification.close();
  const [page] = await pages();
  if (!page) return self.clients.openWindow(self.registration.scope + notification.data);
  page.postMessage({ open: notification.data });
  return page.focus();
}

/** Subscribe again with the same key. Pages have the token to tell the service: now, or when one is opened. */
async function renew({ oldSubscription }) {
  if (oldSubscription) await self.registration.pushManager.subscribe(oldSubscription.options);
  for (const page of await pages()) page.postMessage({ isRenewed: true });
}
