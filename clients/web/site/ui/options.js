/**
 * The rulesets of the service, and what their options are called. Their JSON Schema may have titles;
 * for the other values the cards of the ruleset are asked, which have titles in the language of the reader.
 */

import { useEffect, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { load, save } from "../api/saved.js";
import { isSignedIn } from "../api/session.js";
import { t } from "../text/index.js";
import { useLoad } from "./hooks.js";

/** @import { Ruleset, RulesetSummary } from "../../types" */
/** @import { Choice } from "./inputs.js" */

/** @typedef {Map<string, {title: string, text?: string, [name: string]: any}>} Parts by their names */
/** @typedef {{[keyword: string]: any}} Schema */
/** @typedef {{ruleset: Ruleset, parts: Parts[]}} Known */

/** Load a ruleset and the titles of its parts. @param {string} slug empty: none */
export function useRuleset(slug) {
  return useLoad(async (signal) => {
    if (!slug) return /** @type {any} */ (null);
    const [ruleset, cards] = await Promise.all([
      get(`rulesets/${slug}/`, {}, signal),
      get(`rulesets/${slug}/cards/`, {}, signal).catch(() => ({})),
    ]);
    return /** @type {Known} */ ({ ruleset, parts: partsOf(cards) });
  }, [slug]);
}

/** Each list of a document whose items have titles; the first member of an item is its name.
 * @param {Record<string, any>} cards
 * @returns {Parts[]}
 */
function partsOf(cards) {
  const lists = Object.values(cards).filter((items) => Array.isArray(items) && items.some((one) => one?.title));
  return lists.map((items) => new Map(items.map((/** @type {any} */ one) => [String(Object.values(one)[0]), one])));
}

/** Return a name as words: "first_seat" is "First seat". @param {string} name */
export function humanize(name) {
  const words = String(name).replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return the schema itself if it refers to a definition of the root.
 * @param {any} schema
 * @param {Schema} root
 * @returns {Schema}
 */
export function resolve(schema, root) {
  if (typeof schema !== "object" || schema === null) return {};
  const merged = (schema.allOf ?? []).length === 1 ? { ...resolve(schema.allOf[0], root), ...schema } : schema;
  const path = typeof merged.$ref === "string" && merged.$ref.startsWith("#/") ? merged.$ref.slice(2).split("/") : null;
  if (!path) return merged;
  const { $ref, ...rest } = merged;
  const found = path.reduce((/** @type {any} */ place, /** @type {string} */ name) => place?.[name], root);
  return { ...(found?.$ref === $ref ? {} : resolve(found, root)), ...rest };
}

/** Return the schema without its null, and whether it admits null. @param {Schema} schema @param {Schema} root */
export function withoutNull(schema, root) {
  const branches = (schema.oneOf ?? schema.anyOf ?? []).map((/** @type {any} */ one) => resolve(one, root));
  const others = branches.filter((/** @type {Schema} */ one) => one.type !== "null");
  if (others.length < branches.length) {
    const { oneOf, anyOf, ...rest } = schema;
    const bare = others.length === 1 ? { ...others[0], ...rest } : { ...rest, oneOf: others };
    return { bare, nullable: true };
  }
  const types = [schema.type].flat();
  const nullable = types.includes("null") || Boolean(schema.enum?.includes(null));
  if (!nullable) return { bare: schema, nullable };
  const type = types.filter((one) => one !== "null");
  return { bare: { ...schema, type: type.length === 1 ? type[0] : type }, nullable };
}

/** Return the values that a schema lists, with their titles, or null if it lists none.
 * @param {Schema} schema
 * @param {Schema} root
 * @param {Parts[]} parts
 * @returns {Choice[] | null}
 */
export function choicesOf(schema, root, parts) {
  const branches = (schema.oneOf ?? schema.anyOf)?.map((/** @type {any} */ one) => resolve(one, root));
  if (branches?.length && branches.every((/** @type {Schema} */ one) => "const" in one)) {
    return branches.map((/** @type {Schema} */ one) => ({
      value: one.const,
      title: one.title ?? titleOf(one.const, best([one.const], parts)),
      hint: one.description,
    }));
  }
  const values = "const" in schema ? [schema.const] : schema.enum?.filter((/** @type {any} */ one) => one !== null);
  if (!values) return null;
  const known = best(values, parts);
  return values.map((/** @type {any} */ value) => ({
    value,
    title: titleOf(value, known),
    hint: known?.get(String(value))?.text,
  }));
}

/** Return the list of parts that has most of these names. @param {any[]} names @param {Parts[]} parts */
function best(names, parts) {
  const hits = (/** @type {Parts} */ one) => names.filter((name) => one.has(String(name))).length;
  const [first] = parts.filter((one) => hits(one) > 0).toSorted((one, other) => hits(other) - hits(one));
  return first;
}

/** @param {any} value @param {Parts | undefined} known */
const titleOf = (value, known) =>
  known?.get(String(value))?.title ?? (typeof value === "string" ? humanize(value) : JSON.stringify(value));

/** Return the title of an option. @param {string} name @param {Schema} schema */
export const optionTitle = (name, schema) => schema.title ?? humanize(name);

/** Return a description as a sentence: names of options and values in it become words.
 * @param {string | undefined} text
 * @param {Choice[]} [choices]
 */
export function sentence(text, choices = []) {
  /** @param {string} name */
  const titled = (name) => choices.find((one) => one.value === name)?.title ?? humanize(name);
  return text?.replace(/`([^`]+)`/g, (_, name) => `“${titled(name)}”`).replace(/\bnull\b/g, `“${t("as usual")}”`);
}

/** @type {Promise<RulesetSummary[]> | null} */
let fetched = null;

/** Return the rulesets, by title. @returns {Promise<RulesetSummary[]>} */
export function fetchRulesets() {
  fetched ??= get("rulesets/").then((reply) => {
    if (isSignedIn()) save("rulesets", reply); // without a connection, games keep their titles
    return reply.results ?? reply;
  });
  return fetched.catch(async (error) => {
    fetched = null;
    const saved = await load("rulesets");
    if (!saved) throw error;
    return saved.results ?? saved;
  });
}

/** Return the rulesets, or an empty list while they load. */
export function useRulesets() {
  const [rulesets, setRulesets] = useState(/** @type {RulesetSummary[]} */ ([]));
  useEffect(() => void fetchRulesets().then(setRulesets, () => {}), []);
  return rulesets;
}

/** Return the title of a ruleset. @param {string | undefined} slug */
export function useRulesetTitle(slug) {
  return useRulesets().find((one) => one.slug === slug)?.title ?? humanize(slug ?? "");
}
