/** The text of a picture, without its style: even the parser refuses style elements under the policy of the page. */

const STYLE = /<style>(.*?)<\/style>/s;

/** Return a picture without its style, or null for an empty text. @param {string} svg */
export const parsePicture = (svg) =>
  svg ? new DOMParser().parseFromString(svg.replace(STYLE, ""), "image/svg+xml") : null;

/** Return the style of a picture. @param {string} svg */
export const styleOf = (svg) => STYLE.exec(svg)?.[1].replaceAll("&gt;", ">").replaceAll("&amp;", "&") ?? "";
