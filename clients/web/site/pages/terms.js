/** Inputs for who may join a game, when it starts, and what happens when a player is late. */

import { html } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { CheckField, NumberField, SelectField, TextField } from "../ui/inputs.js";
import { instantOf, localTime } from "./draft.js";

/** @import { Errors } from "../ui/inputs.js" */
/** @import { Draft, OnDraft } from "./draft.js" */

/** @typedef {{draft: Draft, errors: Errors, onDraft: OnDraft}} TermsProps */

/** Who may find and join it. @param {TermsProps} props */
export function Joining({ draft, errors, onDraft }) {
  const visibilities = [
    { value: "public", title: t("everybody"), hint: t("The game is listed in the lobby.") },
    { value: "unlisted", title: t("anyone with the link"), hint: t("The game is not listed.") },
    { value: "private", title: t("invited players only"), hint: t("Nobody else sees the game.") },
  ];
  return html`<${SelectField} pointer="/visibility" label=${t("Who may join")} errors=${errors} value=${draft.visibility}
    choices=${visibilities} onChange=${(/** @type {string} */ visibility) => onDraft({ visibility })} />`;
}

/** Further conditions of joining. @param {TermsProps} props */
export function Admission({ draft, errors, onDraft }) {
  const rating = { min: -10_000, max: 10_000, placeholder: t("any") };
  return html`<${CheckField} pointer="/rated" label=${t("The game counts for ratings")} errors=${errors} value=${draft.rated}
      hint=${t("Games with bots never count.")} onChange=${(/** @type {boolean} */ rated) => onDraft({ rated })} />
    <div class="filters">
      <${NumberField} pointer="/min_rating" label=${t("Lowest rating")} errors=${errors} value=${draft.min_rating} attributes=${rating}
        onChange=${(/** @type {number | null} */ value) => onDraft({ min_rating: value })} />
      <${NumberField} pointer="/max_rating" label=${t("Highest rating")} errors=${errors} value=${draft.max_rating} attributes=${rating}
        onChange=${(/** @type {number | null} */ value) => onDraft({ max_rating: value })} />
      <${NumberField} pointer="/min_reliability" label=${t("Games finished, in percent, at least")} errors=${errors}
        value=${draft.min_reliability} attributes=${{ min: 0, max: 100, placeholder: t("any") }}
        onChange=${(/** @type {number | null} */ value) => onDraft({ min_reliability: value })} />
    </div>
    <p class="hint">${t("Players that you invite may join in any case.")}</p>
    <${CheckField} pointer="/bot_accounts" label=${t("Programs with an account may join a rated game")} errors=${errors}
      value=${draft.bot_accounts} onChange=${(/** @type {boolean} */ value) => onDraft({ bot_accounts: value })} />`;
}

/** When it starts. @param {TermsProps} props */
export function Starting({ draft, errors, onDraft }) {
  return html`<${CheckField} pointer="/start_when_full" label=${t("Start when the last seat is taken")} errors=${errors}
      value=${draft.start_when_full} onChange=${(/** @type {boolean} */ value) => onDraft({ start_when_full: value })} />
    <${CheckField} pointer="/ready_check" label=${t("Start when all players are ready")} errors=${errors}
      value=${draft.ready_check} onChange=${(/** @type {boolean} */ value) => onDraft({ ready_check: value })} />
    <${TextField} pointer="/starts_at" label=${t("Start at (your local time)")} errors=${errors} value=${localTime(draft.starts_at)}
      hint=${t("Bots take the seats that are free then.")} attributes=${{ type: "datetime-local" }}
      onChange=${(/** @type {string} */ value) => onDraft({ starts_at: instantOf(value) })} />`;
}

/** What happens when a player is late. @param {TermsProps} props */
export function Lateness({ draft, errors, onDraft }) {
  const { timeouts } = draft;
  const change = (/** @type {object} */ changes) => onDraft({ timeouts: { ...timeouts, ...changes } });
  const policies = [
    { value: "forfeit", title: t("they lose their seat"), hint: t("A bot plays on, and they are placed last.") },
    { value: "default_move", title: t("a default move is played"), hint: t("After three turns in a row they lose their seat.") },
    { value: "bot", title: t("a bot plays until they return") },
  ];
  const alone = [
    { value: "end", title: t("the game ends") },
    { value: "play_on", title: t("they may play on against bots") },
  ];
  const absent = [
    { value: "reopen", title: t("the game is offered again with a free seat") },
    { value: "cancel", title: t("the game is cancelled") },
  ];
  return html`<${SelectField} pointer="/timeouts/policy" label=${t("When the time of a player runs out")} errors=${errors}
      value=${timeouts.policy} choices=${policies} onChange=${(/** @type {string} */ policy) => change({ policy })} />
    <${NumberField} pointer="/timeouts/excuses" label=${t("Late turns that are excused first")} errors=${errors}
      value=${timeouts.excuses} attributes=${{ min: 0, max: 20 }}
      onChange=${(/** @type {number | null} */ excuses) => change({ excuses: excuses ?? 0 })} />
    <${SelectField} pointer="/timeouts/when_alone" label=${t("When one player is left")} errors=${errors}
      value=${timeouts.when_alone} choices=${alone} onChange=${(/** @type {string} */ value) => change({ when_alone: value })} />
    <${SelectField} pointer="/timeouts/when_absent" label=${t("When a player never comes")} errors=${errors}
      value=${timeouts.when_absent} choices=${absent} onChange=${(/** @type {string} */ value) => change({ when_absent: value })} />
    <${CheckField} pointer="/vacations" label=${t("Vacations stop the clock")} errors=${errors} value=${draft.vacations}
      onChange=${(/** @type {boolean} */ vacations) => onDraft({ vacations })} />
    <${NumberField} pointer="/bot_delay" label=${t("Seconds that bots wait before a move")} errors=${errors} value=${draft.bot_delay}
      attributes=${{ min: 0, max: 3600 }} onChange=${(/** @type {number | null} */ value) => onDraft({ bot_delay: value ?? 0 })} />`;
}
