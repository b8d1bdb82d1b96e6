/** The users whose messages, invitations and offers are hidden. */

import { html, useState } from "../vendor/preact.js";
import { getAll, post, remove } from "../api/requests.js";
import { t } from "../text/index.js";
import { Done, Wrong, submitted, typed } from "../ui/fields.js";
import { useLoad } from "../ui/hooks.js";
import { useChange } from "../ui/pages.js";
import { Failure, Loaded } from "../ui/parts.js";
import { to } from "../ui/route.js";

/** @import { Block } from "../../types" */

const PATH = "me/blocks/";

export function Blocks() {
  const blocks = useLoad(() => getAll(PATH), []);
  const { change, busy, error, done } = useChange(blocks.reload);
  const [name, setName] = useState("");
  const block = async () => {
    const username = name.trim();
    const blocked = await change(() => post(PATH, { username }), t("You block {name}.", { name: username }));
    if (blocked) setName("");
  };
  /** @param {string} username */
  const unblock = (username) =>
    change(() => remove(`${PATH}${encodeURIComponent(username)}/`), t("You no longer block {name}.", { name: username }));
  return html`<h2>${t("Blocked users")}</h2>
    <p>${t("You do not see messages, invitations and offers of users that you block. They are not told.")}</p>
    <${Failure} error=${error} />
    <${Done} words=${done} />
    <${Loaded} from=${blocks}>
      ${(/** @type {Block[]} */ all) =>
        all.length === 0
          ? html`<p class="quiet">${t("You block nobody.")}</p>`
          : html`<ul class="rows">
              ${all.map(
                ({ user }) => html`<li key=${user.id}>
                  <a href=${to("people", user.username)}>${user.username}</a>
                  <button class="second" disabled=${busy} aria-label=${t("Unblock {name}", { name: user.username })}
                    onClick=${() => unblock(user.username)}>${t("Unblock")}</button>
                </li>`,
              )}
            </ul>`}
    <//>
    <form onSubmit=${submitted(block)}>
      <label for="block">${t("Name of a user")}</label>
      <div class="actions">
        <input id="block" maxlength="30" required autocomplete="off" autocapitalize="none" value=${name} onInput=${typed(setName)} />
        <button class="second" disabled=${busy || !name.trim()}>${t("Block")}</button>
      </div>
      <${Wrong} error=${error} name="username" />
    </form>`;
}
