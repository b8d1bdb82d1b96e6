/** What a server sends is text: no JSON becomes an element, however it is built (CVE-2026-22028). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { html, render } from "../site/vendor/preact.js";

/** As much of a document as Preact uses; it can be read as markup. */
class Node {
  /** @param {string} name @param {string} [data] */
  constructor(name, data = "") {
    Object.assign(this, { localName: name, data, childNodes: [], attributes: [], style: {} });
    this.nodeType = name ? 1 : 3;
    this.ownerDocument = globalThis.document;
    this.namespaceURI = "http://www.w3.org/1999/xhtml";
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  insertBefore(child, before) {
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, child);
    child.parentNode = this;
    return child;
  }
  removeChild(child) {
    this.childNodes = this.childNodes.filter((one) => one !== child);
  }
  setAttribute() {}
  removeAttribute() {}
  addEventListener() {}
  get markup() {
    const inside = this.innerHTML ?? this.childNodes.map((child) => child.markup).join("");
    return this.localName ? `<${this.localName}>${inside}</${this.localName}>` : this.data;
  }
}

globalThis.document = {
  createElementNS: (_, name) => new Node(name),
  createElement: (name) => new Node(name),
  createTextNode: (text) => new Node("", text),
};

/** @param {unknown} child */
function shown(child) {
  const place = new Node("main");
  render(html`<p>${child}</p>`, place);
  return place.markup;
}

const PROPS = '"props":{"dangerouslySetInnerHTML":{"__html":"<i>x</i>"}}';
const HOSTILE = [
  `{"type":"b",${PROPS},"constructor":null,"__b":1}`,
  `{"type":"b",${PROPS},"constructor":null,"__b":1,"__v":0,"key":null,"ref":null}`,
  `{"type":"b",${PROPS},"__v":1,"__k":null,"__":null,"__e":null,"__c":null}`,
  `{"type":"b",${PROPS},"constructor":{},"__proto__":null}`,
];

test("elements and texts are shown", () => {
  assert.equal(shown(html`<b>word</b>`), "<main><p><b>word</b></p></main>");
  assert.equal(shown("a word"), "<main><p>a word</p></main>");
});

for (const text of HOSTILE) {
  test(`no element is made from ${text}`, () => {
    for (const child of [JSON.parse(text), [JSON.parse(text)]]) {
      assert.equal(shown(child), "<main><p></p></main>");
    }
  });
}
