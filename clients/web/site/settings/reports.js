/** The reports of the user: what became of them. */

import { html } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { Done } from "../ui/inputs.js";
import { More, useChange, usePages } from "../ui/pages.js";
import { Failure, Loaded, Person } from "../ui/parts.js";
import { to } from "../ui/route.js";

/** @import { Page, Report } from "../../types" */

/** @param {{reports: ReturnType<typeof usePages>}} props */
export function MyReports({ reports }) {
  const { change, busy, error, done } = useChange(reports.reload);
  /** @param {Report} report */
  const withdraw = (report) => change(() => post(`reports/${report.id}/withdraw/`), t("The report is withdrawn."));
  return html`<${Failure} error=${error} />
    <${Done} words=${done} />
    <${Loaded} from=${reports}>
      ${(/** @type {Page<Report>} */ { results }) =>
        results.length === 0
          ? html`<p class="empty">${t("You have reported nothing. There is a link for it beside each message, in the menu of a game, and on the page of each user.")}</p>`
          : html`<ul class="cards">
              ${results.map(
                (report) => html`<li key=${report.id} class="card"><${One} report=${report} busy=${busy} onWithdraw=${() => withdraw(report)} /></li>`,
              )}
            </ul>`}
    <//>
    <${More} list=${reports} />`;
}

/** @param {{report: Report, busy: boolean, onWithdraw: () => void}} props */
function One({ report, busy, onWithdraw }) {
  const { state, outcome, answer, text } = report;
  return html`<h3>${categoryText(report.category)}</h3>
    <p><${About} report=${report} /></p>
    <p class="quiet small">${dateTime(report.created_at)} · ${stateText(state)}</p>
    ${text && html`<p>${text}</p>`}
    ${outcome && html`<p><strong>${outcomeText(outcome)}</strong></p>`}
    ${answer && html`<p class="note">${answer}</p>`}
    ${["open", "claimed"].includes(state) &&
    html`<div class="actions"><button class="second" disabled=${busy} onClick=${onWithdraw}>${t("Withdraw")}</button></div>`}`;
}

/** @param {{report: Report}} props */
function About({ report: { about, user, game } }) {
  const link = game && html`<a href=${to("games", game)}>${t("this game")}</a>`;
  if (about === "user" && user) return html`<${Person} user=${user} />`;
  if (about === "message") return html`${t("A message in")} ${link}`;
  return link;
}

/** @returns {[string, string][]} */
export const categories = () => [
  ["abuse", t("Insults, threats or hate")],
  ["cheating", t("Cheating: several accounts, secret agreements, programs")],
  ["stalling", t("Playing slowly on purpose")],
  ["spam", t("Advertising or spam")],
  ["name", t("An offensive name")],
  ["other", t("Something else")],
];

/** @param {string} category */
const categoryText = (category) =>
  categories().find(([name]) => name === category)?.[1] ?? category;

/** @param {string} state */
function stateText(state) {
  /** @type {Record<string, string>} */
  const states = {
    open: t("waiting"),
    claimed: t("a moderator is working on it"),
    resolved: t("closed"),
    dismissed: t("closed"),
    withdrawn: t("withdrawn by you"),
  };
  return states[state] ?? state;
}

/** @param {string} outcome */
function outcomeText(outcome) {
  /** @type {Record<string, string>} */
  const outcomes = {
    acted: t("The moderators have done something about it."),
    nothing: t("The moderators saw no reason to act."),
  };
  return outcomes[outcome] ?? outcome;
}
