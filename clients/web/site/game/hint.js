/** What a strong bot would choose, in games against bots. */

import { html } from "../vendor/preact.js";
import { range, t } from "../text/index.js";
import { Failure, Table } from "../ui/parts.js";
import { uncertainty, useJob } from "./jobs.js";

/** @import { Decision, Game, Hint as HintDocument } from "../../types" */

/** The number of options whose values are shown. */
const MOST = 4;

/** True if there are hints in a game: bots have all other seats. @param {Game} game */
const isPractice = ({ seats, your_seat: own }) => own !== null && seats.every(({ number, user }) => number === own || !user);

/** @param {Game} game @param {Decision} decision */
export function useHint(game, decision) {
  const work = useJob(`games/${game.id}/hint/`);
  const hint = /** @type {HintDocument | null} */ (work.job);
  const result = (hint?.decision === decision.id && !hint.stale && hint.result) || null;
  return { ...work, hint, result, isPossible: isPractice(game) && !game.frozen };
}

/** @param {{from: ReturnType<typeof useHint>, isOff: boolean}} props */
export function Hint({ from, isOff }) {
  const { hint, result, isPossible, request, busy, error } = from;
  if (!isPossible) return null;
  const isPending = hint?.status === "pending";
  return html`<div class="advice">
    <${Failure} error=${error} />
    ${hint?.status === "failed" && html`<p class="note">${t("There is no hint: the service could not make it.")}</p>`}
    ${!result && html`<button type="button" class="second" disabled=${isOff || busy || isPending} onClick=${request}>${t("Hint")}</button>`}
    <p role="status">${isPending && t("The bot is thinking …")}
      ${result && html`${t("Suggested:")} <strong>${result.options[0].label}</strong>`}</p>
    ${result &&
    html`<${Table} heads=${[t("Option"), { number: t("Chance of winning") }]}>
      ${result.options.slice(0, MOST).map(
        ({ choice, label, value, error }) =>
          html`<tr key=${choice}><td>${label}</td><td class="number">${range(value, uncertainty(error))}</td></tr>`,
      )}
    <//>`}
  </div>`;
}
