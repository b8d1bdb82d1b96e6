/**
 * What a part of a picture is and does, large: beside it, or at the bottom of a phone. It opens when
 * the pointer rests on the part, at a tap, and with the key "i"; a part that can be chosen keeps its
 * click, so a long press opens it there.
 */

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { t } from "../text/index.js";
import { parsePicture } from "./svg.js";

/** @typedef {{title: string, text: string}} Words */
/** @typedef {Record<string, Words>} Help what the parts of the table do, by their names */
/** @typedef {{element: SVGGraphicsElement, title: string, texts: Words[]}} Part */

const OPEN = ".board-open";
/** Milliseconds until a pointer rests, or a press is long. */
const LONG = 500;
/** Pixels between a part and its sheet. */
const GAP = 8;

/** @param {Element} element @param {string} name */
const childOf = (element, name) => [...element.children].find((one) => one.tagName === name);

/** @param {string} text */
const inWords = (text) => ` ${text.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join(" ") ?? ""}`;

/** Return what an element does: its own description, or what the game says of the things in its title.
 * @param {Element} element
 * @param {Help} help
 * @returns {{title: string, texts: Words[]}}
 */
function explain(element, help) {
  const title = childOf(element, "title")?.textContent || (element.getAttribute("aria-label") ?? "");
  const text = childOf(element, "desc")?.textContent;
  if (text) return { title, texts: [{ title: "", text }] };
  return { title, texts: Object.values(help).filter((one) => inWords(title).includes(inWords(one.title))) };
}

/** Return the topmost part with an explanation at the place of an event, whatever is drawn over it.
 * @param {Event} event
 * @param {Help} help
 * @returns {Part | null}
 */
function findPart(event, help) {
  const [inner] = /** @type {any[]} */ (event.composedPath());
  const isAt = event instanceof MouseEvent && event.clientX + event.clientY > 0;
  const all = isAt ? inner.getRootNode().elementsFromPoint(event.clientX, event.clientY) : [inner];
  for (const one of all) {
    const element = one.closest("[id]");
    if (!(element instanceof SVGGraphicsElement) || !element.ownerSVGElement) continue;
    const found = explain(element, help);
    if (found.texts.length) return { element, ...found };
  }
  return null;
}

/** Explain the parts of a picture. @param {{of: {current: HTMLElement | null}, svg: string, help: Help}} props */
export function Sheet({ of, svg, help }) {
  const [shown, setShown] = useState(/** @type {(Part & {stays: boolean}) | null} */ (null));
  const known = useRef(help);
  known.current = help;
  const close = () => setShown(null);
  const leave = () => setShown((now) => (now?.stays ? now : null));
  useEffect(() => of.current ? listen(of.current, known, setShown, leave) : undefined, []);
  useEffect(leave, [svg]);
  useEffect(() => {
    if (!shown) return;
    const onKey = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close();
    const onPress = (/** @type {Event} */ event) => event.target instanceof Element && !event.target.closest(".explains") && close();
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
    };
  }, [shown]);
  return html`<div role="status">${shown && html`<${Explained} part=${shown} stays=${shown.stays} onClose=${close} />`}</div>`;
}

/** Open and close the sheet by pointers and keys. Returns what ends that.
 * @param {HTMLElement} place
 * @param {{current: Help}} help
 * @param {(part: Part & {stays: boolean}) => void} show
 * @param {() => void} leave
 */
