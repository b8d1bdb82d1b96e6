/**
 * Shows what changed between two pictures of a table: elements move from where they were, new ones
 * rise, and those that are gone fade. It knows no game: two elements are the same if their ids are
 * (docs/pictures.md, "From one picture to the next").
 */

import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../text/index.js";

/** @import { GameEvent } from "../../types" */

/** Milliseconds of one event, and of all of them at most. */
const EVENT = 700;
const WHOLE = 3500;
const EASE = "cubic-bezier(.3, 0, .2, 1)";

/**
 * @typedef {object} Shape an element as it was drawn, in the units of its picture
 * @property {Element} element
 * @property {number} x
 * @property {number} y
 * @property {number} height
 * @property {string} text its words
 * @property {DOMMatrix} matrix from the units of its parent to those of the picture
 *
 * @typedef {object} Replay
 * @property {number} step milliseconds of one event
 * @property {() => void} skip
 * @property {Promise<unknown>} ended
 */

/** Return the elements of the shown picture by their ids.
 * @param {SVGSVGElement} picture
 * @returns {Map<string, Shape>}
 */
export function shapesOf(picture) {
  const inverse = picture.getScreenCTM()?.inverse();
  if (!inverse) return new Map(); // it is not shown
  return new Map(elementsOf(picture).map((element) => [element.id, shapeOf(element, inverse)]));
}

/** @param {SVGGraphicsElement} element @param {DOMMatrix} inverse @returns {Shape} */
function shapeOf(element, inverse) {
  const matrix = inverse.multiply(/** @type {any} */ (element.parentNode).getScreenCTM());
  const own = inverse.multiply(/** @type {DOMMatrix} */ (element.getScreenCTM()));
  const { x, y, height } = element.getBBox();
  const corner = new DOMPoint(x, y).matrixTransform(own);
  return { element, x: corner.x, y: corner.y, height: height * own.d, text: textOf(element), matrix };
}

/** @param {SVGSVGElement} picture @returns {SVGGraphicsElement[]} */
const elementsOf = (picture) => [.../** @type {any} */ (picture.querySelectorAll("g[id^=board-]:not(defs *)"))];

/** Return the words of an element without those of the elements in it. @param {Element} element */
const textOf = (element) =>
  [...element.children]
    .filter(({ id, tagName }) => !id && !["title", "desc"].includes(tagName))
    .map(({ textContent }) => textContent)
    .join(" ");

/** Let the shown picture begin as the picture before it, and become itself.
 * @param {Map<string, Shape>} before
 * @param {SVGSVGElement} picture
 * @param {GameEvent[]} events what happened in between, oldest first
 * @returns {Replay}
 */
export function replay(before, picture, events) {
  const after = shapesOf(picture);
  const step = Math.min(EVENT, WHOLE / Math.max(events.length, 1));
  /** @type {Animation[]} */
  const running = [];
  /** @param {Element} element @param {Keyframe[]} frames @param {number} place */
  const animate = (element, frames, place) => {
    const timing = { duration: EVENT, delay: place * step, easing: EASE, fill: /** @type {FillMode} */ ("backwards") };
    const animation = element.animate(frames, timing);
    running.push(animation);
    return animation;
  };
  /** @type {Map<Element, {x: number, y: number}>} */
  const moves = new Map();
  for (const [id, shape] of after) {
    const { element } = shape;
    const place = placeOf(id, events);
    const old = before.get(id);
    const around = moves.get(/** @type {Element} */ (element.parentElement?.closest("[id^=board-]"))) ?? { x: 0, y: 0 };
    const move = old ? { x: old.x - shape.x, y: old.y - shape.y } : around;
    moves.set(element, move);
    const own = { x: move.x - around.x, y: move.y - around.y };
    if (!old) {
      animate(element, [{ opacity: 0, translate: `0 ${shape.height / 2}px` }, {}], place);
    } else if (Math.hypot(own.x, own.y) > 1) {
      animate(element, [{ translate: `${own.x}px ${own.y}px` }, {}], place);
    } else if (old.text !== shape.text) {
      animate(element, [1, 0.25, 1, 0.25, 1].map((opacity) => ({ opacity })), place);
    }
  }
  for (const [id, shape] of before) {
    if (after.has(id) || isWithinGone(shape.element, after)) continue;
    const ghost = ghostOf(shape);
    picture.append(ghost);
    animate(ghost, [{ opacity: 1 }, { opacity: 0 }], placeOf(id, events)).finished.then(
      () => ghost.remove(),
      () => ghost.remove(),
    );
  }
  return {
    step,
    skip: () => running.forEach((animation) => animation.finish()),
    ended: Promise.allSettled(running.map(({ finished }) => finished)),
  };
}

