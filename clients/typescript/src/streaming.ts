// Event streams (docs/streams.md), resumed after the last message when the connection breaks.
import { setTimeout as sleep } from "node:timers/promises";

import type { Access } from "./access.js";

export interface Message {
  /** `snapshot`, `event`, `changed` or `problem`. */
  kind: string;
  id: string;
  data: unknown;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** A stream sends a message or a comment at least every 15 seconds. */
const SILENCE = 60_000;

/**
 * Yields the messages about a game, or without one about all games of the user, without end. Throws an Error if
 * the service refuses the stream, unless for now.
 */
export async function* follow(access: Access, game?: string, lastId = ""): AsyncGenerator<Message> {
  const url = `${access.url}/api/v1/${game ? `games/${game}` : "me"}/stream/`;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const stop = new AbortController();
    const watch = setTimeout(() => stop.abort(), SILENCE);
    try {
      const headers: Record<string, string> = { Accept: "text/event-stream" };
      if (lastId) headers["Last-Event-ID"] = lastId;
      const reply = await access.fetch(new Request(url, { headers, signal: stop.signal }));
      if (!reply.ok && reply.status < 429) throw new Refused(`The stream was refused: ${await reply.text()}`);
      if (reply.ok && reply.body) {
        for await (const message of messages(reply.body as unknown as AsyncIterable<Uint8Array>, () => watch.refresh())) {
          pause = FIRST_PAUSE;
          lastId = message.id || lastId;
          if (message.kind === "problem") break; // its token has expired, for example: the next request says so
          if (message.kind) yield message;
        }
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
    } finally {
      clearTimeout(watch);
      stop.abort();
    }
    await sleep(pause * (0.5 + Math.random() / 2));
  }
}

class Refused extends Error {}

/** Reads messages (HTML standard, section 9.2). */
async function* messages(body: AsyncIterable<Uint8Array>, onData: () => void): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let rest = "";
  let message = { kind: "", id: "", data: [] as string[] };
  for await (const piece of body) {
    onData();
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [, name, value = ""] = /^([^:]*)(?:: ?(.*?))?\r?$/.exec(line) ?? [];
      if (name === "event") message.kind = value;
      else if (name === "id") message.id = value;
      else if (name === "data") message.data.push(value);
      else if (line.trim() === "") {
        const { kind, id, data } = message;
        if (data.length) yield { kind: kind || "message", id, data: JSON.parse(data.join("\n")) };
        else if (id) yield { kind: "", id, data: null };
        message = { kind: "", id: "", data: [] };
      }
    }
  }
}
