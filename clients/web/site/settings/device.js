/** What this device remembers, the app on its home screen, and the pages of the service. */

import { html, useState } from "../vendor/preact.js";
import { forgetSaved } from "../api/saved.js";
import { API_URL } from "../config.js";
import { t } from "../text/index.js";
import { useRemembered } from "../ui/hooks.js";
import { Check } from "../ui/inputs.js";
import { Done } from "../ui/parts.js";
import { SOUND, VIBRATION, playNotes } from "../ui/signals.js";

export function Device() {
  const [done, setDone] = useState("");
  const forget = async () => {
    await forgetSaved();
    setDone(t("The saved tables are deleted from this device."));
  };
  return html`<h2>${t("Playing")}</h2>
    <${Switch} name="confirm" standard="yes" label=${t("Show a choice before it is played")} />
    <p class="hint">${t("Then a second click plays it. Without it, the first click does.")}</p>
    <${Switch} name="replay" standard="yes" label=${t("Replay the moves of the others")} />
    <p class="hint">${t("What happened since you last saw the table is shown in motion, in a few seconds.")}</p>
    <${Switch} name=${SOUND} label=${t("A sound when it is your turn")} onYes=${playNotes} />
    ${"vibrate" in navigator && html`<${Switch} name=${VIBRATION} label=${t("Vibrate when it is your turn")} />`}
    <h2>${t("Without a connection")}</h2>
    <p>${t("The last tables that you have seen are saved on this device, so that you can look at them without a connection.")}</p>
    <button class="second" onClick=${forget}>${t("Delete the saved tables")}</button>
    <${Done} words=${done} />
    <${Install} />
    <h2>${t("About the service")}</h2>
    <${About} />`;
}

/** A choice that this device remembers.
 * @param {{name: string, standard?: string, label: string, onYes?: () => void}} props
 */
function Switch({ name, standard = "no", label, onYes }) {
  const [value, setValue] = useRemembered(name, standard);
  const change = (/** @type {boolean} */ isOn) => {
    setValue(isOn ? "yes" : "no");
    if (isOn) onYes?.();
  };
  return html`<${Check} checked=${value === "yes"} onChange=${change} label=${label} />`;
}

function Install() {
  const [offer, setOffer] = useState(offered);
  show = setOffer;
  if (!offer) return null;
  const install = () => offer.prompt().then(() => note(null)); // works once
  return html`<h2>${t("App")}</h2>
    <p>${t("Put the client on the home screen of this device. It opens faster, and without the bars of the browser.")}</p>
    <button onClick=${install}>${t("Install the app")}</button>`;
}

/** Links to the pages of the service. */
export const About = () => html`<ul class="links">
  ${about().map(([path, title]) => html`<li key=${path}><a href=${`${API_URL}/${path}`}>${title}</a></li>`)}
</ul>`;

/** @returns {[string, string][]} */
const about = () => [
  ["help/", t("Help")],
  ["terms/", t("Terms")],
  ["privacy/", t("Privacy")],
  ["contact/", t("Contact")],
  ["license/", t("License")],
  ["docs/", t("Documentation for developers")],
];

/** @typedef {Event & {prompt: () => Promise<any>}} Offer */
/** @type {Offer | null} */
let offered = null;
/** Set by the part that shows the offer. @type {(offer: Offer | null) => void} */
let show = () => {};

/** @param {Offer | null} offer */
const note = (offer) => show((offered = offer));

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // the settings have a button for it
  note(/** @type {any} */ (event));
});
window.addEventListener("appinstalled", () => note(null));
