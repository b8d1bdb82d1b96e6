/** What the operator has announced: when the service refuses changes, and until when. */

import { html, useEffect } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { useLoad } from "./hooks.js";

/** Milliseconds between requests, while the page is visible. */
const PAUSE = 300_000;

export function Maintenance() {
  const { value, reload } = useLoad((signal) => get("maintenance/", {}, signal), []);
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && reload();
    const timer = setInterval(look, PAUSE);
    window.addEventListener("maintenance", look); // api/problems.js
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      window.removeEventListener("maintenance", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  if (!value?.starts_at) return null;
  return html`<p class="offline" role="status">${words(value)} ${value.text}</p>`;
}

/** @param {{is_on: boolean, starts_at: string, ends_at: string | null}} maintenance */
function words({ is_on, starts_at, ends_at }) {
  const [start, end] = [dateTime(starts_at), ends_at && dateTime(ends_at)];
  if (is_on) {
    return end
      ? t("The service is in maintenance until {end}: games are paused, and nothing can be changed.", { end })
      : t("The service is in maintenance: games are paused, and nothing can be changed.");
  }
  return end
    ? t("Maintenance from {start} to {end}: games are paused meanwhile.", { start, end })
    : t("Maintenance from {start}: games are paused meanwhile.", { start });
}
