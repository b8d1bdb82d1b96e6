/** Small parts of all pages: errors, loading, lists, tables, dialogs, names. */

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { API_URL } from "../config.js";
import { Problem } from "../api/problems.js";
import { follow, needsSignIn } from "../api/requests.js";
import { isSignedIn, signIn, signUpAddress } from "../api/session.js";
import { dateTime, t } from "../text/index.js";
import { botWord } from "./bot_choice.js";
import { useAction, useDocument } from "./hooks.js";
import { to } from "./route.js";

/** @import { Page, Seat, User } from "../../types" */
/** @import { Query } from "../api/requests.js" */

/** Say what went wrong, and what to do. @param {{error: Error | null, retry?: () => void}} props */
export function Failure({ error, retry }) {
  if (!error) return null;
  const isHidden = error instanceof Problem && error.status === 404 && !isSignedIn();
  if (needsSignIn(error) || isHidden) {
    return html`<div class="failure" role="alert">
      <p>${isHidden ? t("It does not exist, or only its players may see it. Sign in if you are one of them.") : t("You have to sign in for this.")}</p>
      <${SignInButton} />
    </div>`;
  }
  const isForUsers = error instanceof Problem && error.code === "guest";
  const again = error instanceof Problem && error.document.again_at;
  return html`<div class="failure" role="alert">
    <p>${error.message}</p>
    ${again && html`<p>${t("Possible again from {when}.", { when: dateTime(again) })}</p>`}
    ${isForUsers && html`<p><a class="button" href=${signUpAddress()}>${t("Create an account")}</a></p>`}
    ${retry && html`<button class="second" onClick=${retry}>${t("Try again")}</button>`}
  </div>`;
}

/** A button that runs an action, with its failure before it. With a text, it asks first.
 * @param {{title: any, action: () => Promise<any>, kind?: string, disabled?: boolean, label?: string, ask?: string,
 *   asks?: string, yes?: string}} props ask: the text; asks: its title; yes: the answer
 */
export function ActionButton({ title, action, kind = "", disabled = false, label, ask, asks = label ?? title, yes = title }) {
  const { run, busy, error } = useAction();
  const [isAsking, setAsking] = useState(false);
  const begin = () => {
    setAsking(false);
    run(action);
  };
  return html`<${Failure} error=${error} />
    <button type="button" class=${kind} disabled=${disabled || busy} aria-label=${label}
      onClick=${() => (ask ? setAsking(true) : begin())}>${title}</button>
    ${isAsking && html`<${Confirm} title=${asks} text=${ask} yes=${yes} onYes=${begin} onNo=${() => setAsking(false)} />`}`;
}

/** @param {{title?: string, kind?: string}} props */
export const SignInButton = ({ title = t("Sign in"), kind }) =>
  html`<${ActionButton} title=${title} kind=${kind} action=${() => signIn()} />`;

