import { html } from "../vendor/preact.js";
/** @param {any} props */
export const RankingPage = (props) => html`<p>RankingPage</p>`;
