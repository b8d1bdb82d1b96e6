import { html } from "../vendor/preact.js";
/** @param {any} props */
export const PersonPage = (props) => html`<p>PersonPage</p>`;
