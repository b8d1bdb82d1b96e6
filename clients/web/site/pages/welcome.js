import { html } from "../vendor/preact.js";
/** @param {any} props */
export const WelcomePage = (props) => html`<p>WelcomePage</p>`;