/** What is made, and loaded, only when it is opened. @param {{summary: string, content: () => any, kind?: string}} props */
export function Later({ summary, content, kind }) {
  const [isOpen, setOpen] = useState(false);
  return html`<details class=${kind} onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
    <summary>${summary}</summary>
    ${isOpen && content()}
  </details>`;
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
function Confirm({ title, text, yes, onYes, onNo }) {
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

/** The picture beside a name. @param {{of: {avatar: string | null}, size?: number}} props */
export const Avatar = ({ of, size = 20 }) =>
  of.avatar &&
  html`<img class="avatar" src=${API_URL + new URL(of.avatar, location.href).pathname} alt="" width=${size} height=${size} loading="lazy" />`;

/** True for what stands for a player of an anonymous game: no username has a space. @param {User} user */
const isHidden = (user) => user.username.includes(" ");

/** True while nobody may learn who plays. @param {{anonymous: boolean, status: string}} game */
export const hidesNames = (game) => game.anonymous && game.status !== "finished";

/** The name of a user, as a link to their page. @param {{user: User}} props */
export const Person = ({ user }) => html`<${Avatar} of=${user} />${isHidden(user) ? user.username : html`<a href=${to("people", user.username)}>${user.username}</a>`}${user.is_bot && html` <small class="tag">${t("bot")}</small>`}`;

/** Who plays on a seat: a user, or a bot with its level. @param {{seat: Seat}} props */
export function Player({ seat }) {
  if (!seat.name) return html`<span class="quiet">${t("Free seat")}</span>`;
  if (seat.user) return html`<${Person} user=${seat.user} />${seat.bot && html` <small class="tag">${t("a bot plays")}</small>`}`;
  return html`<${Avatar} of=${seat} />${seat.name} <small class="tag">${t("bot")}, ${botWord(seat.bot ?? "")}</small>`;
}

/** Return the name of a seat as plain text. @param {Seat} seat */
export const seatName = (seat) => seat.name ?? t("Free seat");

/** A link to the page that explains a game. `from` is where it leads back to.
 * @param {{slug: string, from?: {game: string, tour?: boolean}}} props
 */
export const HowToPlay = ({ slug, from }) =>
  html`<a href=${to("how-to-play", slug) + (from ? `?game=${from.game}${from.tour ? "&tour=1" : ""}` : "")}>${t("How to play")}</a>`;

/** A switch between panels, and the chosen one; the first one, if there is none. If it `keeps` them, what was
 * typed and loaded in others stays.
 * @param {{label: string, tabs: {id: string, title: any, content: () => any}[], chosen: string, onChoose: (id: string) => void,
 *   keeps?: boolean, kind?: string}} props
 */
export function Panels({ label, tabs, chosen: wanted, onChoose, keeps = false, kind }) {
  const opened = useRef(/** @type {Set<string>} */ (new Set()));
  const chosen = (tabs.find(({ id }) => id === wanted) ?? tabs[0]).id;
  if (!keeps) opened.current.clear();
  opened.current.add(chosen);
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
      ({ id, title }) => html`<button key=${id} id=${`tab-${id}`} class="tab" role="tab" aria-selected=${id === chosen}
        tabindex=${id === chosen ? 0 : -1} onClick=${() => onChoose(id)}>${title}</button>`,
    )}
  </div>
  ${tabs.filter(({ id }) => opened.current.has(id)).map(({ id, content }) => html`<div key=${id} class=${kind} role="tabpanel"
    aria-labelledby=${`tab-${id}`} tabindex="0" hidden=${id !== chosen}>${content()}</div>`)}`;
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

/** Load the first page of a list.
 * @param {string} path
 * @param {Query} query
 */
export function usePages(path, query) {
  const load = useDocument(path, query);
  return { ...load, more: () => append(load) };
}

/** Add the next page. @param {{value: Page<any> | null, setValue: (page: Page<any>) => void}} list */
async function append({ value, setValue }) {
  if (!value?.next) return;
  const page = await follow(value.next);
  setValue({ ...page, results: [...value.results, ...page.results] });
}

/** The button that adds the next page. @param {{list: ReturnType<typeof usePages>, title?: string}} props */
export function More({ list, title }) {
  const { run, busy, error } = useAction();
  if (!list.value?.next) return null;
  return html`<${Failure} error=${error} />
    <div class="actions">
      <button class="second" disabled=${busy} onClick=${() => run(list.more)}>${title ?? t("Show more")}</button>
    </div>`;
}

/** Return a new list after each change of it on the service. @param {() => Promise<void>} [reload] */
export function useChange(reload = async () => {}) {
  const action = useAction();
  const [done, setDone] = useState("");
  /** @param {() => Promise<any>} change @param {string} [words] what to say afterwards */
  const change = async (change, words = "") => {
    setDone("");
    const succeeded = await action.run(change);
    if (!succeeded) return false;
    setDone(words);
    await reload();
    return true;
  };
  return { ...action, change, done };
}

/** What became of changes: the error of the last one, or that it is done.
 * @param {{of: {error: Error | null, done: string}}} props
 */
export const Outcome = ({ of }) => html`<${Failure} error=${of.error} /><${Done} words=${of.done} />`;

/** Said after a change, also to screen readers. @param {{words: string}} props */
export const Done = ({ words }) => html`<p class="done" role="status">${words && html`✓ ${words}`}</p>`;

/** A list with a class, or what to say if it has nothing. The children show an item.
 * @param {{items: any[], kind: string, itemKind?: string, empty: any, keyOf?: (item: any) => any, children: (item: any) => any}} props
 */
export function Items({ items, kind, itemKind, empty, keyOf = ({ id }) => id, children }) {
  if (items.length === 0) return typeof empty === "string" ? html`<p class="quiet">${empty}</p>` : empty;
  return html`<ul class=${kind}>${items.map((one) => html`<li key=${keyOf(one)} class=${itemKind}>${children(one)}</li>`)}</ul>`;
}

/** A table that scrolls on small screens. Its heads may be numbers: then the column is as numbers are.
 * @param {{heads: (string | {number: string})[], children: any}} props
 */
export const Table = ({ heads, children }) => html`<div class="scrolls" tabindex="0"><table>
  <thead><tr>${heads.map((head) =>
    typeof head === "string" ? html`<th scope="col">${head}</th>` : html`<th scope="col" class="number">${head.number}</th>`)}</tr></thead>
  <tbody>${children}</tbody>
</table></div>`;
