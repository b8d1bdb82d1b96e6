/** The settings of a game in words: its clock, who may see it, and the options of its ruleset. */

import { html } from "../vendor/preact.js";
import { t, tn } from "../text/index.js";
import { useDocument } from "../ui/hooks.js";
import { sentence } from "../ui/options.js";
import { paceDetails, paceText } from "../ui/clock.js";
import { Person } from "../ui/parts.js";
import { to } from "../ui/route.js";
import { capital, inWords, isShown, lineOf, useTitles } from "./anything.js";

/** @import { Game, Ruleset } from "../../types" */

/** @param {{game: Game}} props */
export function Settings({ game }) {
  const { value } = useDocument(`rulesets/${game.ruleset}/`);
  const ruleset = /** @type {Ruleset | null} */ (value);
  const words = { titles: useTitles(game), seats: game.seats };
  const schema = /** @type {Record<string, {title?: string, description?: string}>} */ (ruleset?.options.properties ?? {});
  const options = Object.entries(game.options).filter(([, value]) => isShown(value));
  return html`<h3>${t("The clock")}</h3>
    <ul>${[paceText(game.pace), ...paceDetails(game.pace), ...timeouts(game)].map((line) => html`<li>${line}</li>`)}</ul>
    <h3>${t("The game")}</h3>
    <ul>
      <li>${t("Host:")} <${Person} user=${game.created_by} /></li>
      ${details(game).map((line) => html`<li>${line}</li>`)}
      ${game.tried_from && html`<li><a href=${to("games", game.tried_from.game, "history", game.tried_from.move)}>
        ${t("It began at a position of another game.")}</a></li>`}
    </ul>
    <h3>${t("The rules")}</h3>
    <p>${ruleset?.summary} <a href=${to("games", game.id, "rules")}>${t("Rules")}</a> <span class="quiet">${game.rules_version}</span></p>
    <dl class="members">
      ${options.map(
        ([name, value]) => html`<dt>${schema[name]?.title ?? capital(inWords(name))}: ${lineOf(value, words, name)}</dt>
          <dd class="quiet small">${sentence(schema[name]?.description)}</dd>`,
      )}
    </dl>`;
}

/** @param {Game} game */
function timeouts({ pace, timeouts: { policy, excuses = 0, when_alone, when_absent }, vacations }) {
  if (pace.kind === "none") return [];
  /** @type {Record<string, string>} */
  const policies = {
    forfeit: t("Who runs out of time loses the seat, and a bot plays on."),
    default_move: t("For who runs out of time, a default move is played."),
    bot: t("For who runs out of time, a bot plays until they return."),
  };
  return [
    ...(policy ? [policies[policy] ?? inWords(policy)] : []),
    ...(excuses ? [tn("{count} late turn of each player is excused.", "{count} late turns of each player are excused.", excuses)] : []),
    ...(when_alone === "end" ? [t("When one person is left, the game ends.")] : []),
    ...(when_alone === "play_on" ? [t("When one person is left, they may play on against bots.")] : []),
    ...(when_absent === "reopen" ? [t("If a player never shows up, the game begins again with a free seat.")] : []),
    ...(when_absent === "cancel" ? [t("If a player never shows up, the game is cancelled.")] : []),
    vacations ? t("Vacations stop the clock.") : t("Vacations do not stop the clock."),
  ];
}

/** @param {Game} game */
function details(game) {
  /** @type {Record<string, string>} */
  const visible = {
    public: t("Everybody may watch."),
    unlisted: t("Everybody who has the address may watch."),
    private: t("Only the players see it."),
  };
  return [
    visible[game.visibility] ?? inWords(game.visibility),
    game.rated ? t("It counts for ratings, unless bots play from the start.") : t("It does not count for ratings."),
    ...(game.anonymous ? [t("It is anonymous: the names of the players are shown after the end.")] : []),
    ...(game.test_clock ? [t("It has a test clock, and counts for nobody.")] : []),
    ...(game.bot_delay ? [tn("Bots wait {count} second before a move.", "Bots wait {count} seconds before a move.", game.bot_delay)] : []),
  ];
}
