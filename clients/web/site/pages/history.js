import { html } from "../vendor/preact.js";
/** @param {any} props */
export const HistoryPage = (props) => html`<p>HistoryPage</p>`;
