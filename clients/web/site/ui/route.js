/** Places in this client: what follows the # of the address, so that any static host can serve it. */

import { useEffect, useState } from "../vendor/preact.js";

/** @typedef {{parts: string[], query: URLSearchParams}} Route */

/** @returns {Route} */
export function route() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").filter(Boolean).map(decode);
  return { parts, query: new URLSearchParams(query) };
}

/** Decode a part of the address. A malformed one stays as it is. @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Return the current place, and follow its changes. */
export function useRoute() {
  const [place, setPlace] = useState(route());
  useEffect(() => {
    const changed = () => setPlace(route());
    window.addEventListener("hashchange", changed);
    return () => window.removeEventListener("hashchange", changed);
  }, []);
  return place;
}

/** Return the address of a place. @param {...(string | number)} parts */
export const to = (...parts) => `#/${parts.map(encodeURIComponent).join("/")}`;

/** @param {...(string | number)} parts */
export function go(...parts) {
  location.hash = to(...parts);
}

/** Change the query of the place, without a new entry in the history of the browser.
 * @param {Record<string, string>} query
 */
export function setQuery(query) {
  const words = new URLSearchParams(Object.entries(query).filter(([, value]) => value)).toString();
  const [path] = location.hash.split("?");
  history.replaceState(null, "", `${path || "#/"}${words && `?${words}`}`);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
