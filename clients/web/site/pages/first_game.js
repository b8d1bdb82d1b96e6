/** A first game to learn the table: against bots, unlisted, unrated, without a clock. */

import { html, useEffect } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { t, tn } from "../text/index.js";
import { useAction, useLoad, useTitle } from "../ui/hooks.js";
import { Failure, HowToPlay, Loaded } from "../ui/parts.js";
import { to } from "../ui/route.js";
import { fetchRulesets } from "../ui/options.js";
import { restartTour } from "../game/tour.js";

/** @import { Game, RulesetSummary } from "../../types" */
/** @import { Route } from "../ui/route.js" */

/** With a ruleset in the address, the game begins at once. @param {{place: Route}} props */
export function FirstGamePage({ place }) {
  useTitle(t("A first game"));
  const rulesets = useLoad(fetchRulesets, []);
  const { run, busy, error } = useAction();
  /** @param {RulesetSummary} ruleset */
  const begin = (ruleset) =>
    run(async () => {
      const id = await createGame(ruleset);
      restartTour();
      location.replace(`${to("games", id)}?tour=1`); // going back does not begin another game
    });
  const wanted = rulesets.value?.filter(hasBots).find(({ slug }) => slug === place.query.get("ruleset"));
  useEffect(() => void (wanted && begin(wanted)), [wanted]);
  return html`<h1>${t("A first game")}</h1>
    <p>${t("Play against easy bots, without a clock. The game is not listed in the lobby and counts for nothing, and you may stop at any time. A few notes at the table show you around.")}</p>
    <${Failure} error=${error} />
    ${busy && html`<p role="status">${t("The table is being laid …")}</p>`}
    <${Loaded} from=${rulesets}>
      ${(/** @type {RulesetSummary[]} */ all) => html`<ul class="cards">
        ${all.filter(hasBots).map((one) => html`<li key=${one.slug} class="card">
          <h2>${one.title}</h2>
          <p>${one.summary}</p>
          <p class="quiet small">${tn("You and {count} bot", "You and {count} bots", one.beginner_seats - 1)}</p>
          <div class="actions">
            <button disabled=${busy} aria-label=${t("Play {game}", { game: one.title })} onClick=${() => begin(one)}>${t("Play")}</button>
            <${HowToPlay} slug=${one.slug} />
          </div>
        </li>`)}
      </ul>`}
    <//>`;
}

/** @param {RulesetSummary} ruleset */
const hasBots = ({ bot_levels, max_seats }) => bot_levels.length > 0 && max_seats > 1;

/** Create and start a game of the user and bots. Returns its id. @param {RulesetSummary} ruleset */
async function createGame(ruleset) {
  // The weakest level of all need not follow any plan: the one above it is easy, and makes sense.
  const level = ruleset.bot_levels[1] ?? ruleset.bot_levels[0];
  const seats = ruleset.beginner_seats;
  /** @type {Game} */
  const game = await post("games/", {
    ruleset: ruleset.slug,
    seats,
    bots: Array.from({ length: seats - 1 }, () => ({ level })),
    visibility: "unlisted",
    rated: false,
    pace: { kind: "none" },
    title: t("My first game"),
  });
  if (game.status === "lobby") await post(`games/${game.id}/start/`);
  return game.id;
}
