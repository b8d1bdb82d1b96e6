/** Standing orders in words. */

import { t, tn } from "../text/index.js";
import { seatName } from "../ui/parts.js";
import { capital, inWords } from "./anything.js";

/** @import { Decision, Order, Seat, Topic } from "../../types" */
/** @import { Titles } from "./anything.js" */

/** A choice as options write it, or a verb with members that have to be equal. @typedef {string | {[name: string]: any}} Pattern */
/**
 * @typedef {object} OrderInput
 * @property {string} topic
 * @property {Pattern[]} choose
 * @property {{verbs?: string[], without?: string[]} | null} [only_when]
 * @property {string} [otherwise]
 * @property {number} [delay]
 * @property {number | null} [times]
 */
/** @typedef {{topics: Topic[], titles: Titles, seats: Seat[], decision: Decision | null}} OrderWords */

/** All kinds of decisions. */
export const ANY = "*";
export const PICKS = ["highest", "lowest"];

/** Return an order as it is sent again; what was used up of it stays used up. @param {Order} order @returns {OrderInput} */
export function inputOf({ topic, choose, only_when, otherwise, delay, times, times_left: left }) {
  return { topic, choose, only_when, otherwise, delay, times: left ?? times };
}

/** Return which decisions a topic means. @param {string} topic @param {Topic[]} topics */
export function topicText(topic, topics) {
  if (topic === ANY) return t("Any decision");
  return topics.find((one) => one.topic === topic)?.summary ?? capital(inWords(topic));
}

/** Return the verbs of a topic, with their members. @param {string} topic @param {Topic[]} topics */
export function verbsOf(topic, topics) {
  const verbs = topics.filter((one) => topic === ANY || one.topic === topic).flatMap((one) => one.verbs);
  /** @type {Map<string, Record<string, string>>} */
  const members = new Map();
  for (const one of verbs) members.set(one.verb, { ...members.get(one.verb), ...one.members });
  return members;
}

/** Return a pattern in words. @param {Pattern} pattern @param {OrderWords} words */
export function patternText(pattern, { titles, seats, decision }) {
  if (typeof pattern === "string") {
    const option = decision?.options?.find(({ choice }) => choice === pattern);
    return option?.label ?? capital(pattern.split(":").map((part) => inWords(part, titles)).join(": "));
  }
  const { verb, highest, lowest, ...members } = pattern;
  /** @param {string} name @param {any} value */
  const valueText = (name, value) => {
    if (name === "seat" && seats[value]) return seatName(seats[value]);
    if (typeof value === "boolean") return value ? t("yes") : t("no");
    return inWords(String(value), titles);
  };
  const equal = Object.entries(members).map(([name, value]) => `${inWords(name)} = ${valueText(name, value)}`);
  return [
    capital(inWords(String(verb))),
    ...equal,
    ...(highest ? [t("the highest {member}", { member: inWords(highest) })] : []),
    ...(lowest ? [t("the lowest {member}", { member: inWords(lowest) })] : []),
  ].join(", ");
}

/** Return the conditions of an order, as sentences. @param {OrderInput} order */
export function conditionsOf({ only_when: when, otherwise, delay, times }) {
  const names = (/** @type {string[]} */ verbs) => verbs.map((verb) => inWords(verb)).join(", ");
  return [
    ...(when?.verbs ? [t("Only if there is nothing else than: {verbs}.", { verbs: names(when.verbs) })] : []),
    ...(when?.without ? [t("Only if there is none of: {verbs}.", { verbs: names(when.without) })] : []),
    otherwise === "ask" ? t("If nothing fits, you are asked.") : t("If nothing fits, the order ends and you are asked."),
    ...(delay ? [tn("After {count} second.", "After {count} seconds.", delay)] : []),
    ...(typeof times === "number" ? [tn("{count} more time.", "{count} more times.", times)] : []),
  ];
}

/** Return why an order has ended. @param {string | null} reason */
export function stopText(reason) {
  /** @type {Record<string, string>} */
  const reasons = {
    nothing_fits: t("Its question came, and nothing in it fitted."),
    not_valid: t("The rules do not know any more what it says."),
    used_up: t("It was followed as often as you wanted."),
    seat_lost: t("You have lost the seat."),
    game_over: t("The game is over."),
  };
  return reasons[reason ?? ""] ?? inWords(reason ?? "");
}
