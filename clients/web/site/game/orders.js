import { html } from "../vendor/preact.js";
/** @param {any} props */
export const Orders = (props) => html`<p>Orders</p>`;
