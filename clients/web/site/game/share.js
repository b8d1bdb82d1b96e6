/** An address of the picture that everybody can open. */

import { html, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { useAction } from "../ui/hooks.js";
import { Failure } from "../ui/parts.js";

/** @typedef {{svg: string, png: string, expires_at: string}} Link */

/** @param {{game: string}} props */
export function Share({ game }) {
  const [link, setLink] = useState(/** @type {Link | null} */ (null));
  const [copied, setCopied] = useState(false);
  const { run, busy, error } = useAction();
  const fetchLink = () => run(async () => setLink(await get(`games/${game}/picture-link/`)));
  const copy = () => run(() => navigator.clipboard.writeText(link?.png ?? "").then(() => setCopied(true)));
  if (!link) {
    return html`<${Failure} error=${error} />
      <button class="second" disabled=${busy} onClick=${fetchLink}>${t("Share a picture")}</button>`;
  }
  return html`<div class="share">
    <label for="picture-link">${t("Address of the picture")}</label>
    <input id="picture-link" readonly value=${link.png} onFocus=${(/** @type {any} */ event) => event.target.select()} />
    <p class="hint">${t("Everybody who has this address sees the table as spectators see it, until {when}. It cannot be withdrawn.", { when: dateTime(link.expires_at) })}</p>
    <div class="actions">
      <button class="second" onClick=${copy}>${t("Copy")}</button>
      <a href=${link.png} target="_blank" rel="noopener">${t("Open")}</a>
      <a href=${link.svg} target="_blank" rel="noopener">SVG</a>
    </div>
    <p class="done" role="status">${copied && t("The address was copied.")}</p>
    <${Failure} error=${error} />
  </div>`;
}
