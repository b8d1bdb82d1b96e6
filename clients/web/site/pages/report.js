/** Report a user, a game or a message to the moderators; and what became of the reports of the user. */

import { html, useState } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { useAction, useDocument, useTitle } from "../ui/hooks.js";
import { onSubmit, onText, Wrong } from "../ui/inputs.js";
import { Failure, Items, Loaded, More, Outcome, Person, useChange, usePages } from "../ui/parts.js";
import { setQuery, to } from "../ui/route.js";

/** @import { Message, MessagesReply, Page, Report, ReportMessage } from "../../types" */
/** @import { Route } from "../ui/route.js" */

/** @typedef {{about: string, username?: string, game?: string, seat?: number, room?: string, number?: number}} Subject */

const LONGEST = 2000;

/** @param {{place: Route}} props */
export function ReportPage({ place }) {
  const subject = subjectOf(place.query);
  const title = subject ? t("Report to the moderators") : t("Your reports");
  useTitle(title);
  const reports = usePages("reports/", {});
  const [sent, setSent] = useState(false);
  const onSent = () => {
    setSent(true);
    setQuery({});
    reports.reload();
  };
  return html`<h1>${title}</h1>
    ${sent && html`<p class="note" role="status">${t("Thank you. A moderator will look at your report, and you get a notification when it is closed.")}</p>`}
    ${subject && html`<${ReportForm} subject=${subject} onSent=${onSent} />`}
    ${subject && html`<h2>${t("Your reports")}</h2>`}
    <${MyReports} reports=${reports} />`;
}

/** Return what the address asks to report, or null. @param {URLSearchParams} query @returns {Subject | null} */
function subjectOf(query) {
  const [about, username, game, seat, room] = ["about", "username", "game", "seat", "room"].map((name) => query.get(name) ?? "");
  if (about === "user" && username) return { about, username };
  if (about === "user" && game && seat) return { about, game, seat: Number(seat) };
  if (about === "game" && game) return { about, game };
  if (about === "message" && game && room) return { about, game, room, number: Number(query.get("number")) };
  return null;
}

/** @param {{subject: Subject, onSent: () => void}} props */
function ReportForm({ subject, onSent }) {
  const [category, setCategory] = useState("");
  const [text, setText] = useState("");
  const { run, busy, error } = useAction();
  const send = async () => {
    if (await run(() => post("reports/", { ...subject, category, text }))) onSent();
  };
  return html`<form class="sheet" onSubmit=${onSubmit(send)}>
    <${About} subject=${subject} />
    <fieldset>
      <legend>${t("What is it about?")}</legend>
      ${categories()
        .filter(([name]) => name !== "name" || subject.username)
        .map(
          ([name, title]) => html`<label key=${name} class="check">
            <input type="radio" name="category" required value=${name} checked=${category === name} onChange=${() => setCategory(name)} />
            ${title}
          </label>`,
        )}
    </fieldset>
    <${Wrong} error=${error} name="category" />
    <label for="report-text">${t("What has happened? (optional)")}</label>
    <textarea id="report-text" rows="5" maxlength=${LONGEST} value=${text} onInput=${onText(setText)}></textarea>
    <${Wrong} error=${error} name="text" />
    <p class="hint">${t("Only moderators read this. The reported user is never told of it. A message is kept as it is now. The outcome appears here.")}</p>
    <${Failure} error=${error} />
    <div class="actions">
      <button disabled=${busy || !category}>${t("Send the report")}</button>
      <button type="button" class="second" onClick=${() => history.back()}>${t("Cancel")}</button>
    </div>
  </form>`;
}

/** @param {{subject: Subject}} props */
function About({ subject }) {
  const { about, username = "", game = "", seat } = subject;
  if (seat !== undefined) return html`<p>${t("You report player {number} of", { number: seat + 1 })}${" "}<a href=${to("games", game)}>${t("this game")}</a></p>`;
  if (about === "user") return html`<p>${t("You report the user {name}.", { name: username })}</p>`;
  if (about === "game") return html`<p>${t("You report a game:")}${" "}<a href=${to("games", game)}>${t("this one")}</a></p>`;
  return html`<${AboutMessage} subject=${subject} />`;
}

