/** The choice of a bot: its level and its playing style. */

import { html } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { Select } from "./inputs.js";
import { humanize } from "./options.js";

/** @import { BotInput, Ruleset } from "../../types" */

/** The level and the style of one bot.
 * @param {{bot: BotInput, ruleset: Ruleset, label: string, onBot: (bot: BotInput) => void}} props
 */
export function BotChoice({ bot, ruleset, label, onBot }) {
  const { levels, profiles } = ruleset.bots;
  const level = levels.find(({ name }) => name === bot.level);
  const profile = profiles.find(({ name }) => name === bot.profile) ?? profiles[0];
  /** @param {string} title @param {"level" | "profile"} member @param {{name: string}[]} all @param {string} chosen */
  const select = (title, member, all, chosen) => html`<${Select} aria-label=${`${label}: ${title}`} value=${chosen}
    choices=${all.map(({ name }) => [name, humanize(botWord(name))])} onChange=${(/** @type {string} */ value) => onBot({ ...bot, [member]: value })} />`;
  return html`<span class="pair">
      ${select(t("level"), "level", levels, bot.level)}
      ${profiles.length > 1 && select(t("style"), "profile", profiles, profile.name)}
    </span>
    <p class="hint">${[level?.summary, profiles.length > 1 && profile?.summary].filter(Boolean).join(" ")}</p>`;
}

/** Return the level or the style of a bot in words. @param {string} name */
export function botWord(name) {
  /** @type {Record<string, string>} */
  const known = {
    novice: t("novice"),
    easy: t("easy"),
    medium: t("medium"),
    hard: t("hard"),
    expert: t("expert"),
    master: t("master"),
    balanced: t("balanced"),
  };
  return known[name] ?? name.replaceAll("_", " ");
}

/** Return a bot for a beginner: the weakest level need not follow any plan, so it is the one above.
 * @param {Ruleset} ruleset
 */
export const easyBot = ({ bots: { levels } }) => ({ level: (levels[1] ?? levels[0]).name });

/** One level for all bots. @param {{bots: BotInput[], ruleset: Ruleset, onBots: (bots: BotInput[]) => void}} props */
export function LevelOfAll({ bots, ruleset, onBots }) {
  const level = bots.every((bot) => bot.level === bots[0].level) ? bots[0].level : "";
  const levels = ruleset.bots.levels.map(({ name }) => /** @type {[string, string]} */ ([name, humanize(botWord(name))]));
  return html`<${Select} id="all-bots" label=${t("Level of all bots")} value=${level}
    choices=${level ? levels : [["", t("different ones")], ...levels]}
    onChange=${(/** @type {string} */ one) => one && onBots(bots.map((bot) => ({ ...bot, level: one })))} />`;
}

/** Return the bot that replaces a player. @param {Ruleset} ruleset */
export const firstBot = (ruleset) => ({ level: ruleset.bots.replacement });
