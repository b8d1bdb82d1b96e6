import { html } from "../vendor/preact.js";
/** @param {any} props */
export const SettingsPage = (props) => html`<p>SettingsPage</p>`;
