/** Deadlines that count down by the clock of the service, and the clock of a game in words. */

import { html } from "../vendor/preact.js";
import { secondsUntil } from "../api/server_clock.js";
import { dateTime, divideDuration, duration, language, t } from "../text/index.js";
import { useNow } from "./hooks.js";

import { seatName } from "./parts.js";

/** @import { Game, Pace } from "../../types" */

const SOON = 3600;

/** The time that is left, counting down.
 * @param {{deadline: string | null, paused?: boolean, left?: number | null}} props left: while the
 * clock is paused, in seconds
 */
export function Countdown({ deadline, paused, left }) {
  useNow(1000);
  if (paused) {
    const rest = left === null || left === undefined ? "" : ` (${duration(left)})`;
    return html`<span class="clock">${t("Clock paused")}${rest}</span>`;
  }
  if (!deadline) return html`<span class="clock">${t("No time limit")}</span>`;
  const seconds = secondsUntil(deadline);
  const words = seconds > 0 ? t("{time} left", { time: duration(seconds) }) : t("Time is up");
  return html`<time class=${seconds < SOON ? "clock soon" : "clock"} datetime=${deadline} title=${dateTime(deadline)}>${words}</time>`;
}

/** Return why the clock is stopped, as a sentence.
 * @param {NonNullable<Game["clock"]>["pauses"][number]} pause
 * @param {Game} game
 */
export function pauseText({ reason, seat, since }, game) {
  const name = seat === null ? t("a player") : seatName(game.seats[seat]);
  /** @type {Record<string, string>} */
  const reasons = {
    vacation: t("{name} is on vacation", { name }),
    vote: t("The players voted for a pause"),
    moderator: t("A moderator has stopped this game for the moment"),
    quarantine: t("The service has stopped this game because of a fault; the staff looks at it"),
    global_pause: t("The service has stopped all games for the moment"),
  };
  return t("{reason} (since {when}).", { reason: reasons[reason] ?? t("Clock paused"), when: dateTime(since) });
}

/** Return the time in seconds that a seat has for its next turn, or null without a clock or a person.
 * @param {Game} game
 * @param {number} seat
 */
export function timeOf({ clock, pace }, seat) {
  const bank = clock?.banks[seat];
  return typeof bank === "number" ? bank + (pace.kind === "fischer" ? 0 : (pace.allowance ?? 0)) : null;
}

const UNITS = ["day", "hour", "minute", "second"];

/** Return a duration in whole words, such as "1 day 12 hours". @param {number} seconds */
export function longDuration(seconds) {
  const words = divideDuration(seconds).flatMap((count, unit) => (count ? [countOf(count, UNITS[unit])] : []));
  return words.join(" ") || countOf(0, "second");
}

/** @param {number} count @param {string} unit */
const countOf = (count, unit) =>
  new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" }).format(count);

/** Return how long the players may think, such as "1 day per turn". @param {Pace} pace */
export function paceText(pace) {
  const length = (/** @type {number | undefined} */ seconds) => longDuration(seconds ?? 0);
  switch (pace.kind) {
    case "none":
      return t("no time limit");
    case "per_decision":
      return t("{time} per turn", { time: length(pace.allowance) });
    case "reserve":
      return t("{time} per turn, and {bank} in reserve", {
        time: length(pace.allowance),
        bank: length(pace.bank),
      });
    case "fischer":
      return t("{time} for all turns, and {more} more with each", {
        time: length(pace.initial),
        more: length(pace.increment),
      });
    default:
      return pace.kind;
  }
}

/** Return the hours that do not count, and other details, as sentences. @param {Pace} pace */
export function paceDetails(pace) {
  const { kind, window, time_zone: zone = "UTC" } = pace;
  if (kind === "none") return [];
  return [
    ...(kind === "fischer" && pace.cap ? [t("At most {time} can be saved.", { time: longDuration(pace.cap) })] : []),
    ...(window
      ? [t("Only the hours from {from} to {to} count ({zone}).", { from: window.from, to: window.to, zone })]
      : []),
    ...(pace.weekends_off ? [t("Saturdays and Sundays do not count ({zone}).", { zone })] : []),
    ...(pace.quiet_hours === false ? [t("The players' quiet hours count, too.")] : []),
  ];
}
