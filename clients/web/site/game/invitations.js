/** Invitations to a game that has not started: those that its players see, and the reader's own. */

import { html, useEffect, useState } from "../vendor/preact.js";
import { Problem } from "../api/problems.js";
import { get, getAll, post, remove } from "../api/requests.js";
import { t } from "../text/index.js";
import { onSubmit, onText, Wrong } from "../ui/inputs.js";
import { useAction, useLoad } from "../ui/hooks.js";
import { Failure, Loaded, Person } from "../ui/parts.js";

/** @import { Game, Invitation, Me, MyInvitation, User } from "../../types" */
/** @import { Act } from "./waiting.js" */

const PAUSE = 250;
const SUGGESTED = 8;

/** An open invitation to the reader: accept or decline it.
 * @param {{game: Game, me: Me | null, busy: boolean, act: Act}} props
 */
export function Invited({ game, me, busy, act }) {
  const mine = useLoad(async () => {
    if (!me || game.your_seat !== null) return [];
    /** @type {MyInvitation[]} */
    const all = await getAll("me/invitations/");
    return all.filter((one) => one.game === game.id);
  }, [game.id, game.your_seat, me?.id]);
  /** @type {MyInvitation | undefined} */
  const invitation = mine.value?.[0];
  if (!invitation || game.your_seat !== null) return null;
  const path = `me/invitations/${invitation.id}`;
  const decline = async () => {
    await act(() => post(`${path}/decline/`));
    await mine.reload();
  };
  return html`<div class="note">
    <p><${Person} user=${invitation.by} />${" "}${t("has invited you to this game.")}</p>
    <div class="actions">
      <button disabled=${busy || game.free_seats === 0} onClick=${() => act(() => post(`${path}/accept/`, {}))}>${t("Accept")}</button>
      <button class="second" disabled=${busy} onClick=${decline}>${t("Decline")}</button>
      ${game.free_seats === 0 && html`<span class="quiet">${t("All seats are taken.")}</span>`}
    </div>
  </div>`;
}

/** Who was invited; the host invites and withdraws. @param {{game: Game, isHost: boolean}} props */
export function Invitations({ game, isHost }) {
  const list = useLoad(() => getAll(`games/${game.id}/invitations/`), [game]);
  const { run, busy, error } = useAction();
  /** @param {Invitation} one */
  const withdraw = (one) =>
    run(() => remove(`games/${game.id}/invitations/${one.id}/`)).then(list.reload);
  return html`<${Loaded} from=${list}>
    ${(/** @type {Invitation[]} */ all) => (isHost || all.length > 0) && html`<section>
      <h2>${t("Invitations")}</h2>
      ${all.length > 0 && html`<ul class="plain">
        ${all.map((one) => html`<li key=${one.id}>
          <${Person} user=${one.user} /> <small class="tag">${answerText(one.answer)}</small>
          ${isHost && one.answer === null && html` <button class="link" disabled=${busy}
            aria-label=${t("Withdraw the invitation of {name}", { name: one.user.username })}
            onClick=${() => withdraw(one)}>${t("Withdraw")}</button>`}
        </li>`)}
      </ul>`}
      <${Failure} error=${error} />
      ${isHost && html`<${Invite} game=${game} onInvited=${list.reload} />`}
    </section>`}
  <//>`;
}

/** @param {string | null} answer */
function answerText(answer) {
  /** @type {Record<string, string>} */
  const answers = { accepted: t("accepted"), declined: t("declined"), withdrawn: t("withdrawn") };
  return answer === null ? t("not answered yet") : answers[answer] ?? answer;
}

/** @param {{game: Game, onInvited: () => void}} props */
function Invite({ game, onInvited }) {
  const [name, setName] = useState("");
  const suggested = useSuggestions(name);
  const { run, busy, error } = useAction();
  const invite = async () => {
    const invited = await run(() => post(`games/${game.id}/invitations/`, { username: name.trim() }));
    if (!invited) return;
    setName("");
    onInvited();
  };
  return html`<form onSubmit=${onSubmit(invite)}>
    <label for="invite-name">${t("Invite a player by name")}</label>
    <span class="pair">
      <input id="invite-name" list="invite-names" maxlength="150" autocomplete="off" required value=${name}
        onInput=${onText(setName)} />
      <button class="second" disabled=${busy || !name.trim()}>${t("Invite")}</button>
    </span>
    <datalist id="invite-names">${suggested.map((user) => html`<option key=${user.id} value=${user.username} />`)}</datalist>
    <${Wrong} error=${error} name="username" />
    <${Failure} error=${error instanceof Problem && error.fields.has("/username") ? null : error} />
  </form>`;
}

/** Return users whose names begin like a text, once the user stops typing. @param {string} text */
function useSuggestions(text) {
  const [users, setUsers] = useState(/** @type {User[]} */ ([]));
  useEffect(() => {
    if (text.trim().length < 2) return setUsers([]);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const query = { search: text.trim().slice(0, 30), limit: SUGGESTED };
      get("users/", query, stop.signal).then((page) => setUsers(page.results), () => {});
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return users;
}
