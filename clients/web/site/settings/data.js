/** The user's data: a copy of it, and the deletion of the account. */

import { html, useEffect, useState } from "../vendor/preact.js";
import { Problem } from "../api/problems.js";
import { download, get, post, remove } from "../api/requests.js";
import { API_URL } from "../config.js";
import { dateTime, t } from "../text/index.js";
import { onSubmit, onText } from "../ui/inputs.js";
import { useDocument, useLoad } from "../ui/hooks.js";
import { Loaded, offerFile, Outcome, useChange } from "../ui/parts.js";

/** @import { Deletion, Export, Me } from "../../types" */

const EXPORT = "me/export/";
const DELETION = "me/deletion/";
const PAUSE = 5000;

/** @param {{me: Me}} props */
export function Data({ me }) {
  return html`<section><h2>${t("A copy of your data")}</h2><${ExportPart} me=${me} /></section>
    <section><h2>${t("Deleting the account")}</h2><${DeletionPart} /></section>`;
}

/** @param {{me: Me}} props */
function ExportPart({ me }) {
  const found = useDocument(EXPORT);
  const action = useChange(found.reload);
  const { change, busy } = action;
  const isMaking = found.value?.state === "making";
  useEffect(() => {
    if (!isMaking) return;
    const timer = setInterval(found.reload, PAUSE);
    return () => clearInterval(timer);
  }, [isMaking]);
  /** @param {string} password */
  const ask = (password) => change(() => post(EXPORT, { password }), t("Your copy is being made."));
  /** @param {string} password */
  const fetchFile = (password) =>
    change(async () => offerFile(`${me.username}.zip`, await download("me/export/file/", { password })));
  return html`<p>${t("It is a zip file with all that the service has stored about you. An e-mail says when it is ready.")}</p>
    <${Outcome} of=${action} />
    <${Loaded} from=${found}>
      ${(/** @type {Export} */ { state, expires_at }) => html`
        ${state === "making" && html`<p class="note">${t("Your copy is being made. This can take a few minutes.")}</p>`}
        ${state === "failed" && html`<p class="note">${t("The last copy has failed. Request another one.")}</p>`}
        ${state === "ready" &&
        html`<p class="note">${t("Your copy is ready, until {when}.", { when: dateTime(expires_at ?? "") })}</p>
          <${PasswordForm} id="file" title=${t("Download it")} busy=${busy} onSend=${fetchFile} />`}
        ${["none", "failed"].includes(state) && html`<${PasswordForm} id="export" title=${t("Request a copy")} busy=${busy} onSend=${ask} />`}`}
    <//>`;
}

/** Return the deletion that is scheduled, if there is one. @param {AbortSignal} signal */
async function findDeletion(signal) {
  try {
    return { deletion: /** @type {Deletion | null} */ (await get(DELETION, {}, signal)) };
  } catch (error) {
    if (error instanceof Problem && error.code === "no_deletion_pending") return { deletion: null };
    throw error;
  }
}

function DeletionPart() {
  const found = useLoad(findDeletion, []);
  const action = useChange(found.reload);
  const { change, busy } = action;
  /** @param {string} password */
  const ask = (password) => change(() => post(DELETION, { password }), t("Your account will be deleted."));
  const withdraw = () => change(() => remove(DELETION), t("Your account stays."));
  return html`<${Outcome} of=${action} />
    <${Loaded} from=${found}>
      ${(/** @type {{deletion: Deletion | null}} */ { deletion }) =>
        deletion
          ? html`<div class="note">
              <p>${t("Your account will be deleted on {when}.", { when: dateTime(deletion.due_at) })}</p>
              <button disabled=${busy} onClick=${withdraw}>${t("Keep my account")}</button>
            </div>`
          : html`<p>${t("Your name, address and password are deleted, and your messages are blanked. Your moves stay under an anonymous name, since the games of others need them. A bot takes your seat in running games.")}</p>
              <p>${t("Nothing happens for two weeks, in which you can change your mind. Then it cannot be undone.")}${" "}<a href=${`${API_URL}/privacy/`}>${t("What is stored, and for how long")}</a></p>
              <details>
                <summary>${t("Delete my account …")}</summary>
                <${PasswordForm} id="deletion" title=${t("Delete my account")} busy=${busy} onSend=${ask} />
              </details>`}
    <//>`;
}

/** A button that needs the password. @param {{id: string, title: string, busy: boolean, onSend: (password: string) => Promise<boolean>}} props */
function PasswordForm({ id, title, busy, onSend }) {
  const [password, setPassword] = useState("");
  const send = async () => void ((await onSend(password)) && setPassword(""));
  return html`<form onSubmit=${onSubmit(send)}>
    <label for=${`${id}-password`}>${t("Your password")}</label>
    <div class="actions">
      <input id=${`${id}-password`} type="password" autocomplete="current-password" required value=${password} onInput=${onText(setPassword)} />
      <button class="second" disabled=${busy || !password}>${title}</button>
    </div>
  </form>`;
}
