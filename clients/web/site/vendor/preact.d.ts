// The types of preact.js, from the packages of npm.
export { h, render, createContext, Component } from "preact";
export type { ComponentChildren, VNode } from "preact";
export * from "preact/hooks";
import type { VNode } from "preact";
export const html: (strings: TemplateStringsArray, ...values: any[]) => VNode<any>;
