/** A record from the reader's disk, chosen or dropped. */

import { html, useState } from "../vendor/preact.js";
import { t } from "../text/index.js";

/**
 * @param {object} props
 * @param {{name: string, text: string} | null} props.file
 * @param {(file: {name: string, text: string} | null) => void} props.onFile
 */
export function RecordFile({ file, onFile }) {
  const [isOver, setOver] = useState(false);
  /** @param {File | undefined} chosen */
  const read = async (chosen) => {
    if (chosen) onFile({ name: chosen.name, text: await chosen.text() });
  };
  /** @param {DragEvent} event */
  const drop = (event) => {
    event.preventDefault();
    setOver(false);
    read(event.dataTransfer?.files[0]);
  };
  /** @param {boolean} over */
  const drag = (over) => (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(over);
  };
  return html`<div class=${isOver ? "drop over" : "drop"} onDragOver=${drag(true)} onDragLeave=${drag(false)} onDrop=${drop}>
    <label for="record-file">${t("Check a file instead")}</label>
    <input id="record-file" type="file" accept=".json,application/json"
      onChange=${(/** @type {any} */ event) => {
        read(event.target.files[0]);
        event.target.value = ""; // so that the same file can be chosen again
      }} />
    <p class="hint">${t("For example a record that you downloaded earlier. It stays in this browser. You can also drop it here.")}</p>
    ${file && html`<button class="second" onClick=${() => onFile(null)}>${t("Check the record of the service again")}</button>`}
  </div>`;
}
