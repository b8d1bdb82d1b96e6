import { html } from "../vendor/preact.js";
/** @param {any} props */
export const Result = (props) => html`<p>Result</p>`;