function listen(place, help, show, leave) {
  const stop = new AbortController();
  let timer = 0;
  let isHeld = false; // then the click that follows a long press is none
  /** @type {Element | null} */
  let named = null; // its tooltip is off
  /** @type {EventTarget | null} */
  let over = null;
  const rest = (/** @type {Event} */ event, /** @type {boolean} */ stays) => {
    clearTimeout(timer);
    const part = findPart(event, help.current);
    if (!part) return leave();
    timer = setTimeout(() => {
      isHeld = stays;
      show({ ...part, stays });
    }, LONG);
  };
  const end = () => {
    clearTimeout(timer);
    over = null;
    leave();
  };
  /** @type {Record<string, (event: any) => void>} */
  const handlers = {
    // Within a shadow tree, pointerover and focusin do not get here.
    pointermove(event) {
      const [inner] = event.composedPath();
      if (event.pointerType !== "mouse" || inner === over) return;
      over = inner;
      leave();
      rest(event, false);
      named = muteTooltip(named, findPart(event, help.current));
    },
    pointerleave: end,
    pointerdown(event) {
      isHeld = false;
      if (event.pointerType !== "mouse") rest(event, true);
    },
    pointerup: () => clearTimeout(timer),
    pointercancel: () => clearTimeout(timer),
    keyup: (event) => event.key === "Tab" && rest(event, false),
    focusout: end,
    keydown(event) {
      leave();
      const part = event.key === "i" && !event.ctrlKey && !event.metaKey && findPart(event, help.current);
      if (part) show({ ...part, stays: true });
    },
    click(event) {
      clearTimeout(timer);
      if (isHeld) event.stopImmediatePropagation();
      else if (!event.composedPath()[0].closest(OPEN)) {
        const part = findPart(event, help.current);
        if (part) show({ ...part, stays: true });
      }
      isHeld = false;
    },
  };
  for (const [kind, handler] of Object.entries(handlers)) {
    place.addEventListener(kind, handler, { signal: stop.signal, capture: kind === "click" });
  }
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** Let the browser show no tooltip where the sheet opens. Its name for screen readers stays.
 * @param {Element | null} before
 * @param {Part | null} part
 */
function muteTooltip(before, part) {
  if (before && before !== part?.element) {
    const title = childOf(before, "title");
    if (title) title.textContent = before.getAttribute("aria-label");
    before.removeAttribute("aria-label");
  }
  if (part && before !== part.element) {
    const title = childOf(part.element, "title");
    part.element.setAttribute("aria-label", part.title);
    if (title) title.textContent = "";
  }
  return part?.element ?? null;
}

/** @param {{part: Part, stays: boolean, onClose: () => void}} props */
function Explained({ part, stays, onClose }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const large = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (!part.element.isConnected || !box.current || !large.current) return;
    enlarge(part.element, large.current);
    const at = part.element.getBoundingClientRect();
    const { width, height } = box.current.getBoundingClientRect();
    const right = at.right + GAP;
    const left = right + width < innerWidth ? right : at.left - GAP - width;
    const isBeside = left > 0;
    const below = at.bottom + GAP + height < innerHeight ? at.bottom + GAP : at.top - GAP - height;
    box.current.style.setProperty("--left", `${isBeside ? left : Math.max(GAP, innerWidth - width - GAP)}px`);
    box.current.style.setProperty("--top", `${Math.max(GAP, Math.min(isBeside ? at.top : below, innerHeight - height - GAP))}px`);
  }, [part]);
  return html`<aside ref=${box} class=${stays ? "explains" : "explains passing"} aria-hidden=${!stays}>
    <div ref=${large} class="large" aria-hidden="true"></div>
    <div><h3>${part.title}</h3><${Texts} texts=${part.texts} /></div>
    ${stays && html`<button class="second" aria-label=${t("Close")} onClick=${onClose}>✕</button>`}
  </aside>`;
}

/** @param {{texts: Words[]}} props */
const Texts = ({ texts }) =>
  html`${texts.map(({ title, text }) => html`<p key=${text}>${title && texts.length > 1 && html`<strong>${t("{title}:", { title })}</strong> `}${text}</p>`)}`;

/** Draw the piece of a picture where an element is, with what lies on it.
 * @param {SVGGraphicsElement} element
 * @param {HTMLElement} place
 */
function enlarge(element, place) {
  const whole = /** @type {SVGSVGElement} */ (element.ownerSVGElement);
  const [at, all] = [element, whole].map((one) => one.getBoundingClientRect());
  const scale = whole.viewBox.baseVal.width / all.width;
  const piece = [at.left - all.left, at.top - all.top, at.width, at.height].map((length) => length * scale);
  const svg = /** @type {SVGSVGElement} */ (whole.cloneNode(true));
  svg.setAttribute("viewBox", piece.join(" "));
  for (const name of ["width", "height", "role"]) svg.removeAttribute(name);
  for (const open of svg.querySelectorAll(OPEN)) {
    open.removeAttribute("tabindex");
    open.classList.remove("board-open");
  }
  const shadow = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = /** @type {ShadowRoot} */ (element.getRootNode()).adoptedStyleSheets;
  shadow.replaceChildren(svg);
  place.classList.toggle("wide", at.width > 2 * at.height);
}

/** What the parts of the picture do that a choice concerns.
 * @param {{svg: string, marks: string[], help: Help}} props
 */
export function Explanation({ svg, marks, help }) {
  const texts = useMemo(() => {
    const picture = parsePicture(svg);
    const parts = marks.flatMap((id) => picture?.getElementById(id) ?? []);
    const all = parts.map((one) => explain(one, help)).flatMap(({ title, texts: own }) => own.map((one) => ({ text: one.text, title: one.title || title })));
    return [...new Map(all.map((one) => [one.text, one])).values()]; // two parts may say the same
  }, [svg, marks]);
  return html`<div class="explanation"><${Texts} texts=${texts} /></div>`;
}
