import { html } from "../vendor/preact.js";
/** @param {any} props */
export const Waiting = (props) => html`<p>Waiting</p>`;
