/** Parts of forms: what the service says about a field, and that something was saved. */

import { html } from "../vendor/preact.js";
import { Problem } from "../api/problems.js";

/** What is wrong with a field. @param {{error: Error | null, name: string}} props */
export function Wrong({ error, name }) {
  const words = error instanceof Problem ? error.fields.get(`/${name}`) : undefined;
  return words ? html`<p class="wrong" role="alert">${words}</p>` : null;
}

/** Said after a change, also to screen readers. @param {{words: string}} props */
export const Done = ({ words }) => html`<p class="done" role="status">${words && html`✓ ${words}`}</p>`;

/** A handler of input that passes the value on. @param {(value: string) => void} set */
export const typed = (set) => (/** @type {any} */ event) => set(event.target.value);

/** A handler of check boxes that passes on whether it is checked. @param {(value: boolean) => void} set */
export const checked = (set) => (/** @type {any} */ event) => set(event.target.checked);

/** A handler of forms, which stay on the page. @param {() => void} send */
export const submitted = (send) => (/** @type {Event} */ event) => {
  event.preventDefault();
  send();
};
