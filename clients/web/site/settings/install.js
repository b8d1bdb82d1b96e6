/** The offer of browsers to install this client as an app. It comes once, soon after the start. */

import { useEffect, useState } from "../vendor/preact.js";

/** @typedef {Event & {prompt: () => Promise<any>}} Offer */
/** @type {Offer | null} */
let offered = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Offer | null} offer */
function note(offer) {
  offered = offer;
  for (const listener of listeners) listener();
}

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // the settings have a button for it
  note(/** @type {any} */ (event));
});
window.addEventListener("appinstalled", () => note(null));

/** Return a function that installs the app, or null if the browser does not offer it. */
export function useInstall() {
  const [offer, setOffer] = useState(offered);
  useEffect(() => {
    const changed = () => setOffer(offered);
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }, []);
  if (!offer) return null;
  return async () => {
    await offer.prompt(); // works once
    note(null);
  };
}
