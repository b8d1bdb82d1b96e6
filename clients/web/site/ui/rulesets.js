/** The rulesets of the service, fetched once. */

import { useEffect, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";

/** @import { RulesetSummary } from "../../types" */

/** @type {Promise<RulesetSummary[]> | null} */
let fetched = null;

/** Return the rulesets, by title. @returns {Promise<RulesetSummary[]>} */
export function fetchRulesets() {
  fetched ??= get("rulesets/").then((reply) => reply.results ?? reply);
  fetched.catch(() => (fetched = null));
  return fetched;
}

/** Return the rulesets, or an empty list while they load. */
export function useRulesets() {
  const [rulesets, setRulesets] = useState(/** @type {RulesetSummary[]} */ ([]));
  useEffect(() => void fetchRulesets().then(setRulesets, () => {}), []);
  return rulesets;
}

/** Return the title of a ruleset. @param {string | undefined} slug */
export function useRulesetTitle(slug) {
  return useRulesets().find((one) => one.slug === slug)?.title ?? slug ?? "";
}
