/** The clock of the service, as its fresh replies tell it: the clock of the device may be wrong. */

let ahead = 0;

/** Note the time of the service. @param {any} document a reply that was just made */
export function noteServerTime(document) {
  const time = document?.server_time ?? document?.game?.server_time;
  if (time) ahead = Date.parse(time) - Date.now();
}

/** Return the seconds until an instant. @param {string} instant */
export const secondsUntil = (instant) => (Date.parse(instant) - Date.now() - ahead) / 1000;
