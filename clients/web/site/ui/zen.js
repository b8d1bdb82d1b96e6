/** Ratings can be hidden: the account says so, and this device keeps it for the time without a connection. */

const KEY = "hide_ratings";

/** True if no page may show a rating. */
export const hidesRatings = () => localStorage.getItem(KEY) === "yes";

/** @param {boolean} hides */
export const keepHidesRatings = (hides) => (hides ? localStorage.setItem(KEY, "yes") : localStorage.removeItem(KEY));
