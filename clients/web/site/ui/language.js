/** The choice of the language. */

import { html } from "../vendor/preact.js";
import { patch } from "../api/requests.js";
import { isSignedIn } from "../api/session.js";
import { LANGUAGES, language, setLanguage, t } from "../text/index.js";
import { useAction } from "./hooks.js";
import { Failure } from "./parts.js";

/** Choose the language of this client; signed in, also that of notifications and e-mails. */
export function LanguageChoice() {
  const { run, busy, error } = useAction();
  /** @param {string} code */
  const choose = (code) =>
    run(async () => {
      if (isSignedIn()) await patch("me/preferences/", { language: code });
      setLanguage(code);
      location.reload(); // all that was loaded is in the old language
    });
  return html`<label for="language">${t("Language")}</label>
    <select id="language" disabled=${busy} value=${language()}
      onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
      ${LANGUAGES.map(([code, name]) => html`<option key=${code} value=${code} lang=${code}>${name}</option>`)}
    </select>
    <${Failure} error=${error} />`;
}
