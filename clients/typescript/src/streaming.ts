// Event streams (docs/streams.md), resumed after the last message when the connection breaks.
import { type Access, LogInEnded, sleep } from "./access.js";

export interface Message {
  /** `snapshot`, `event` or `changed`. */
  kind: string;
  id: string;
  data: unknown;
}

/** How often a stream is tried without a message before it counts as unavailable. */
const TRIES = 8;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** A stream sends a message or a comment at least every 15 seconds. */
const SILENCE = 60_000;

/**
 * Yields the messages about a game, or without one about all games of the user, without end. Throws an Error if
 * the service refuses the stream, if the log-in has ended, and if no stream has sent anything for some minutes.
 */
export async function* follow(access: Access, game?: string, lastId = ""): AsyncGenerator<Message> {
  const url = `${access.url}/api/v1/${game ? `games/${game}` : "me"}/stream/`;
  for (let tried = 1; ; tried += 1) {
    const stop = new AbortController();
    let watch = setTimeout(() => stop.abort(), SILENCE);
    const onData = () => {
      clearTimeout(watch);
      watch = setTimeout(() => stop.abort(), SILENCE);
    };
    try {
      const headers: Record<string, string> = { Accept: "text/event-stream" };
      if (lastId) headers["Last-Event-ID"] = lastId;
      const reply = await access.fetch(new Request(url, { headers, signal: stop.signal }));
      if (!reply.ok && reply.status < 429) throw new Refused(`The stream was refused: ${await reply.text()}`);
      if (reply.ok && reply.body) {
        for await (const message of messages(reply.body as unknown as AsyncIterable<Uint8Array>, onData)) {
          tried = 0;
          lastId = message.id || lastId;
          if (message.kind === "problem") break; // its token has expired, for example: the next request says so
          if (message.kind) yield message;
        }
      }
    } catch (error) {
      if (error instanceof Refused || error instanceof LogInEnded) throw error;
    } finally {
      clearTimeout(watch);
      stop.abort();
    }
    if (tried === TRIES) throw new Error("The stream is unavailable.");
    const pause = Math.min(FIRST_PAUSE * 2 ** tried, LONGEST_PAUSE);
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
