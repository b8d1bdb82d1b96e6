import { html } from "../vendor/preact.js";
/** @param {any} props */
export const ReportPage = (props) => html`<p>ReportPage</p>`;
