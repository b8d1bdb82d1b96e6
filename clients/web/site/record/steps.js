/** The steps of a verification in words. */

import { html } from "../vendor/preact.js";
import { dateTime, t, tn } from "../text/index.js";

/** @import { State, Step, Values } from "./check.js" */

/** @typedef {{title: string, text: string, codes?: [string, string | number | null][]}} Words */

/** @param {{step: Step}} props */
export function StepItem({ step }) {
  const { title, text, codes = [] } = wordsOf(step);
  return html`<li class=${step.state} data-step=${step.id}>
    <h3>${title} <${Mark} state=${step.state} /></h3>
    <p>${text}</p>
    ${codes.length > 0 &&
    html`<details><summary>${t("Values")}</summary>
      <dl class="members">${codes.map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>
    </details>`}
  </li>`;
}

/** The outcome of a step, for eyes and ears. @param {{state: State}} props */
export function Mark({ state }) {
  /** @type {Record<State, [string, string]>} */
  const marks = {
    ok: ["✓", t("correct")],
    failed: ["✗", t("failed")],
    partly: ["✓", t("partly checked")],
    unknown: ["–", t("not checked")],
  };
  const [sign, words] = marks[state];
  return html`<small class=${state === "failed" ? "tag wrong" : "tag"}>${sign} ${words}</small>`;
}

/** @param {Step} step @returns {Words} */
function wordsOf(step) {
  return WORDS[step.id]?.(step) ?? { title: step.id, text: "" };
}

/** @param {Values} values @returns {[string, string | number | null][]} */
const computedAndRecorded = ({ found, recorded }) => [[t("computed"), found], [t("in the record"), recorded]];

/** @type {Record<string, (step: Step) => Words>} */
const WORDS = {
  form: ({ state, values }) => ({
    title: t("The file is a record"),
    text:
      state === "ok"
        ? tn("It has the format {format}, and {count} move.", "It has the format {format}, and {count} moves.", Number(values.moves), { format: values.format ?? "" })
        : t("It is not a record of a game: {fault} is missing or wrong.", { fault: values.fault ?? "" }),
  }),
  canonical: ({ state }) => ({
    title: t("The file is written as it should be"),
    text:
      state === "ok"
        ? t("It is canonical JSON, to the last byte.")
        : t("It is not canonical JSON: somebody has written it again."),
  }),
  game: ({ state, values }) => ({
    title: t("It is the record of this game"),
    text: state === "ok" ? t("It names this game.") : t("It names another game: {game}", { game: values.game ?? "–" }),
  }),
  commitment: ({ state, values }) => ({
    title: t("The seed fits the commitment"),
    text:
      state === "ok"
        ? t("SHA-256 of the seed and the nonce is the commitment: the seed is the one that was fixed at the start.")
        : t("SHA-256 of the seed and the nonce is not the commitment: the seed was exchanged."),
    codes: [[t("seed"), values.seed], [t("nonce"), values.nonce], ...computedAndRecorded(values)],
  }),
  noted: ({ state, values }) => ({
    title: t("The commitment is the one that this browser knows"),
    text: notedText(state, values),
    codes: values.found ? [[t("noted"), values.found], [t("in the record"), values.recorded]] : [],
  }),
  digest: ({ state, values }) => ({
    title: t("Nothing in the record was changed"),
    text:
      state === "ok"
        ? t("SHA-256 of all its content is its digest.")
        : t("SHA-256 of its content is not its digest: something was changed."),
    codes: computedAndRecorded(values),
  }),
  service: ({ state, values }) => ({
    title: t("The service has the same record"),
    text:
      state === "ok"
        ? t("The record of the service has the same digest.")
        : t("The record of the service has another digest: this file has another content."),
    codes: [[t("of the service"), values.found], [t("computed"), values.recorded]],
  }),
  moves: ({ state, values }) => ({
    title: t("The moves are complete"),
    text:
      state === "ok"
        ? tn("{count} move, numbered from 1.", "{count} moves, numbered from 1.", Number(values.moves))
        : t("Move {wrong} is missing or wrong.", { wrong: values.wrong ?? "" }),
  }),
  setup: (step) => ({ title: t("The set-up follows from the seed"), text: drawsText(step) }),
  later: (step) => ({ title: t("Chance during the game follows from the seed"), text: drawsText(step) }),
};

/** @param {State} state @param {Values} values */
function notedText(state, values) {
  if (state === "unknown") {
    return t("This browser never saw the game while it ran, so it noted nothing. Compare the commitment with one that you or another player saved.");
  }
  const when = dateTime(String(values.at));
  if (state === "failed") return t("It noted another commitment on {when}: the seed was exchanged after that.", { when });
  if (values.over) return t("It noted the same one on {when}. But the game was over then, so this proves little.", { when });
  return t("It noted the same one on {when}, after move {move}. The seed was fixed then.", { when, move: values.move ?? 0 });
}

/** @param {Step} step */
function drawsText({ state, values }) {
  const { all, ok, unknown, failed } = values;
  if (!all && state === "unknown") return t("The game began at a position of another game. The record contains it.");
  if (!all) return t("Nothing was drawn.");
  const parts = [
    ...(ok ? [tn("{count} result follows from the seed.", "{count} results follow from the seed.", Number(ok))] : []),
    ...(failed ? [tn("{count} result cannot come from the seed.", "{count} results cannot come from the seed.", Number(failed))] : []),
    ...(unknown
      ? [tn(
          "{count} result is possible, but the record does not say what there was to draw from: this needs the rules.",
          "{count} results are possible, but the record does not say what there was to draw from: this needs the rules.",
          Number(unknown),
        )]
      : []),
  ];
  return state === "ok" ? t("All of them: {parts}", { parts: parts.join(" ") }) : parts.join(" ");
}
