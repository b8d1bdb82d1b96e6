/** A user as all others see them; without a name in the address, the search for users. */

import { html, useEffect, useState } from "../vendor/preact.js";
import { dateTime, duration, language, signed, t } from "../text/index.js";
import { Picture } from "../game/picture.js";
import { GameCards } from "../ui/game_card.js";
import { useDocument, useTitle } from "../ui/hooks.js";
import { Input, onSubmit } from "../ui/inputs.js";
import { Avatar, Items, Later, Loaded, More, Outcome, Person, Table, usePages } from "../ui/parts.js";
import { useBlocks } from "../settings/blocks.js";
import { OfPerson } from "./statistics.js";
import { setQuery, to } from "../ui/route.js";
import { useRulesets } from "../ui/options.js";
import { hidesRatings } from "../ui/zen.js";

/** @import { Block, GameSummary, Me, Page, Profile, RatingChange, User } from "../../types" */
/** @import { Route } from "../ui/route.js" */

const MOST = 6;

/** @param {{me: Me | null, place: Route}} props */
export function PersonPage({ me, place }) {
  const name = place.parts[1];
  return name ? html`<${Found} name=${name} me=${me} />` : html`<${Search} search=${place.query.get("search") ?? ""} />`;
}

/** @param {{search: string}} props */
function Search({ search }) {
  useTitle(t("Players"));
  const [text, setText] = useState(search);
  const users = usePages("users/", { search });
  useEffect(() => {
    const timer = setTimeout(() => text.trim() !== search && setQuery({ search: text.trim() }), 400);
    return () => clearTimeout(timer);
  }, [text]);
  return html`<h1>${t("Players")}</h1>
    <form role="search" onSubmit=${onSubmit(() => setQuery({ search: text.trim() }))}>
      <${Input} id="search" label=${t("The beginning of a name")} type="search" maxlength="30" autocomplete="off" autocapitalize="none"
        value=${text} onChange=${setText} />
    </form>
    <${Loaded} from=${users}>
      ${(/** @type {Page<User>} */ { results }) => html`<${Items} items=${results} kind="names"
        empty=${html`<p class="empty">${t("No name begins like this. Names are searched from their first letter.")}</p>`}>
        ${(/** @type {User} */ user) => html`<${Person} user=${user} />`}
      <//>`}
    <//>
    <${More} list=${users} />`;
}

/** @param {{name: string, me: Me | null}} props */
function Found({ name, me }) {
  const profile = useDocument(`users/${encodeURIComponent(name)}/`);
  useTitle(name);
  return html`<${Loaded} from=${profile}>
    ${(/** @type {Profile} */ person) => html`<div class="heading">
        <h1><${Avatar} of=${person} size=${40} />${person.username}${person.is_bot && html` <small class="tag">${t("bot")}</small>`}</h1>
        <p class="quiet">${t("here since {date}", { date: dateOf(person.since) })}</p>
      </div>
      ${me && html`<${PersonActions} me=${me} person=${person} />`}
      ${!hidesRatings() && html`<h2>${t("Rating by game")}</h2>
      <${Ratings} person=${person} isMe=${person.id === me?.id} />
      ${person.ratings.map(({ ruleset }) => html`<${Curve} key=${ruleset} name=${person.username} ruleset=${ruleset} />`)}`}
      <h2>${t("Results")}</h2>
      <${Results} record=${person.record} />
      ${me && html`<${OfPerson} person=${person} me=${me} />`}
      <section><${Games} person=${person} me=${me} /></section>`}
  <//>`;
}

/** @param {string} day */
const dateOf = (day) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));

/** @param {{person: Profile, isMe: boolean}} props */
function Ratings({ person, isMe }) {
  const rulesets = useRulesets();
  if (person.ratings.length === 0) {
    return html`<p class="quiet">${isMe ? t("You have no rating yet. Rated games against people give you one.") : t("No rated games yet.")}</p>`;
  }
  return html`<${Table} heads=${[t("Game"), { number: t("Rating") }, { number: t("Rated games") }]}>
    ${person.ratings.map(
      ({ ruleset, rating, provisional, rated_games }) => html`<tr key=${ruleset}>
        <td><a href=${`${to("ranking")}?ruleset=${ruleset}`}>${rulesets.find(({ slug }) => slug === ruleset)?.title ?? ruleset}</a></td>
        <td class="number">${rating}${provisional && html` <small class="tag">${t("provisional")}</small>`}</td>
        <td class="number">${rated_games}</td>
      </tr>`,
    )}
  <//>`;
}

const LAYOUT = "portrait";

