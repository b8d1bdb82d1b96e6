/** A private note about a game, which nobody else can read. */

import { html, useEffect, useState } from "../vendor/preact.js";
import { put } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { useAction, useDocument } from "../ui/hooks.js";
import { Failure, Loaded } from "../ui/parts.js";
import { onSubmit, onText } from "../ui/inputs.js";

/** @import { LiveGame } from "./use_game.js" */

const LONGEST = 20_000;

/** @param {{live: LiveGame}} props */
export function Notes({ live }) {
  const path = `games/${live.game?.id}/notes/`;
  const note = useDocument(path);
  const [text, setText] = useState("");
  const { run, busy, error } = useAction();
  useEffect(() => setText(note.value?.text ?? ""), [note.value]);
  const save = () => run(async () => note.setValue(await put(path, { text })));
  return html`<${Loaded} from=${note}>
    ${(/** @type {{text: string, updated_at: string | null}} */ saved) =>
      html`<form onSubmit=${onSubmit(save)}>
        <label for="note">${t("Only you can read this note.")}</label>
        <textarea id="note" rows="8" maxlength=${LONGEST} value=${text} onInput=${onText(setText)}></textarea>
        <${Failure} error=${error} />
        <button disabled=${busy || text === saved.text}>${t("Save")}</button>
        ${saved.updated_at && html` <small class="quiet">${t("Saved {when}", { when: dateTime(saved.updated_at) })}</small>`}
      </form>`}
  <//>`;
}
