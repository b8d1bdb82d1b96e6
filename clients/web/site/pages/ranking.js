/** The best players of each ruleset. */

import { html, useEffect, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { t, tn } from "../text/index.js";
import { useLoad, useTitle } from "../ui/hooks.js";
import { Loaded, More, Panels, Person, Table, usePages } from "../ui/parts.js";
import { setQuery, to } from "../ui/route.js";
import { fetchRulesets } from "../ui/options.js";
import { hidesRatings } from "../ui/zen.js";

/** @import { Leader, Me, Page, Profile, RulesetSummary } from "../../types" */
/** @import { Route } from "../ui/route.js" */

/** @param {{me: Me | null, place: Route}} props */
export function RankingPage({ me, place }) {
  useTitle(t("Ranking"));
  const rulesets = useLoad(fetchRulesets, []);
  if (hidesRatings()) return html`<h1>${t("Ranking")}</h1><p class="empty">${t("Ratings are hidden: your settings say so.")}</p>`;
  return html`<div class="heading">
      <h1>${t("Ranking")}</h1>
      ${me && html`<p><a href=${to("people")}>${t("Find a player")}</a></p>`}
    </div>
    <${Loaded} from=${rulesets}>
      ${(/** @type {RulesetSummary[]} */ all) => {
        if (!all.length) return html`<p class="empty">${t("This service has no games.")}</p>`;
        const tabs = all.map((one) => ({ id: one.slug, title: one.title, content: () => html`<${Leaders} ruleset=${one} me=${me} />` }));
        return html`<${Panels} label=${t("Games")} tabs=${tabs} chosen=${place.query.get("ruleset") ?? ""} kind="sheet"
          onChoose=${(/** @type {string} */ ruleset) => setQuery({ ruleset })} />`;
      }}
    <//>`;
}

/** @param {{ruleset: RulesetSummary, me: Me | null}} props */
function Leaders({ ruleset, me }) {
  const leaders = usePages(`rulesets/${ruleset.slug}/leaderboard/`, {});
  return html`${me && html`<${MyRating} me=${me} ruleset=${ruleset} /><p><a href=${to("statistics", ruleset.slug)}>${t("Statistics of {game}", { game: ruleset.title })}</a></p>`}
    <${Loaded} from=${leaders}>
      ${(/** @type {Page<Leader>} */ { results }) =>
        results.length === 0 ? html`<${NoLeaders} ruleset=${ruleset} me=${me} />` : html`<${LeaderTable} leaders=${results} me=${me} />`}
    <//>
    <${More} list=${leaders} />
    <p class="hint">${t("The rating starts at 1500, which is the average. Only places count, not points. A few rated games, one of them in the last 90 days, are needed to appear here.")}</p>`;
}

/** @param {{leaders: Leader[], me: Me | null}} props */
const LeaderTable = ({ leaders, me }) => html`<${Table}
  heads=${[{ number: t("Rank") }, t("Player"), { number: t("Rating") }, { number: t("Rated games") }]}>
  ${leaders.map(
    ({ rank, user, rating, rated_games }) => html`<tr key=${user.id} class=${user.id === me?.id ? "mine" : ""}>
      <td class="number">${rank}</td>
      <td><${Person} user=${user} />${user.id === me?.id && html` <small class="tag">${t("you")}</small>`}</td>
      <td class="number">${rating}</td>
      <td class="number">${rated_games}</td>
    </tr>`,
  )}
<//>`;

/** The rating of the user, also while it is not in the list. @param {{me: Me, ruleset: RulesetSummary}} props */
function MyRating({ me, ruleset }) {
  const [profile, setProfile] = useState(/** @type {Profile | null} */ (null));
  useEffect(() => void get(`users/${me.username}/`).then(setProfile, () => {}), []);
  const mine = profile?.ratings.find((one) => one.ruleset === ruleset.slug);
  if (!mine) return null;
  const games = tn("{count} rated game", "{count} rated games", mine.rated_games);
  return html`<p class="note">
    ${t("Your rating: {rating} ({games}).", { rating: mine.rating, games })}
    ${mine.provisional && ` ${t("It is provisional until a few more rated games make it certain.")}`}
  </p>`;
}

/** @param {{ruleset: RulesetSummary, me: Me | null}} props */
const NoLeaders = ({ ruleset, me }) => html`<div class="empty">
  <p>${t("Nobody has played enough rated games of {ruleset} yet.", { ruleset: ruleset.title })}</p>
  <p>${t("A game is rated if its host wishes so, and only people take part. Your rating appears after your first one.")}</p>
  <p class="actions center">
    ${me && html`<a class="button" href=${`${to("new")}?ruleset=${ruleset.slug}`}>${t("Create a rated game")}</a>`}
    <a class="button second" href=${`${to("lobby")}?ruleset=${ruleset.slug}`}>${t("Look for one in the lobby")}</a>
  </p>
</div>`;
