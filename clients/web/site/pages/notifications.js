import { html } from "../vendor/preact.js";
/** @param {any} props */
export const NotificationsPage = (props) => html`<p>NotificationsPage</p>`;
