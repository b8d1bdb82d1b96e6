/** The errors that requests to the API end with. */

import { t } from "../text/index.js";

/** @import { ProblemDocument } from "../../types" */

/** A refusal by the service. `code` is stable, and `message` is for the user. */
export class Problem extends Error {
  /** @param {Partial<ProblemDocument> & {[name: string]: any}} document */
  constructor(document) {
    super((!document.errors && document.detail) || document.title); // forms show the errors themselves
    this.document = document;
    this.code = document.code;
    this.status = document.status;
  }

  /** The messages about fields, by their JSON pointers. */
  get fields() {
    return new Map((this.document.errors ?? []).map(({ pointer, detail }) => [pointer, detail]));
  }
}

/** The service cannot be reached. The request may have been carried out or not. */
export class Unreachable extends Error {
  constructor() {
    super(t("The service cannot be reached. Check your connection."));
  }
}

/** True if the service cannot do its work now: the last known documents help. @param {unknown} error */
export const isDown = (error) => error instanceof Unreachable || (error instanceof Problem && (error.status ?? 0) >= 500);

/** Return the refusal in a reply; also for replies of proxies, which are not JSON.
 * @param {Response} reply
 */
export async function problemOf(reply) {
  const kind = reply.headers.get("Content-Type") ?? "";
  if (kind.includes("json")) {
    const document = await reply.json();
    // The errors of OAuth have a form of their own (RFC 6749, 5.2).
    const { error, error_description: detail } = document;
    if (document.code === "maintenance") window.dispatchEvent(new Event("maintenance"));
    return new Problem(error ? { code: error, detail: detail ?? error, status: reply.status } : document);
  }
  const title = t("The service answered with error {status}.", { status: reply.status });
  return new Problem({ title, detail: title, code: "", status: reply.status });
}