/** @param {{subject: Subject}} props */
function AboutMessage({ subject: { game = "", room = "", number = 0 } }) {
  const found = useDocument(`games/${game}/messages/`, { room, after: number - 1, limit: 1 });
  /** @type {MessagesReply | null} */
  const reply = found.value;
  const message = reply?.messages.find((/** @type {Message} */ one) => one.number === number);
  return html`<p>${t("You report a message in")}${" "}<a href=${to("games", game)}>${t("this game")}</a>:</p>
    <${Failure} error=${found.error} retry=${found.reload} />
    ${message && html`<blockquote class="note"><strong>${message.user.username}</strong>: ${message.text}</blockquote>`}`;
}

/** @param {{reports: ReturnType<typeof usePages>}} props */
function MyReports({ reports }) {
  const action = useChange(reports.reload);
  const { change, busy } = action;
  /** @param {Report} report */
  const withdraw = (report) => change(() => post(`reports/${report.id}/withdraw/`), t("The report is withdrawn."));
  return html`<${Outcome} of=${action} />
    <${Loaded} from=${reports}>
      ${(/** @type {Page<Report>} */ { results }) => html`<${Items} items=${results} kind="cards" itemKind="card"
        empty=${html`<p class="empty">${t("You have reported nothing. There is a link for it beside each message, in the menu of a game, and on the page of each user.")}</p>`}>
        ${(/** @type {Report} */ report) => html`<${One} report=${report} busy=${busy} onWithdraw=${() => withdraw(report)} />`}
      <//>`}
    <//>
    <${More} list=${reports} />`;
}

/** @param {{report: Report, busy: boolean, onWithdraw: () => void}} props */
function One({ report, busy, onWithdraw }) {
  const { state, outcome, answer, text } = report;
  const isOpen = ["open", "claimed"].includes(state);
  return html`<h3>${categoryText(report.category)}</h3>
    <p><${Reported} report=${report} /></p>
    <p class="quiet small">${dateTime(report.created_at)} · ${stateText(state)}</p>
    ${text && html`<p>${text}</p>`}
    ${outcome && html`<p><strong>${outcomeText(outcome)}</strong></p>`}
    ${answer && html`<p class="note">${answer}</p>`}
    ${report.question && html`<${Questions} report=${report} isOpen=${isOpen} />`}
    ${isOpen &&
    html`<div class="actions"><button class="second" disabled=${busy} onClick=${onWithdraw}>${t("Withdraw")}</button></div>`}`;
}

/** What the moderators have asked about a report, and the answers. @param {{report: Report, isOpen: boolean}} props */
function Questions({ report, isOpen }) {
  const path = `reports/${report.id}/messages/`;
  const messages = usePages(path, {});
  const action = useChange(messages.reload);
  const [text, setText] = useState("");
  const send = async () => {
    if (await action.change(() => post(path, { text }), t("The answer is sent."))) setText("");
  };
  const id = `answer-${report.id}`;
  return html`<h4>${t("Questions of the moderators")}</h4>
    <${Loaded} from=${messages}>
      ${(/** @type {Page<ReportMessage>} */ { results }) => results.map((one) => html`<p key=${one.at} class="note">
        <strong>${one.author === "you" ? t("You") : t("The moderators")}</strong> <time class="quiet small" datetime=${one.at}>${dateTime(one.at)}</time><br />
        ${one.text}
      </p>`)}
    <//>
    <${More} list=${messages} />
    ${isOpen && html`<form onSubmit=${onSubmit(send)}>
      <label for=${id}>${t("Your answer")}</label>
      <textarea id=${id} rows="3" required maxlength=${LONGEST} value=${text} onInput=${onText(setText)}></textarea>
      <${Wrong} error=${action.error} name="text" />
      <div class="actions"><button disabled=${action.busy || !text.trim()}>${t("Send the answer")}</button></div>
    </form>`}
    <${Outcome} of=${action} />`;
}

/** @param {{report: Report}} props */
function Reported({ report: { about, user, game, seat } }) {
  const link = game && html`<a href=${to("games", game)}>${t("this game")}</a>`;
  if (about === "user" && user) return html`<${Person} user=${user} />`;
  if (seat !== null && seat !== undefined) return html`${t("Player {number} of", { number: seat + 1 })} ${link}`;
  if (about === "message") return html`${t("A message in")} ${link}`;
  return link;
}

/** @returns {[string, string][]} */
const categories = () => [
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
