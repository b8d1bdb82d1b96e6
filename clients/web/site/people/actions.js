/** What the user may do about somebody else: invite, block, report. */

import { html } from "../vendor/preact.js";
import { getAll, post, remove } from "../api/requests.js";
import { t } from "../text/index.js";
import { Done } from "../ui/fields.js";
import { useLoad } from "../ui/hooks.js";
import { useChange } from "../ui/pages.js";
import { Failure } from "../ui/parts.js";
import { to } from "../ui/route.js";

/** @import { Block, Me, Profile } from "../../types" */

/** @param {{me: Me, person: Profile}} props */
export function PersonActions({ me, person }) {
  if (person.id === me.id) {
    return html`<p class="actions"><a class="button second" href=${to("settings")}>${t("Settings")}</a></p>`;
  }
  return html`<${OthersActions} name=${person.username} />`;
}

/** @param {{name: string}} props */
function OthersActions({ name }) {
  const blocks = useLoad(() => getAll("me/blocks/"), []);
  const { change, busy, error, done } = useChange(blocks.reload);
  const isBlocked = blocks.value?.some((/** @type {Block} */ { user }) => user.username === name);
  const block = () =>
    change(
      () => post("me/blocks/", { username: name }),
      t("You no longer see messages, invitations and offers of {name}. They are not told.", { name }),
    );
  const unblock = () =>
    change(() => remove(`me/blocks/${encodeURIComponent(name)}/`), t("You no longer block {name}.", { name }));
  return html`<div class="actions">
      <a class="button" href=${`${to("new")}?invite=${encodeURIComponent(name)}`}>${t("Invite to a new game")}</a>
      ${blocks.value &&
      html`<button class="second" disabled=${busy} onClick=${isBlocked ? unblock : block}>${isBlocked ? t("Unblock") : t("Block")}</button>`}
      <a class="button second" href=${`${to("report")}?about=user&username=${encodeURIComponent(name)}`}>${t("Report")}</a>
    </div>
    ${isBlocked && !done && html`<p class="note">${t("You block this user.")}</p>`}
    <${Failure} error=${error} />
    <${Done} words=${done} />`;
}
