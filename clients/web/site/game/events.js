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

/** @param {{live: LiveGame}} props */
export function Events({ live }) {
  const game = /** @type {NonNullable<LiveGame["game"]>} */ (live.game);
  const [events, setEvents] = useState(/** @type {GameEvent[]} */ ([]));
  const [more, setMore] = useState(true);
  const { run, busy, error } = useAction();

  const older = () =>
    run(async () => {
      const before = events[0]?.seq;
      /** @type {EventsReply} */
      const page = await get(`games/${game.id}/events/`, before ? { before, limit: PAGE } : { limit: PAGE, before: 2 ** 31 - 1 });
      setEvents((known) => [...page.events, ...known]);
      setMore(page.more);
    });
  useEffect(() => void older(), [game.id]);
  useEffect(() => void (error && !live.isOld && live.state !== "offline" && older()), [game, live.state]);

  const known = new Set(events.map(({ seq }) => seq));
  const all = [...events, ...live.news.filter(({ seq }) => !known.has(seq))];
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
