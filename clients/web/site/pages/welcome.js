/** The first page of visitors: what this is, and how to begin. */

import { html, useState } from "../vendor/preact.js";
import { API_URL } from "../config.js";
import { signIn } from "../api/session.js";
import { t } from "../text/index.js";
import { useAction, useLoad, useTitle } from "../ui/hooks.js";
import { LanguageChoice } from "../settings/general.js";
import { Failure, HowToPlay, Loaded } from "../ui/parts.js";
import { route, to } from "../ui/route.js";
import { fetchRulesets } from "../ui/options.js";
import { About } from "../settings/device.js";

/** @import { RulesetSummary } from "../../types" */

export function WelcomePage() {
  useTitle(t("Slow board games"));
  const rulesets = useLoad(fetchRulesets, []);
  return html`<div class="welcome">
    <${Hero} />
    <section aria-labelledby="games-title">
      <h2 id="games-title">${t("What you can play")}</h2>
      <${Loaded} from=${rulesets}>
        ${(/** @type {RulesetSummary[]} */ all) =>
          html`<ul class="cards shelf">${all.map((one) => html`<li key=${one.slug} class="card"><${Ruleset} ruleset=${one} /></li>`)}</ul>`}
      <//>
    </section>
    <section aria-labelledby="steps-title">
      <h2 id="steps-title">${t("How it works")}</h2>
      <${Steps} />
    </section>
    <footer>
      <div class="language"><${LanguageChoice} /></div>
      <${About} />
    </footer>
  </div>`;
}

/** Leave to create an account. Afterwards a first game is offered, unless the address names a place. */
function signUp() {
  if (route().parts.length === 0) history.replaceState(null, "", to("first-game"));
  return signIn("create");
}

function Hero() {
  const { run, busy, error } = useAction();
  return html`<section class="hero">
    <h1>${t("Board games that wait for you")}</h1>
    <p>${t("Play with people far away, a move at a time, over days and weeks. Cards stay hidden, the rules are kept, and nobody has to be there at the same hour.")}</p>
    <div class="actions">
      <button disabled=${busy} onClick=${() => run(signUp)}>${t("Create an account")}</button>
      <button class="second" disabled=${busy} onClick=${() => run(() => signIn())}>${t("Sign in")}</button>
      <a href=${to("lobby")}>${t("Look at running games")}</a>
    </div>
    <${Failure} error=${error} />
  </section>`;
}

/** @param {{ruleset: RulesetSummary}} props */
function Ruleset({ ruleset }) {
  const { slug, title, summary, min_seats: least, max_seats: most } = ruleset;
  return html`<${Cover} slug=${slug} />
    <h3>${title}</h3>
    <p class="quiet small">${least === most ? t("{count} players", { count: most }) : t("{least} to {most} players", { least, most })}</p>
    <p>${summary}</p>
    <p><${HowToPlay} slug=${slug} /></p>`;
}

/** The picture of a ruleset, if the service has one. @param {{slug: string}} props */
function Cover({ slug }) {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return null;
  const source = `${API_URL}/static/pictures/${encodeURIComponent(slug)}.svg`;
  return html`<img class="cover" src=${source} alt="" loading="lazy" onError=${() => setIsMissing(true)} />`;
}

function Steps() {
  const steps = [
    [t("Join a game"), t("Take a seat in the lobby, invite friends, or begin with a game against bots, without any clock.")],
    [t("Make your move"), t("Click what is marked in the picture, or choose from the list. You see your choice before it counts.")],
    [t("Go on with your day"), t("An e-mail tells you when it is your turn again. Each game says how long you may think: hours or days.")],
  ];
  return html`<ol class="steps">
    ${steps.map(([title, text]) => html`<li key=${title}><h3>${title}</h3><p>${text}</p></li>`)}
  </ol>`;
}
