/** Deadlines that count down by the clock of the service, not by that of the device. */

import { html } from "../vendor/preact.js";
import { dateTime, duration, t } from "../text/index.js";
import { useNow } from "./hooks.js";

let ahead = 0;

/** Note the time of the service, as its replies say it. @param {string} serverTime */
export function setServerTime(serverTime) {
  ahead = Date.parse(serverTime) - Date.now();
}

/** Return the seconds until an instant. @param {string} instant */
export const secondsUntil = (instant) => (Date.parse(instant) - Date.now() - ahead) / 1000;

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