/** A rating over time. @param {{name: string, ruleset: string}} props */
function Curve({ name, ruleset }) {
  const path = `users/${encodeURIComponent(name)}/ratings`;
  const curve = useDocument(`${path}.svg`, { ruleset, layout: LAYOUT });
  return html`<${Loaded} from=${curve}>
      ${(/** @type {string} */ svg) => html`<${Picture} svg=${svg} layout=${LAYOUT} />`}
    <//>
    <${Later} summary=${t("Each rated game")} content=${() => html`<${History} path=${`${path}/`} ruleset=${ruleset} />`} />`;
}

/** What each game did to a rating. @param {{path: string, ruleset: string}} props */
function History({ path, ruleset }) {
  const changes = usePages(path, { ruleset });
  return html`<${Loaded} from=${changes}>
      ${(/** @type {Page<RatingChange>} */ { results }) => html`<${Table}
        heads=${[t("When"), { number: t("Rating") }, { number: t("Difference") }, { number: t("Place") }, t("Opponents")]}>
        ${results.map(
          ({ at, rating, change, place, game, opponents }) => html`<tr key=${at}>
            <td>${game ? html`<a href=${to("games", game)}>${dateTime(at)}</a>` : dateTime(at)}</td>
            <td class="number">${rating}</td>
            <td class="number">${signed(change)}</td>
            <td class="number">${place}</td>
            <td>${opponents
              ? opponents.map(({ user, place }) => html`<span key=${user.id}>${place}. <${Person} user=${user} /> </span>`)
              : html`<span class="quiet">${t("private game")}</span>`}</td>
          </tr>`,
        )}
      <//>`}
    <//>
    <${More} list=${changes} />`;
}

/** @param {{record: Profile["record"]}} props */
function Results({ record }) {
  const { reliability, median_response } = record;
  /** @type {[string, string | number][]} */
  const lines = [
    [t("Games finished"), record.finished],
    [t("Resigned"), record.resigned],
    [t("Lost on time"), record.timed_out],
    [t("Never came"), record.absent],
    [t("Turns played"), record.turns],
    [t("Reliability"), reliability === null ? t("too few games to say") : `${reliability} %`],
    [t("Usual time for an answer"), median_response === null ? t("not known yet") : duration(median_response)],
  ];
  return html`<dl class="facts">
    ${lines.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>
  <p class="hint">${t("Reliability is the share of the last games that were played to their end.")}</p>`;
}

/** @param {{person: Profile, me: Me | null}} props */
function Games({ person, me }) {
  const games = usePages(`users/${encodeURIComponent(person.username)}/games/`, { limit: 24 });
  const isMe = person.id === me?.id;
  return html`<${Loaded} from=${games}>
    ${(/** @type {Page<GameSummary>} */ { results }) => {
      const common = isMe ? [] : results.filter(({ your_seat }) => your_seat !== null).slice(0, MOST);
      const others = results.filter((game) => !common.includes(game));
      return html`${common.length > 0 && html`<h2>${t("Games with you")}</h2><${GameCards} games=${common} me=${me} />`}
        <h2>${common.length > 0 ? t("Other games") : t("Newest games")}</h2>
        ${others.length === 0
          ? html`<p class="quiet">${t("There are none that you may see.")}</p>`
          : html`<${GameCards} games=${others} me=${me} />`}`;
    }}
    <//>
    <${More} list=${games} title=${t("Earlier games")} />`;
}

/** @param {{me: Me, person: Profile}} props */
function PersonActions({ me, person }) {
  if (person.id === me.id) {
    return html`<p class="actions"><a class="button second" href=${to("settings")}>${t("Settings")}</a></p>`;
  }
  return html`<${OthersActions} name=${person.username} />`;
}

/** @param {{name: string}} props */
function OthersActions({ name }) {
  const { blocks, action, block, unblock } = useBlocks();
  const isBlocked = blocks.value?.some((/** @type {Block} */ { user }) => user.username === name);
  return html`<div class="actions">
      <a class="button" href=${`${to("new")}?invite=${encodeURIComponent(name)}`}>${t("Invite to a new game")}</a>
      ${blocks.value &&
      html`<button class="second" disabled=${action.busy} onClick=${() => (isBlocked ? unblock : block)(name)}>
        ${isBlocked ? t("Unblock") : t("Block")}</button>`}
      <a class="button second" href=${`${to("report")}?about=user&username=${encodeURIComponent(name)}`}>${t("Report")}</a>
    </div>
    ${isBlocked && !action.done && html`<p class="note">${t("You block this user.")}</p>`}
    <${Outcome} of=${action} />`;
}
