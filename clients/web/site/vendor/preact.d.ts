// The types of preact.js: htm 3.1.1 with Preact and its hooks in one file.
export { h, render, createContext, Component } from "preact";
export type { ComponentChildren, VNode } from "preact";
export * from "preact/hooks";
import type { VNode } from "preact";
export const html: (strings: TemplateStringsArray, ...values: any[]) => VNode<any>;
