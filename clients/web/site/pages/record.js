import { html } from "../vendor/preact.js";
/** @param {any} props */
export const RecordPage = (props) => html`<p>RecordPage</p>`;
