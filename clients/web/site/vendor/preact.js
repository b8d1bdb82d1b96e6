/** Preact, its hooks and htm, as one module. The files in npm/ are copies: see vendor.sh. */

import { h } from "./npm/preact.js";
import htm from "./npm/htm.js";

export { Component, createContext, h, render } from "./npm/preact.js";
export * from "./npm/hooks.js";
export const html = htm.bind(h);
