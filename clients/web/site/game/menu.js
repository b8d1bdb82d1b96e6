import { html } from "../vendor/preact.js";
/** @param {any} props */
export const Menu = (props) => html`<p>Menu</p>`;
