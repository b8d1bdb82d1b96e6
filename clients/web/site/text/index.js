/** The words of this client. English is in the code; the other languages are tables beside it. */

/** @typedef {Record<string, string | number>} Values */
/** @typedef {Record<string, string | string[]>} Table */

/** What loads the table of a language. @type {Record<string, () => Promise<Table>>} */
const TABLES = { fr: () => import("./fr.js").then(({ FRENCH }) => FRENCH) };
export const LANGUAGES = [["en", "English"], ["fr", "Français"]];
const KEY = "language";

let current = choose();
/** @type {Table} */
let table = {};

function choose() {
  const wished = [localStorage.getItem(KEY) ?? "", ...navigator.languages];
  const known = wished.map((one) => one.slice(0, 2)).find((one) => one === "en" || one in TABLES);
  return known ?? "en";
}

/** Return the language of the page and of all requests, such as "fr". */
export const language = () => current;

/** @param {string} code */
export function setLanguage(code) {
  localStorage.setItem(KEY, code);
  current = choose();
  document.documentElement.lang = current;
}

/** Load the texts of the language. English ones are shown where that fails. */
export async function loadTexts() {
  table = (await TABLES[current]?.().catch(() => {})) ?? {};
}

/** Translate a text, and put values into its {names}. @param {string} text @param {Values} [values] */
export function t(text, values = {}) {
  const found = table[text] ?? text;
  return fill(Array.isArray(found) ? found[0] : found, values);
}

/** Translate a text that depends on a number, which is its {count}.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Values} [values]
 */
export function tn(one, many, count, values = {}) {
  const found = table[one];
  const [single, plural] = Array.isArray(found) ? found : [one, many];
  const isOne = new Intl.PluralRules(current).select(count) === "one";
  return fill(isOne ? single : plural, { count, ...values });
}

/** @param {string} text @param {Values} values */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/** Return an instant as a date and time in the reader's time zone. @param {string} instant */
export const dateTime = (instant) =>
  new Intl.DateTimeFormat(current, { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));

const SIZES = [86400, 3600, 60, 1];

/** Divide a duration into days, hours, minutes and seconds. @param {number} seconds */
export function divideDuration(seconds) {
  let rest = Math.max(0, Math.round(seconds));
  return SIZES.map((size) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count;
  });
}

/** Return a duration in its two largest units, such as "2 d 3 h". @param {number} seconds */
export function duration(seconds) {
  const units = [t("d"), t("h"), t("min"), t("s")];
  const words = divideDuration(seconds).flatMap((count, unit) => (count ? [`${count} ${units[unit]}`] : []));
  return words.slice(0, 2).join(" ") || `0 ${t("s")}`;
}

/** Return a share of 1 as a percentage, such as "47%". @param {number} share @param {boolean} [isChange] with a sign */
export const percent = (share, isChange = false) =>
  new Intl.NumberFormat(current, { style: "percent", signDisplay: isChange ? "exceptZero" : "auto" }).format(share);

/** Return rating points won or lost with their sign, such as "+7". @param {number | null} change */
export const signed = (change) => (change !== null && change > 0 ? `+${change}` : change);

/** Return two shares as a range, such as "36% – 59%". @param {number} low @param {number} high */
export const percentRange = (low, high) =>
  new Intl.NumberFormat(current, { style: "percent" }).formatRange(low, high);

/** Return a share with its uncertainty, such as "47% ± 3%". @param {number} share @param {number} around */
export const range = (share, around) => [share, ...(around < 0.005 ? [] : [around])].map((one) => percent(one)).join(" ± ");

/** Join words to a list, such as "a, b and c". @param {string[]} words */
export const list = (words) => new Intl.ListFormat(current, { type: "conjunction" }).format(words);
