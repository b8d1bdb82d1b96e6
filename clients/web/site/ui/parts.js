/** Small parts of all pages: errors, loading, empty lists, dialogs, names. */

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { needsSignIn } from "../api/requests.js";
import { signIn } from "../api/session.js";
import { t } from "../text/index.js";
import { to } from "./route.js";

/** @import { Seat, User } from "../../types" */

/** Say what went wrong, and what to do. @param {{error: Error | null, retry?: () => void}} props */
export function Failure({ error, retry }) {
  if (!error) return null;
  if (needsSignIn(error)) {
    return html`<div class="failure" role="alert">
      <p>${t("You have to sign in for this.")}</p>
      <button onClick=${() => signIn()}>${t("Sign in")}</button>
    </div>`;
  }
  return html`<div class="failure" role="alert">
    <p>${error.message}</p>
    ${retry && html`<button class="second" onClick=${retry}>${t("Try again")}</button>`}
  </div>`;
}

export const Loading = () => html`<p class="loading" role="status">${t("Loading …")}</p>`;

/** Show what was loaded, or that it loads or failed.
 * @param {{from: {value: any, error: Error | null, reload: () => void}, children: (value: any) => any}} props
 */
export function Loaded({ from, children }) {
  if (from.value !== null) return html`<${Failure} error=${from.error} />${children(from.value)}`;
  if (from.error) return html`<${Failure} error=${from.error} retry=${from.reload} />`;
  return html`<${Loading} />`;
}

/** Ask before something that cannot be taken back.
 * @param {{title: string, text: string, yes: string, onYes: () => void, onNo: () => void}} props
 */
export function Confirm({ title, text, yes, onYes, onNo }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog ref=${dialog} onCancel=${onNo} aria-labelledby="confirm-title">
    <h2 id="confirm-title">${title}</h2>
    <p>${text}</p>
    <div class="actions">
      <button onClick=${onYes}>${yes}</button>
      <button class="second" onClick=${onNo}>${t("Cancel")}</button>
    </div>
  </dialog>`;
}

/** The name of a user, as a link to their page. @param {{user: User}} props */
export const Person = ({ user }) =>
  html`<a href=${to("people", user.username)}>${user.username}</a>${user.is_bot && html` <small class="tag">${t("bot")}</small>`}`;

/** Return the name of a seat as plain text. @param {Seat} seat */
export function seatName(seat) {
  if (seat.user && !seat.bot) return seat.user.username;
  if (seat.bot) return t("Bot {number} ({level})", { number: seat.number, level: seat.bot });
  return t("Free seat");
}

/** A switch between panels; the chosen one is shown below.
 * @param {{label: string, tabs: {id: string, title: any}[], chosen: string, onChoose: (id: string) => void}} props
 */
export function Tabs({ label, tabs, chosen, onChoose }) {
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const place = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(place + step + tabs.length) % tabs.length].id;
    onChoose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} onKeyDown=${move}>
    ${tabs.map(
      ({ id, title }) => html`<button
        key=${id}
        id=${`tab-${id}`}
        class="tab"
        role="tab"
        aria-selected=${id === chosen}
        tabindex=${id === chosen ? 0 : -1}
        onClick=${() => onChoose(id)}
      >
        ${title}
      </button>`,
    )}
  </div>`;
}

/** An address to share, with a button that copies it where the browser allows it.
 * @param {{label: string, address: string}} props
 */
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

/** Let the browser save a file. @param {string} name @param {Blob | string} content text: JSON */
export function offerFile(name, content) {
  const file = typeof content === "string" ? new Blob([content], { type: "application/json" }) : content;
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
