import { html } from "../vendor/preact.js";
/** @param {any} props */
export const Votes = (props) => html`<p>Votes</p>`;
