/** French texts. */

/** @type {Record<string, string | string[]>} */
export const FR_SITE = {};
