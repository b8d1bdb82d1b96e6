/** Safety: blocked users, sanctions by moderators and appeals against them. */

import { html, useState } from "../vendor/preact.js";
import { getAll, post, remove } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { useAction, useLoad } from "../ui/hooks.js";
import { onSubmit, onText, Wrong } from "../ui/inputs.js";
import { Failure, Items, Loaded, Outcome, useChange } from "../ui/parts.js";
import { to } from "../ui/route.js";

/** @import { Block, Sanction } from "../../types" */

const PATH = "me/blocks/";

/** The users that the user blocks, and what changes that. */
export function useBlocks() {
  const blocks = useLoad(() => getAll(PATH), []);
  const action = useChange(blocks.reload);
  /** @param {string} name */
  const block = (name) => action.change(
    () => post(PATH, { username: name }),
    t("You no longer see messages, invitations and offers of {name}. They are not told.", { name }),
  );
  /** @param {string} name */
  const unblock = (name) =>
    action.change(() => remove(`${PATH}${encodeURIComponent(name)}/`), t("You no longer block {name}.", { name }));
  return { blocks, action, block, unblock };
}

export function Blocks() {
  const { blocks, action, block, unblock } = useBlocks();
  const { busy, error } = action;
  const [name, setName] = useState("");
  const send = async () => void ((await block(name.trim())) && setName(""));
  return html`<h2>${t("Blocked users")}</h2>
    <p>${t("You do not see messages, invitations and offers of users that you block. They are not told.")}</p>
    <${Outcome} of=${action} />
    <${Loaded} from=${blocks}>
      ${(/** @type {Block[]} */ all) => html`<${Items} items=${all} kind="rows" empty=${t("You block nobody.")}
        keyOf=${(/** @type {Block} */ { user }) => user.id}>
        ${(/** @type {Block} */ { user }) => html`
          <a href=${to("people", user.username)}>${user.username}</a>
          <button class="second" disabled=${busy} aria-label=${t("Unblock {name}", { name: user.username })}
            onClick=${() => unblock(user.username)}>${t("Unblock")}</button>`}
      <//>`}
    <//>
    <form onSubmit=${onSubmit(send)}>
      <label for="block">${t("Name of a user")}</label>
      <div class="actions">
        <input id="block" maxlength="30" required autocomplete="off" autocapitalize="none" value=${name} onInput=${onText(setName)} />
        <button class="second" disabled=${busy || !name.trim()}>${t("Block")}</button>
      </div>
      <${Wrong} error=${error} name="username" />
    </form>`;
}

const LONGEST = 2000;

export function Sanctions() {
  const sanctions = useLoad(() => getAll("me/sanctions/"), []);
  return html`<h2>${t("Sanctions by moderators")}</h2>
    <${Loaded} from=${sanctions}>
      ${(/** @type {Sanction[]} */ all) => html`<${Items} items=${all} kind="rows" empty=${t("There are none.")}>
        ${(/** @type {Sanction} */ one) => html`<${One} sanction=${one} reload=${sanctions.reload} />`}
      <//>`}
    <//>
    <p><a href="#/report">${t("Your reports")}</a></p>`;
}

/** @param {{sanction: Sanction, reload: () => Promise<void>}} props */
function One({ sanction, reload }) {
  const { action, at, until, reason, appeal } = sanction;
  /** @type {Record<string, string>} */
  const names = { ban: t("Ban"), mute: t("No messages"), warning: t("Warning") };
  return html`<div>
    <h3>${names[action] ?? action}</h3>
    <p class="quiet small">${dateTime(at)}${until && ` · ${t("until {when}", { when: dateTime(until) })}`}</p>
    <p>${reason}</p>
    ${appeal ? html`<${Ruling} appeal=${appeal} />` : html`<${AppealForm} sanction=${sanction} reload=${reload} />`}
  </div>`;
}

/** @param {{appeal: NonNullable<Sanction["appeal"]>}} props */
function Ruling({ appeal }) {
  const { ruling, answer } = appeal;
  /** @type {Record<string, string>} */
  const rulings = { upheld: t("The sanction stays."), lifted: t("The sanction is lifted.") };
  return html`<p class="note">
    ${ruling ? `${t("Your appeal is decided:")} ${rulings[ruling] ?? ruling} ${answer}` : t("You have appealed. Another moderator will decide.")}
  </p>`;
}

/** @param {{sanction: Sanction, reload: () => Promise<void>}} props */
function AppealForm({ sanction, reload }) {
  const [text, setText] = useState("");
  const { run, busy, error } = useAction();
  const send = async () => void ((await run(() => post(`me/sanctions/${sanction.id}/appeal/`, { text }))) && reload());
  const id = `appeal-${sanction.id}`;
  return html`<details>
    <summary>${t("Appeal")}</summary>
    <form onSubmit=${onSubmit(send)}>
      <label for=${id}>${t("Why is it wrong?")}</label>
      <textarea id=${id} rows="4" maxlength=${LONGEST} required value=${text} onInput=${onText(setText)}></textarea>
      <p class="hint">${t("You can appeal once. A moderator other than the one who imposed it decides.")}</p>
      <${Wrong} error=${error} name="text" />
      <${Failure} error=${error} />
      <div class="actions"><button disabled=${busy || !text.trim()}>${t("Appeal")}</button></div>
    </form>
  </details>`;
}
