/** A game that is played: the picture, the question, the options, and everything beside them. */

import { html, useRef, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { isSignedIn } from "../api/session.js";
import { t } from "../text/index.js";
import { useAction, useLoad, useRemembered } from "../ui/hooks.js";
import { Check } from "../ui/inputs.js";
import { Failure, Panels } from "../ui/parts.js";
import { useAnnouncement, useFocus } from "./attention.js";
import { Chat } from "./chat.js";
import { useChoosing } from "./choosing.js";
import { EventList, useEvents } from "./events.js";
import { Menu } from "./menu.js";
import { Notes } from "./notes.js";
import { Orders } from "./orders.js";
import { NoPicture, Picture, useLayout, usePicture } from "./picture.js";
import { Question } from "./question.js";
import { Caption, useReplay } from "./replay.js";
import { Result } from "./result.js";
import { Seats } from "./seats.js";
import { useKept, useSince } from "./since.js";
import { Tour } from "./tour.js";
import { OpenVotes, Votes, mayBeOpen } from "./votes.js";

/** @import { MessagesReply } from "../../types" */
/** @import { LiveGame } from "./use_game.js" */

/** @param {{live: LiveGame}} props */
export function Table({ live }) {
  const game = /** @type {NonNullable<LiveGame["game"]>} */ (live.game);
  const place = useRef(null);
  const bar = useRef(/** @type {HTMLElement | null} */ (null));
  const layout = useLayout(place);
  const choosing = useChoosing(live.isOld ? null : game.decision);
  const [confirms, setConfirms] = useRemembered("confirm", "yes");
  const action = useAction();
  const query = { layout, preview: choosing.preview };
  const events = useEvents(live);
  const since = useSince(live, layout, events.isLoaded);
  const { svg: fresh, hasPicture } = usePicture(`games/${game.id}/board.svg`, query, game, action.busy || !since.isReady);
  const svg = fresh || since.svg;
  useKept(fresh, choosing.preview ? null : game, layout);
  const { replayed, onLater } = useReplay(events.all);

  /** @param {string} choice */
  const play = async (choice) => {
    const { asked } = choosing;
    if (asked !== null) await action.run(() => live.play(choice, asked));
    choosing.restart();
  };
  /** @param {(typeof choosing)["left"][number]} option */
  const choose = (option) => (confirms === "yes" ? choosing.choose(option) : play(option.choice));
  /** @param {string} mark */
  const click = (mark) => {
    const option = choosing.click(mark);
    if (option && confirms !== "yes") play(option.choice);
  };

  useFocus(bar, [game.decision?.id, game.status, choosing.option === null]);
  const words = useAnnouncement(live);

  return html`<div class="unseen announcement" role="log">${words}</div><${Tour} game=${game} /><div class="table">
    <div class="board" ref=${place}>
      ${hasPicture
        ? html`<${Picture} svg=${svg} layout=${layout} kind=${game.ruleset} marks=${choosing.marks} chosen=${choosing.clicked.at(-1)} onMark=${click}
            help=${game.help} move=${fresh ? game.move_count : since.move} onLater=${onLater} />`
        : html`<${NoPicture} />`}
      ${replayed && html`<${Caption} key=${replayed.from} replayed=${replayed} />`}
    </div>
    <div class="beside">
      ${game.status === "finished" && html`<${Result} game=${game} />`}
      <div class="bar" ref=${bar}>
        ${isPlayer(live) && mayBeOpen(live, events) && html`<${OpenVotes} live=${live} events=${events.all} />`}
        <${Failure} error=${action.error} />
        <${Question} live=${live} events=${events.all} svg=${svg} choosing=${choosing} hasPicture=${hasPicture} busy=${action.busy} onChoose=${choose} onPlay=${play} />
      </div>
      ${game.decision?.options &&
      html`<${Check} label=${t("Show a choice before it is played")} checked=${confirms === "yes"}
        onChange=${(/** @type {boolean} */ isOn) => setConfirms(isOn ? "yes" : "no")} />`}
      <${Seats} game=${game} />
      <${Besides} live=${live} events=${events} />
    </div>
  </div>`;
}

/** True if the reader plays in a running game. @param {LiveGame} live */
const isPlayer = ({ game }) => game?.status === "active" && game.your_seat !== null;

/** Count the messages that the user has not read yet.
 * @param {LiveGame} live
 * @returns {{unread: number, onRead: (number: number) => void}} onRead: call it with the number of the
 * last message that was on the screen
 */
function useUnread({ game, messages }) {
  const room = game?.your_seat === null ? "spectators" : "players";
  const path = `games/${game?.id}/messages/`;
  const query = { room, before: 2 ** 31 - 1, limit: 1 };
  /** @type {{value: MessagesReply | null}} */
  const { value } = useLoad(async (signal) => (isSignedIn() ? get(path, query, signal) : null), [path, room]);
  const [shown, setShown] = useState(0);
  const last = Math.max(value?.last ?? 0, messages[room] ?? 0, shown);
  return { unread: value ? last - Math.max(shown, value.read) : 0, onRead: setShown };
}

/** What players do besides playing. @param {{live: LiveGame, events: import("./events.js").Events}} props */
function Besides({ live, events }) {
  const [chosen, setChosen] = useState("events");
  const { unread, onRead } = useUnread(live);
  const tabs = [
    { id: "events", title: t("Events"), part: EventList },
    { id: "chat", title: html`${t("Messages")}${unread > 0 && html` <span class="badge">${unread}</span>`}`, part: Chat },
    { id: "notes", title: t("Notes"), part: Notes },
    ...(isPlayer(live) ? [{ id: "votes", title: t("Votes"), part: Votes }] : []),
    ...(isPlayer(live) ? [{ id: "orders", title: t("Standing orders"), part: Orders }] : []),
    { id: "menu", title: t("More"), part: Menu },
  ];
  const panels = tabs.map(({ part: Part, ...tab }) => ({ ...tab, content: () => html`<${Part} live=${live} events=${events} onRead=${onRead} />` }));
  return html`<section class="panels">
    <${Panels} label=${t("Besides playing")} tabs=${panels} chosen=${chosen} onChoose=${setChosen} keeps />
  </section>`;
}
