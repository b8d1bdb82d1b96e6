/** An address to share, with a button that copies it where the browser allows it. */

import { html, useState } from "../vendor/preact.js";
import { t } from "../text/index.js";

/** @param {{label: string, address: string}} props */
export function CopyLink({ label, address }) {
  const [words, setWords] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setWords(t("The link was copied."));
    } catch {
      setWords(t("Your browser does not allow copying. Select the link and copy it."));
    }
  };
  return html`<label for="link">${label}</label>
    <span class="pair">
      <input id="link" readonly value=${address} onFocus=${(/** @type {any} */ event) => event.target.select()} />
      <button type="button" class="second" onClick=${copy}>${t("Copy")}</button>
    </span>
    <p class="hint" role="status">${words}</p>`;
}
