/**
 * The table as the service draws it. Elements that concern an option can be clicked: the contract is
 * in docs/pictures.md.
 *
 * The picture lives in a shadow root, so that its ids and styles do not meet those of the page. Its
 * style sheet is adopted as an object: the policy of the page refuses style elements.
 */

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { get } from "../api/requests.js";
import { t } from "../text/index.js";
import { shapesOf } from "./replay.js";
import { Sheet } from "./sheet.js";
import { parsePicture, styleOf } from "./svg.js";

/** @import { Query } from "../api/requests.js" */
/** @import { Shape } from "./replay.js" */
/** @typedef {(before: Map<string, Shape>, picture: SVGSVGElement, move: number) => void} Later move: that of before */

const LANDSCAPE = 620;
/** Width to height of pictures that were never seen. A portrait is higher than the window. */
const SHAPES = /** @type {Record<string, string>} */ ({ landscape: "8 / 5", portrait: "1 / 2" });
const OPEN = "board-open";

/** Return "landscape" if an element has room for it, and follow its size.
 * @param {{current: Element | null}} place
 */
export function useLayout(place) {
  const [layout, setLayout] = useState(
    document.documentElement.clientWidth >= LANDSCAPE ? "landscape" : "portrait",
  );
  useEffect(() => {
    if (!place.current) return;
    const observer = new ResizeObserver(([{ contentRect }]) =>
      setLayout(contentRect.width >= LANDSCAPE ? "landscape" : "portrait"),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return layout;
}

/** Fetch the picture of a game, and again when the game, the layout or the preview change.
 * @param {string} path
 * @param {Query} query
 * @param {any} version changes when there may be another picture
 * @param {boolean} [isPaused] true while a choice is being played: its preview would come too late
 * @returns {{svg: string, hasPicture: boolean}}
 */
export function usePicture(path, query, version, isPaused = false) {
  const [svg, setSvg] = useState("");
  const [hasPicture, setHasPicture] = useState(true);
  useEffect(() => {
    if (isPaused || !hasPicture) return;
    const stop = new AbortController();
    get(path, query, stop.signal)
      .then((text) => {
        setSvg(text);
        setHasPicture(true);
      })
      .catch((error) => {
        if (error.code === "picture_not_found") setHasPicture(false);
      });
    return () => stop.abort();
  }, [path, JSON.stringify(query), version, isPaused]);
  return { svg, hasPicture };
}

/**
 * Show a picture. `marks` are the ids of the elements that can be clicked now. Until the picture is
 * there, its place has the shape that the last one of this `kind` had, so that nothing moves.
 * @param {{svg: string, layout: string, kind?: string, marks?: Set<string>, chosen?: string, onMark?: (id: string) => void,
 *   help?: import("./sheet.js").Help | null, move?: number, onLater?: Later}} props move: the number of moves that the
 *   picture shows; onLater: called when a picture of a later move replaces one
 */
export function Picture({ svg, layout, kind = "", marks, chosen, onMark, help, move = 0, onLater }) {
  const key = `shape ${kind} ${layout}`;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = useRef({ svg: "", move: 0 });
  useLayoutEffect(() => {
    const root = place.current?.shadowRoot ?? place.current?.attachShadow({ mode: "open" });
    if (!root || !place.current) return;
    place.current.style.aspectRatio = svg ? "" : localStorage.getItem(key) ?? SHAPES[layout];
    const focused = root.activeElement?.id;
    const picture = adoptPicture(svg, root);
    if (!picture) return;
    for (const element of picture.querySelectorAll(`.${OPEN}`)) {
      if (marks?.has(element.id)) continue;
      element.classList.remove(OPEN);
      element.removeAttribute("tabindex");
      element.setAttribute("role", "img");
    }
    const { firstElementChild: old } = root;
    const isLater = onLater && svg !== shown.current.svg && move > shown.current.move;
    const before = isLater && isLike(old, picture) && shapesOf(old);
    root.replaceChildren(picture);
    if (before && before.size) onLater(before, picture, shown.current.move);
    if (svg !== shown.current.svg) shown.current = { svg, move };
    const [, , width, height] = picture.getAttribute("viewBox")?.split(/[ ,]+/) ?? [];
    if (kind && height) localStorage.setItem(key, `${width} / ${height}`);
    const again = root.getElementById(chosen ?? focused ?? "");
    if (focused && again instanceof SVGElement) again.focus({ preventScroll: true });
  }, [svg, layout, marks, chosen]);

  /** @param {Event} event */
  const act = (event) => {
    const [inner] = event.composedPath();
    if (event instanceof KeyboardEvent && !["Enter", " "].includes(event.key)) return;
    const element = inner instanceof Element ? inner.closest(`.${OPEN}`) : null;
    if (!element || !onMark) return;
    event.preventDefault();
    onMark(element.id);
  };
  return html`<div class=${`picture ${layout}`} ref=${place} onClick=${act} onKeyDown=${act}></div>
    <${Sheet} of=${place} svg=${svg} help=${help ?? {}} />`;
}

/** True if an element is a picture in the layout of another one.
 * @param {Element | null} old
 * @param {SVGSVGElement} picture
 * @returns {old is SVGSVGElement}
 */
const isLike = (old, picture) =>
  old instanceof SVGSVGElement && old.viewBox.baseVal.width === picture.viewBox.baseVal.width;

const OWN_STYLE = "svg { display: block; width: 100%; height: auto }";

/** Return the picture as an element, and move its style sheet to where it is shown.
 * @param {string} svg
 * @param {ShadowRoot} root
 * @returns {SVGSVGElement | null}
 */
function adoptPicture(svg, root) {
  const picture = parsePicture(svg);
  if (!picture) return null;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleOf(svg) + OWN_STYLE);
  root.adoptedStyleSheets = [sheet];
  return /** @type {any} */ (document.importNode(picture.documentElement, true));
}

/** Said where a ruleset has no picture. */
export const NoPicture = () =>
  html`<p class="quiet">${t("This game has no picture. Choose from the list.")}</p>`;
