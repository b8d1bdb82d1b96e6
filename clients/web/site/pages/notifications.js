/** The news: notifications, newest first, with one entry for each game. */

import { html } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { dateTime, t, tn } from "../text/index.js";
import { Check } from "../ui/inputs.js";
import { useTitle } from "../ui/hooks.js";
import { useRulesetTitle } from "../ui/options.js";
import { Done, Failure, Loaded, More, useChange, usePages } from "../ui/parts.js";
import { setQuery, to } from "../ui/route.js";

/** @import { Notification, Page } from "../../types" */
/** @import { Route } from "../ui/route.js" */

const PATH = "me/notifications/";

/** @param {{place: Route}} props */
export function NotificationsPage({ place }) {
  useTitle(t("News"));
  const unread = place.query.get("unread") === "yes";
  const news = usePages(PATH, unread ? { unread } : {});
  const { change, busy, error, done } = useChange(news.reload);
  const newest = news.value?.results[0];
  const hasUnread = news.value?.results.some((/** @type {Notification} */ one) => !one.read_at);
  // What has come since this list was loaded stays unread.
  const markAll = () => change(() => post(`${PATH}read/`, { up_to: newest.id }), t("All are marked as read."));
  return html`<div class="heading">
      <h1>${t("News")}</h1>
      <p><a href="#/settings?part=notifications">${t("What comes here, and by e-mail")}</a></p>
    </div>
    <div class="actions">
      <${Check} checked=${unread} label=${t("Only unread ones")}
        onChange=${(/** @type {boolean} */ yes) => setQuery(yes ? { unread: "yes" } : {})} />
      ${hasUnread && html`<button class="second" disabled=${busy} onClick=${markAll}>${t("Mark all as read")}</button>`}
      <${Done} words=${done} />
    </div>
    <${Failure} error=${error} />
    <${Loaded} from=${news}>
      ${(/** @type {Page<Notification>} */ { results }) =>
        results.length === 0
          ? html`<${NoNews} unread=${unread} />`
          : html`<ul class="news">${byGame(results).map((all) => html`<${Entry} key=${all[0].id} all=${all} />`)}</ul>`}
    <//>
    <${More} list=${news} title=${t("Earlier news")} />`;
}

/** Group notifications by their game, in the order of the newest of each. @param {Notification[]} all */
function byGame(all) {
  /** @type {Map<string, Notification[]>} */
  const groups = new Map();
  for (const one of all) {
    const key = String(one.data.game ?? one.id);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** The newest notification about a game, or about something else, and those before it.
 * @param {{all: Notification[]}} props
 */
function Entry({ all: [newest, ...earlier] }) {
  const ruleset = useRulesetTitle(/** @type {string | undefined} */ (newest.data.ruleset));
  const address = addressOf(newest);
  const title = newest.data.game ? newest.game_title || ruleset : newest.title;
  const unread = [newest, ...earlier].filter(({ read_at }) => !read_at).length;
  return html`<li class=${unread ? "unread" : ""}>
    <h2>
      ${address ? html`<a href=${address}>${title}</a>` : title}
      ${unread > 0 && html` <small class="tag">${unread === 1 ? t("new") : tn("{count} new", "{count} new", unread)}</small>`}
    </h2>
    <${Line} news=${newest} />
    ${earlier.length > 0 && html`<details>
      <summary>${tn("{count} before", "{count} before", earlier.length)}</summary>
      ${earlier.map((one) => html`<${Line} key=${one.id} news=${one} />`)}
    </details>`}
  </li>`;
}

/** @param {{news: Notification}} props */
const Line = ({ news }) => html`<p>${news.text}</p>
  <time class="quiet small" datetime=${news.created_at}>${dateTime(news.created_at)}</time>`;

/** Return where a notification leads to, or "". @param {Notification} news */
function addressOf({ data }) {
  /** @type {Record<string, any>} */
  const { game, rematch, reopened_as, report, user } = data;
  const place = rematch ?? reopened_as ?? game;
  if (place) return to("games", place);
  if (report) return to("report");
  return user ? "#/settings?part=people" : "";
}

/** @param {{unread: boolean}} props */
const NoNews = ({ unread }) =>
  unread
    ? html`<p class="empty">${t("You have read everything.")}</p>`
    : html`<div class="empty">
        <p>${t("There is no news yet. Invitations, your turns and the ends of your games appear here.")}</p>
        <p><a class="button" href=${to("lobby")}>${t("Find a game")}</a></p>
      </div>`;
