/** A new game, or new settings of a game that has not started: `#/new?edit=ID`. */

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Problem } from "../api/problems.js";
import { get, patch, post } from "../api/requests.js";
import { t } from "../text/index.js";
import { useAction, useLoad, useTitle } from "../ui/hooks.js";
import { CheckField, ErrorSummary, fieldsOf, MoreFields, SelectField, onSubmit, TextField } from "../ui/inputs.js";
import { useRuleset, useRulesets } from "../ui/options.js";
import { Failure, Loaded } from "../ui/parts.js";
import { go, to } from "../ui/route.js";
import { SchemaForm } from "../ui/schema_form.js";
import { BotsFields } from "./bots.js";
import { EMPTY, changesOf, creationOf, draftOf, roomForBots, withRuleset } from "./draft.js";
import { Admission, Joining, Lateness, PaceFields, Starting } from "./terms.js";

/** @import { BotInput, Game, RulesetSummary } from "../../types" */
/** @import { Errors } from "../ui/inputs.js" */
/** @import { Known } from "../ui/options.js" */
/** @import { Route } from "../ui/route.js" */
/** @import { Draft, OnDraft } from "./draft.js" */

/** @param {{place: Route}} props */
export function CreatePage({ place }) {
  const edited = place.query.get("edit");
  const game = useLoad(async (signal) => (edited ? get(`games/${edited}/`, {}, signal) : false), [edited]);
  const title = edited ? t("Change the game") : t("New game");
  useTitle(title);
  return html`<h1>${title}</h1>
    <${Loaded} from=${game}>
      ${(/** @type {Game | false} */ loaded) => html`<${Settings} key=${edited} game=${loaded || null}
        wished=${place.query.get("ruleset")} />`}
    <//>`;
}

/** @param {{game: Game | null, wished: string | null}} props game: the one to change; wished: a ruleset */
function Settings({ game, wished }) {
  const rulesets = useRulesets();
  const [draft, setDraft] = useState(game ? draftOf(game) : EMPTY);
  const known = useRuleset(draft.ruleset);
  const { run, busy, error } = useAction();
  const [corrected, setCorrected] = useState(/** @type {string[]} */ ([])); // members changed since the error
  const all = error instanceof Problem ? error.fields : new Map();
  /** @type {Errors} */
  const errors = new Map([...all].filter(([pointer]) => !corrected.includes(pointer.split("/")[1])));
  const change = (/** @type {Partial<Draft>} */ changes) => {
    setDraft((before) => ({ ...before, ...changes }));
    setCorrected((before) => [...before, ...Object.keys(changes)]);
  };
  const choose = (/** @type {RulesetSummary} */ ruleset) => setDraft((before) => withRuleset(before, ruleset));
  const summary = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const first = rulesets.find(({ slug }) => slug === wished) ?? rulesets[0];
    if (first && !draft.ruleset) choose(first);
  }, [rulesets]);
  useEffect(() => summary.current?.scrollIntoView({ block: "center" }), [error]);

  const submit = () => {
    setCorrected([]);
    run(async () => {
      const reply = game
        ? await patch(`games/${game.id}/`, changesOf(draft, game))
        : await post("games/", creationOf(draft));
      go("games", reply.id);
    });
  };
  return html`<form class="sheet settings" onSubmit=${onSubmit(submit)} novalidate>
    ${!game && html`<${Rulesets} rulesets=${rulesets} chosen=${draft.ruleset} onChoose=${choose} />`}
    <${Loaded} from=${known}>
      ${(/** @type {Known} */ loaded) => html`<${Sections} key=${loaded.ruleset.slug} known=${loaded} draft=${draft}
        errors=${errors} onDraft=${change} isNew=${!game} />`}
    <//>
    <div ref=${summary}>
      <${Failure} error=${all.size > 0 && errors.size === 0 ? null : error} />
      <${ErrorSummary} errors=${errors} />
    </div>
    <div class="actions">
      <button disabled=${busy || !known.value}>${game ? t("Save") : t("Create the game")}</button>
      <a class="button second" href=${game ? to("games", game.id) : to("lobby")}>${t("Cancel")}</a>
    </div>
  </form>`;
}

/** @param {{rulesets: RulesetSummary[], chosen: string, onChoose: (ruleset: RulesetSummary) => void}} props */
function Rulesets({ rulesets, chosen, onChoose }) {
  return html`<fieldset class="plain">
    <legend>${t("What to play")}</legend>
    <div class="cards">
      ${rulesets.map((one) => html`<label class="card choice" key=${one.slug}>
        <input type="radio" name="ruleset" value=${one.slug} checked=${one.slug === chosen} onChange=${() => onChoose(one)} />
        <span>
          <strong>${one.title}</strong>
          <small class="quiet">${one.summary}</small>
        </span>
      </label>`)}
    </div>
  </fieldset>`;
}

/** @param {{known: Known, draft: Draft, errors: Errors, onDraft: OnDraft, isNew: boolean}} props */
function Sections({ known, draft, errors, onDraft, isNew }) {
  const { ruleset, parts } = known;
  const { min_seats: least, max_seats: most } = ruleset;
  const numbers = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const choices = numbers.map((value) => ({ value, title: String(value) }));
  const props = { draft, errors, onDraft };
  /** Bots that have no place any longer are dropped. @param {Partial<Draft>} changes */
  const resize = (changes) => onDraft({ ...changes, bots: draft.bots.slice(0, roomForBots({ ...draft, ...changes })) });
  const field = fieldsOf(draft, errors, onDraft);
  const resizing = fieldsOf(draft, errors, resize);
  return html`<${TextField} ...${field("title", t("Title"))} attributes=${{ maxlength: 80 }}
      hint=${t("What others see in lists: up to 80 characters, or nothing.")} />
    ${isNew && numbers.length > 1 && html`<${SelectField} ...${resizing("seats", t("Number of seats"))} choices=${choices} />`}
    <h2>${t("Rules")}</h2>
    <${SchemaForm} ...${field("options", "")} schema=${ruleset.options} parts=${parts} />
    <h2>${t("Players")}</h2>
    ${isNew && html`<${CheckField} ...${resizing("join", t("I play, too"))} />`}
    ${isNew && html`<${CheckField} ...${field("anonymous", t("Hide the names of the players until the end"))}
      hint=${t("Nobody chats before, and nobody is invited by name. Not for private games.")} />`}
    <${Joining} ...${props} />
    ${isNew && html`<h3>${t("Bots")}</h3>
      <${BotsFields} bots=${draft.bots} ruleset=${ruleset} room=${roomForBots(draft)} errors=${errors}
        onBots=${(/** @type {BotInput[]} */ bots) => onDraft({ bots })} />`}
    <h2>${t("Time")}</h2>
    <${PaceFields} pace=${draft.pace} errors=${errors} onPace=${(/** @type {Draft["pace"]} */ pace) => onDraft({ pace })} />
    <h2>${t("More settings")}</h2>
    <${MoreFields} title=${t("Ratings, and conditions of joining")} errors=${errors} pointers=${ADMISSION}>
      <${Admission} ...${props} />
    <//>
    <${MoreFields} title=${t("When the game starts")} errors=${errors} pointers=${STARTING}><${Starting} ...${props} /><//>
    <${MoreFields} title=${t("When a player is late")} errors=${errors} pointers=${LATENESS}><${Lateness} ...${props} /><//>`;
}

const ADMISSION = ["/rated", "/min_rating", "/max_rating", "/min_reliability", "/bot_accounts"];
const STARTING = ["/start_when_full", "/ready_check", "/starts_at"];
const LATENESS = ["/timeouts", "/vacations", "/bot_delay"];
