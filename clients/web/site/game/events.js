/** What has happened, newest first, as far as the reader may know it. */

import { html, useEffect, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { useAction } from "../ui/hooks.js";
import { Failure } from "../ui/parts.js";
import { to } from "../ui/route.js";

/** @import { EventsReply, GameEvent } from "../../types" */
/** @import { LiveGame } from "./use_game.js" */

const PAGE = 50;
/** More than the number of any event. */
const END = 2 ** 31 - 1;

/**
 * @typedef {object} Events
 * @property {GameEvent[]} all those that the page has, oldest first
 * @property {boolean} more true if there are earlier ones
 * @property {boolean} isLoaded
 * @property {boolean} busy
 * @property {Error | null} error
 * @property {() => Promise<boolean>} older ask for earlier ones
 */

/** Ask for the last events of a game, and add the news. @param {LiveGame} live @returns {Events} */
export function useEvents({ game, news, lastSeq, isOld, state }) {
  const [asked, setAsked] = useState(/** @type {EventsReply | null} */ (null));
  const { run, busy, error } = useAction();
  const known = new Set(asked?.events.map(({ seq }) => seq));
  const all = [...(asked?.events ?? []), ...news.filter(({ seq }) => !known.has(seq))];

  /** @param {number} [before] */
  const ask = (before = END) =>
    run(async () => {
      /** @type {EventsReply} */
      const page = await get(`games/${game?.id}/events/`, { before, limit: PAGE });
      setAsked((now) => (now && before < END ? { ...page, events: [...page.events, ...now.events] } : page));
    });
  const older = () => ask(asked?.events[0]?.seq);
  useEffect(() => void ask(), [game?.id]);
  useEffect(() => void (error && !isOld && state !== "offline" && older()), [game, state]);
  useEffect(() => void (asked && lastSeq > (all.at(-1)?.seq ?? 0) && ask()), [lastSeq, !asked]);
  return { all, more: asked?.more ?? true, isLoaded: asked !== null, busy, error, older };
}

/** @param {{live: LiveGame, events: Events}} props */
export function EventList({ live, events: { all, more, busy, error, older } }) {
  const game = /** @type {NonNullable<LiveGame["game"]>} */ (live.game);
  return html`<ol class="events">
      ${all.toReversed().map(
        (event) => html`<li key=${event.seq}>
          <a href=${to("games", game.id, "history", event.move)} title=${dateTime(event.at)}>${event.move}</a>
          <span>${event.text}</span>
        </li>`,
      )}
    </ol>
    <${Failure} error=${error} retry=${older} />
    ${more && html`<button class="second" disabled=${busy} onClick=${older}>${t("Earlier events")}</button>`}`;
}
