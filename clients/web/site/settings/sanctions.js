/** Warnings, mutes and bans of the user, and appeals against them. */

import { html, useState } from "../vendor/preact.js";
import { getAll, post } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { Wrong, submitted, typed } from "../ui/fields.js";
import { useAction, useLoad } from "../ui/hooks.js";
import { Failure, Loaded } from "../ui/parts.js";

/** @import { Sanction } from "../../types" */

const PATH = "me/sanctions/";
const LONGEST = 2000;

export function Sanctions() {
  const sanctions = useLoad(() => getAll(PATH), []);
  return html`<h2>${t("Sanctions by moderators")}</h2>
    <${Loaded} from=${sanctions}>
      ${(/** @type {Sanction[]} */ all) =>
        all.length === 0
          ? html`<p class="quiet">${t("There are none.")}</p>`
          : html`<ul class="rows">${all.map((one) => html`<li key=${one.id}><${One} sanction=${one} reload=${sanctions.reload} /></li>`)}</ul>`}
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
  const send = async () => void ((await run(() => post(`${PATH}${sanction.id}/appeal/`, { text }))) && reload());
  const id = `appeal-${sanction.id}`;
  return html`<details>
    <summary>${t("Appeal")}</summary>
    <form onSubmit=${submitted(send)}>
      <label for=${id}>${t("Why is it wrong?")}</label>
      <textarea id=${id} rows="4" maxlength=${LONGEST} required value=${text} onInput=${typed(setText)}></textarea>
      <p class="hint">${t("You can appeal once. A moderator other than the one who imposed it decides.")}</p>
      <${Wrong} error=${error} name="text" />
      <${Failure} error=${error} />
      <div class="actions"><button disabled=${busy || !text.trim()}>${t("Appeal")}</button></div>
    </form>
  </details>`;
}