/** True if the element around an element is gone, too: then it fades with that one.
 * @param {Element} element
 * @param {Map<string, Shape>} after
 */
function isWithinGone(element, after) {
  const around = element.parentElement?.closest("[id^=board-]");
  return Boolean(around && !after.has(around.id));
}

/** Return a copy of an element that is gone, where it was. @param {Shape} shape */
function ghostOf({ element, matrix }) {
  const ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const { a, b, c, d, e, f } = matrix;
  ghost.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("pointer-events", "none");
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "tabindex", "role"]) one.removeAttribute(name);
    one.classList.remove("board-open");
  }
  ghost.append(copy);
  return ghost;
}

/** Return the place of the event that names an element; 0: none does.
 * @param {string} id
 * @param {GameEvent[]} events
 */
function placeOf(id, events) {
  const parts = id.split("-");
  return Math.max(events.findIndex((event) => isNamed(parts, event)), 0);
}

/** Kinds of events after which earlier ones may not count any more. */
const UNDOING = new Set(["rolled_back", "rollback_undone"]);

/** Members of an event that say nothing about elements. */
const SILENT = new Set(["seq", "move", "at", "text", "kind"]);

/** True if an event names what an element shows, and does not name another seat.
 * @param {string[]} parts of the id
 * @param {GameEvent} event
 */
function isNamed(parts, event) {
  const values = Object.entries(event).flatMap(([name, value]) => (SILENT.has(name) ? [] : [value].flat()));
  const names = values.filter((value) => typeof value === "string");
  const seats = values.filter((value) => typeof value === "number").map(String);
  const numbers = parts.filter((part) => /^\d+$/.test(part));
  const isOfSeat = numbers.length === 0 || numbers.some((number) => seats.includes(number));
  return isOfSeat && (names.length ? names.some((name) => parts.includes(name)) : numbers.length > 0);
}

/** True if this device replays moves: the settings can switch it off, and so does a wish for less motion. */
const isOn = () =>
  localStorage.getItem("replay") !== "no" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @typedef {Replay & {from: number, events: GameEvent[]}} Replayed */

/** Replay what happens from one picture to the next.
 * @param {GameEvent[]} known the events since the first picture, oldest first
 * @returns {{replayed: Replayed | null, onLater: import("./picture.js").Later | undefined}}
 */
export function useReplay(known) {
  const [replayed, setReplayed] = useState(/** @type {Replayed | null} */ (null));
  /** @type {import("./picture.js").Later} */
  const onLater = (before, picture, from) => {
    const events = eventsSince(known, from);
    const running = { ...replay(before, picture, events), from, events };
    setReplayed(running);
    running.ended.then(() => setReplayed((now) => (now === running ? null : now)));
  };
  return { replayed, onLater: isOn() ? onLater : undefined };
}

/** Return the events after a move that still count, oldest first.
 * @param {GameEvent[]} known
 * @param {number} from
 */
function eventsSince(known, from) {
  const all = [...new Map(known.map((event) => [event.seq, event])).values()];
  const undone = all.findLastIndex(({ kind }) => UNDOING.has(kind));
  return all.slice(undone + 1).filter(({ move }) => move > from);
}

/** The event that is replayed, in words. Screen readers have them from the announcement.
 * @param {{replayed: Replayed}} props
 */
export function Caption({ replayed: { events, step, skip } }) {
  const [place, setPlace] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setPlace((before) => Math.min(before + 1, events.length - 1)), step);
    return () => clearInterval(timer);
  }, []);
  if (!events.length) return null;
  return html`<div class="replay">
    <span aria-hidden="true">${events[place].text}</span>
    <button class="second" onClick=${skip}>${t("Skip the replay")}</button>
  </div>`;
}
