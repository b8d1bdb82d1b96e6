import { html } from "../vendor/preact.js";
/** @param {any} props */
export const CreatePage = (props) => html`<p>CreatePage</p>`;
