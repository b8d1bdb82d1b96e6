/** Lists that come in pages: the first one is loaded, and the next ones when the user asks. */

import { html, useState } from "../vendor/preact.js";
import { follow } from "../api/requests.js";
import { t } from "../text/index.js";
import { useAction, useDocument } from "./hooks.js";
import { Failure } from "./parts.js";

/** @import { Page } from "../../types" */
/** @import { Query } from "../api/requests.js" */

/** Load the first page of a list.
 * @param {string} path
 * @param {Query} query
 */
export function usePages(path, query) {
  const load = useDocument(path, query);
  return { ...load, more: () => append(load) };
}

/** Add the next page. @param {{value: Page<any> | null, setValue: (page: Page<any>) => void}} list */
async function append({ value, setValue }) {
  if (!value?.next) return;
  const page = await follow(value.next);
  setValue({ ...page, results: [...value.results, ...page.results] });
}

/** The button that adds the next page. @param {{list: ReturnType<typeof usePages>, title?: string}} props */
export function More({ list, title }) {
  const { run, busy, error } = useAction();
  if (!list.value?.next) return null;
  return html`<${Failure} error=${error} />
    <div class="actions">
      <button class="second" disabled=${busy} onClick=${() => run(list.more)}>${title ?? t("Show more")}</button>
    </div>`;
}

/** Return a new list after each change of it on the service. @param {() => Promise<void>} [reload] */
export function useChange(reload = async () => {}) {
  const action = useAction();
  const [done, setDone] = useState("");
  /** @param {() => Promise<any>} change @param {string} [words] what to say afterwards */
  const change = async (change, words = "") => {
    setDone("");
    const succeeded = await action.run(change);
    if (!succeeded) return false;
    setDone(words);
    await reload();
    return true;
  };
  return { ...action, change, done };
}
