/** The service worker with a browser that is made up: what it shows, and where a click leads. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const CODE = await readFile(new URL("../site/sw.js", import.meta.url), "utf8");
const SCOPE = "https://games.example.org/play/";
const MESSAGE = { kind: "your_turn", title: "Your turn", body: "It is your turn.", tag: "7", game: "7" };

/** A page that shows a place. */
class Page {
  constructor(place, { url = SCOPE, focused = true, answers = true } = {}) {
    Object.assign(this, { place, url, focused, answers, orders: [], wasFocused: false });
  }

  postMessage(message, ports = []) {
    if (!message.isShown) this.orders.push(message);
    else if (this.answers) ports[0].postMessage(this.place.startsWith(message.isShown));
  }

  async focus() {
    this.wasFocused = true;
  }
}

/** Start the worker with these pages. Returns what it has shown and opened, and `fire`. */
function start(pages = [], cache = null) {
  const shown = [];
  const opened = [];
  const subscribed = [];
  const handlers = {};
  const registration = {
    scope: SCOPE,
    showNotification: async (title, options) => shown.push({ title, ...options }),
    pushManager: { subscribe: async (options) => subscribed.push(options) },
  };
  const clients = { matchAll: async () => pages, openWindow: async (url) => opened.push(url) };
  const self = { registration, clients, addEventListener: (name, handler) => (handlers[name] = handler) };
  const caches = { open: async () => cache };
  const fetch = async ({ url }) => new Response(`new ${url}`);
  runInNewContext(CODE, { self, caches, fetch, URL, Promise, MessageChannel: Channel, setTimeout: soon });
  const fire = async (name, event) => {
    let work;
    handlers[name]({ ...event, waitUntil: (promise) => (work = promise), respondWith: (promise) => (work = promise) });
    await work;
  };
  return { shown, opened, subscribed, fire };
}

/** A cache with the files of a release. */
class Cache extends Map {
  match = async (key) => this.get(key)?.clone();
  put = async (key, reply) => this.set(key, reply);
  forget = super.delete.bind(this);
  delete = async ({ url }) => this.forget(url);
  keys = () => [...super.keys()].map((url) => ({ url }));
}

const soon = (then, _milliseconds, value) => setTimeout(then, 20, value);

/** A channel whose ports need not be closed. */
class Channel {
  port1 = { onmessage: null };
  port2 = { postMessage: (data) => this.port1.onmessage({ data }) };
}

const message = (changes = {}) => ({ data: { json: () => ({ ...MESSAGE, ...changes }) } });

test("a message is shown with its title, text and tag", async () => {
  const { shown, fire } = start();
  await fire("push", message());
  const [{ title, body, tag, data }] = shown;
  assert.deepEqual({ title, body, tag, data }, { title: "Your turn", body: "It is your turn.", tag: "7", data: "#/games/7" });
});

test("nothing is shown to a user who looks at the game", async () => {
  const { shown, fire } = start([new Page("#/turns"), new Page("#/games/7/history/2")]);
  await fire("push", message());
  assert.deepEqual(shown, []);
});

test("a page that is elsewhere, in the background or silent does not hide it", async () => {
  const elsewhere = new Page("#/games/8");
  const behind = new Page("#/games/7", { focused: false });
  const silent = new Page("#/games/7", { answers: false });
  const other = new Page("#/games/7", { url: "https://games.example.org/docs/" });
  for (const page of [elsewhere, behind, silent, other]) {
    const { shown, fire } = start([page]);
    await fire("push", message());
    assert.equal(shown.length, 1);
  }
});

test("what is not about a game leads to the news", async () => {
  const { shown, fire } = start([new Page("#/notifications")]);
  await fire("push", message({ game: undefined }));
  assert.equal(shown[0].data, "#/notifications");
});

test("a click goes to the game in a page that is open", async () => {
  const page = new Page("#/turns", { focused: false });
  const { opened, fire } = start([new Page("", { url: "https://games.example.org/docs/" }), page]);
  let closed = false;
  await fire("notificationclick", { notification: { data: "#/games/7", close: () => (closed = true) } });
  assert.deepEqual([page.orders.length, page.orders[0].open, page.wasFocused], [1, "#/games/7", true]);
  assert.deepEqual([opened, closed], [[], true]);
});

test("without one it opens a page", async () => {
  const { opened, fire } = start();
  await fire("notificationclick", { notification: { data: "#/games/7", close: () => {} } });
  assert.deepEqual(opened, [`${SCOPE}#/games/7`]);
});

test("a subscription that ends is replaced, and open pages are told", async () => {
  const page = new Page("#/turns");
  const { subscribed, fire } = start([page]);
  const options = { userVisibleOnly: true };
  await fire("pushsubscriptionchange", { oldSubscription: { options } });
  assert.deepEqual([subscribed, page.orders.length, page.orders[0].isRenewed], [[options], 1, true]);
});

test("a new release drops the parts of the old one, the same release keeps them", async () => {
  for (const [main, parts] of [["old", 0], [`new ${SCOPE}main.js`, 1]]) {
    const cache = new Cache(Object.entries({ [`${SCOPE}main.js`]: new Response(main), [`${SCOPE}part-A1B2.js`]: new Response("") }));
    await start([], cache).fire("fetch", { request: { method: "GET", url: `${SCOPE}main.js` } });
    assert.equal(cache.has(`${SCOPE}part-A1B2.js`), parts === 1);
  }
});
