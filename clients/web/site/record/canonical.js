/** Canonical JSON as records have it, and SHA-256: docs/randomness.md. */

/** Return the canonical JSON of a document: sorted keys, no white space. Raises TypeError if it has
 * anything but texts, whole numbers, lists, objects, true, false and null.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (value === null || typeof value === "boolean" || typeof value === "string") {
    return JSON.stringify(value);
  }
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number`);
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`${typeof value} is not JSON`);
  const pairs = Object.entries(value).sort(([one], [other]) => compare(one, other));
  return `{${pairs.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
}

/** Compare texts by code points, as UTF-8 bytes do. Plain `<` compares units of UTF-16.
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  const [left, right] = [[...one], [...other]];
  const place = left.findIndex((letter, at) => letter !== right[at]);
  if (place < 0) return left.length - right.length;
  if (place >= right.length) return 1;
  return (left[place].codePointAt(0) ?? 0) - (right[place].codePointAt(0) ?? 0);
}

/** Return the bytes of hexadecimal digits. Raises TypeError if there is anything else.
 * @param {unknown} digits
 */
export function bytesOf(digits) {
  if (typeof digits !== "string" || !/^([0-9a-f]{2})*$/.test(digits)) {
    throw new TypeError(`${String(digits)} are not hexadecimal digits`);
  }
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Return bytes as hexadecimal digits. @param {Uint8Array} bytes */
export const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return the SHA-256 of bytes or of a text as hexadecimal digits. @param {Uint8Array | string} data */
export async function sha256(data) {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {any} */ (bytes))));
}
