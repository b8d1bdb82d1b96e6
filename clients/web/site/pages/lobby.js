import { html } from "../vendor/preact.js";
/** @param {any} props */
export const LobbyPage = (props) => html`<p>LobbyPage</p>`;
