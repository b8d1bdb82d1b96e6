/** What a finished game hid: at its end, and in each round. */

import { html } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { t } from "../text/index.js";
import { useLoad } from "../ui/hooks.js";
import { Loaded } from "../ui/parts.js";
import { to } from "../ui/route.js";
import { Anything, isShown } from "./anything.js";
import { useTitles } from "./titles.js";

/** @import { Game, Reveal } from "../../types" */

/** Load what a game hid. @param {string} game */
export const useReveal = (game) =>
  useLoad(/** @returns {Promise<Reveal>} */ (signal) => get(`games/${game}/reveal/`, {}, signal), [game]);

/** @param {{game: Game}} props */
export function Revealed({ game }) {
  const reveal = useReveal(game.id);
  const words = { titles: useTitles(game), seats: game.seats };
  return html`<${Loaded} from=${reveal}>
    ${(/** @type {Reveal} */ { hidden, rounds }) =>
      html`<h3>${t("Hidden until the end")}</h3>
        <${Anything} value=${hidden} words=${words} />
        ${rounds.length > 0 && html`<h3>${t("Hidden in each round")}</h3>`}
        ${rounds.map((round) => html`<${Round} key=${round.move} round=${round} game=${game.id} words=${words} />`)}`}
  <//>`;
}

/** What the round hid to which a move belongs. @param {{game: Game, move: number}} props */
export function RevealedThen({ game, move }) {
  const reveal = useReveal(game.id);
  const words = { titles: useTitles(game), seats: game.seats };
  return html`<${Loaded} from=${reveal}>
    ${(/** @type {Reveal} */ { hidden, rounds }) => {
      const round = rounds.find((one) => move <= Number(one.move));
      return round
        ? html`<${Round} level="h3" round=${round} words=${words} />`
        : html`<p class="quiet">${t("Nothing was hidden in this round. This was hidden until the end:")}</p>
            <${Anything} value=${hidden} words=${words} />`;
    }}
  <//>`;
}

/** @param {{round: Record<string, any>, words: import("./anything.js").Words, game?: string, level?: string}} props */
function Round({ round, words, game, level = "h4" }) {
  const { move, round: number, ...content } = round;
  if (!isShown(content)) return null;
  return html`<section class="round">
    <${level}>
      ${t("Round {number}", { number })}${" "}
      ${game && html`<a class="small" href=${to("games", game, "history", move)}>${t("move {move}", { move })}</a>`}
    <//>
    <${Anything} value=${content} words=${words} />
  </section>`;
}
