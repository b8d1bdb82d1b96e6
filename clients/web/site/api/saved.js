/**
 * Documents that are shown when the service cannot be reached: the last tables and the list of
 * turns. They stay on this device until the user signs out.
 */

const CACHE = "last-seen";
const OWNER = "me";
const MOST = 40;

/** @param {string} name */
const addressOf = (name) => new URL(`./saved/${encodeURIComponent(name)}`, location.href).href;

/** Keep a document under a name. The oldest ones are dropped.
 * @param {string} name
 * @param {object} value
 */
export async function save(name, value) {
  if (!("caches" in window)) return;
  const cache = await caches.open(CACHE);
  await cache.delete(addressOf(name)); // so that it is the newest of the keys
  await cache.put(addressOf(name), new Response(JSON.stringify(value)));
  const keys = (await cache.keys()).filter(({ url }) => url !== addressOf(OWNER));
  await Promise.all(keys.slice(0, -MOST).map((key) => cache.delete(key)));
}

/** Return what was kept under a name, or null. @param {string} name @returns {Promise<any>} */
export async function load(name) {
  if (!("caches" in window)) return null;
  const kept = await (await caches.open(CACHE)).match(addressOf(name));
  return kept ? kept.json() : null;
}

/** Keep the owner of the documents. Those of another user are forgotten.
 * @param {{id: string}} me
 */
export async function saveOwner(me) {
  const before = await load(OWNER);
  if (before && before.id !== me.id) await forgetSaved();
  await save(OWNER, me);
}

/** Return the owner of the documents, or null. */
export const loadOwner = () => load(OWNER);

/** Forget everything. */
export async function forgetSaved() {
  if ("caches" in window) await caches.delete(CACHE);
}
