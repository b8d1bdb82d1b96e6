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

/** Return the bot that is added if nobody chooses another. @param {Ruleset} ruleset */
export const firstBot = (ruleset) => ({ level: ruleset.bots.replacement });
