/** Messages of the players, or of the spectators. */

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { post } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { useAction, useDocument } from "../ui/hooks.js";
import { Failure, hidesNames, Loaded, Person } from "../ui/parts.js";
import { to } from "../ui/route.js";
import { Select, onSubmit, onText } from "../ui/inputs.js";

/** @import { Message, MessagesReply } from "../../types" */
/** @import { LiveGame } from "./use_game.js" */

const LONGEST = 2000;

/** @param {{live: LiveGame, onRead?: (number: number) => void}} props */
export function Chat({ live, onRead }) {
  if (live.game && hidesNames(live.game)) return html`<p class="hint">${t("The game is anonymous: the names are shown and the chat opens after the end.")}</p>`;
  return html`<${Rooms} live=${live} onRead=${onRead} />`;
}

/** @param {{live: LiveGame, onRead?: (number: number) => void}} props */
function Rooms({ live, onRead }) {
  const game = /** @type {NonNullable<LiveGame["game"]>} */ (live.game);
  const plays = game.your_seat !== null;
  const [room, setRoom] = useState(plays ? "players" : "spectators");
  const over = game.status !== "active" && game.status !== "lobby";
  const path = `games/${game.id}/messages/`;
  const page = useDocument(path, { room, before: 2 ** 31 - 1, limit: 100 }, live.messages[room]);
  /** @param {number} number */
  const read = (number) => {
    if (room === (plays ? "players" : "spectators")) onRead?.(number);
    if (number > (page.value?.read ?? 0)) post(`${path}read/`, { room, number }).catch(() => {}); // the next message tries again
  };
  return html`${over &&
    html`<${Select} id="room" label=${t("Room")} value=${room} onChange=${setRoom}
      choices=${[["players", t("Players")], ["spectators", t("Spectators")]]} />`}
    <${Loaded} from=${page}>
      ${(/** @type {MessagesReply} */ { messages }) =>
        html`<${Messages} key=${room} messages=${messages} onRead=${read}>
          ${messages.map((message) => html`<${Said} key=${message.number} message=${message} game=${game.id} room=${room} />`)}
        <//>`}
    <//>
    <${Write} game=${game.id} room=${room} onSent=${page.reload} />`;
}

/** The list of messages. The style sheet keeps it at its end. What was on the screen is read.
 * @param {{messages: Message[], onRead: (number: number) => void, children: any}} props
 */
function Messages({ messages, onRead, children }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const last = messages.at(-1)?.number ?? 0;
  useEffect(() => {
    if (!list.current?.lastElementChild || !last) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((one) => one.isIntersecting)) return;
      onRead(last);
      observer.disconnect();
    });
    observer.observe(list.current.lastElementChild);
    return () => observer.disconnect();
  }, [last]);
  return html`<div class="messages" role="region" tabindex="0" aria-label=${t("Messages")}>
    <ol ref=${list}>${children} ${messages.length === 0 && html`<li class="quiet">${t("Nobody has written anything yet.")}</li>`}</ol>
  </div>`;
}

/** @param {{message: Message, game: string, room: string}} props */
function Said({ message, game, room }) {
  const report = `${to("report")}?about=message&game=${game}&room=${room}&number=${message.number}`;
  return html`<li>
    <${Person} user=${message.user} /> <time class="quiet" datetime=${message.at}>${dateTime(message.at)}</time>${" · "}
    <a class="quiet small" href=${report}>${t("Report")}</a>
    <p>${message.removed ? html`<em>${t("Removed by a moderator")}</em>` : message.text}</p>
  </li>`;
}

/** @param {{game: string, room: string, onSent: () => void}} props */
function Write({ game, room, onSent }) {
  const [text, setText] = useState("");
  const { run, busy, error } = useAction();
  const send = async () => {
    setText("");
    document.getElementById("message")?.focus(); // the button is off now
    const sent = await run(() => post(`games/${game}/messages/`, { room, text }));
    if (sent) onSent();
    else setText((typed) => [text, typed].filter(Boolean).join("\n"));
  };
  return html`<form class="write" onSubmit=${onSubmit(send)}>
    <label for="message">${t("Your message")}</label>
    <textarea id="message" rows="2" maxlength=${LONGEST} required value=${text}
      onInput=${onText(setText)}></textarea>
    <${Failure} error=${error} />
    <button disabled=${busy || !text.trim()}>${t("Send")}</button>
  </form>`;
}
