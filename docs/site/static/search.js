// The search of the documentation. It finds sections that have the words of the search or forms and synonyms of
// them, also misspelled; sections that have more of the words come first. sections.js lists the sections.
"use strict";

const STOP_WORDS = new Set(
  ("a an and are at be by can do does for from have how i if in is it me my of on or our so that the there this to was we " +
    "what when where which who why will with you your " +
    "au aux ce ces comment d dans de des du en est et il j je l la le les ma mes mon on ou où par pas pour que quel quelle qu " +
    "qui s se ses son sur un une").split(" "),
);
/** Words that mean the same here, in English and French. Each line is read as its first word. */
const SYNONYMS = `
backup dump sauvegarde sauvegarder
restore restaurer restauration recover récupérer
ban bannir bannissement exclure suspend
mute silence
user account player utilisateur compte joueur joueuse
report signaler signalement
appeal recours contester
password mot_de_passe motdepasse passe
reset réinitialiser forgotten forgot lost perdu oublié
key clé clef
rotate change replace renew changer remplacer renouveler
delete remove erase purge supprimer effacer suppression
old ancien
data données
export exporter exportation
privacy gdpr rgpd
disk disque
full plein saturé
install deploy setup installer installation
upgrade update mettre_à_jour
domain hostname domaine
push web_push
device phone iphone ipad android mobile téléphone
notification notify
e-mail email mail courriel
undo rollback revert annuler revenir
move coup turn
log journal
failure outage crash down panne
clock timer time horloge pendule temps
vacation holiday absence vacances congé
maintenance downtime
monitor monitoring surveiller surveillance
alert alerte
server serveur
secret_key secretkey
admin administrator administrateur
moderator moderation modérateur modération
language langue translation traduction
rule règle
card carte
bot robot ai
factor 2fa totp mfa
game partie
start démarrer begin
stop arrêter
stream sse websocket
limit throttle quota
`;
/** How much pages count, by the beginning of their address. */
const WEIGHTS = { "questions.html": 1.3, "operations/debian.html": 0.6, "decisions/": 0.4 };

const SUFFIX = /(?:ations?|ating|ated|ates?|ions?|ings?|ed|es|s|e)$/;

/** A word without its ending and its accents. */
function stem(word) {
  const plain = word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const short = plain.replace(SUFFIX, "");
  return short.length < 3 ? plain : short;
}

const FIRST_OF_SYNONYMS = new Map(
  SYNONYMS.trim().split("\n").flatMap((line) => {
    const words = line.split(" ").map(stem);
    return words.map((word) => [word, words[0]]);
  }),
);

/** What is indexed and searched for a word, or null. */
function term(word) {
  if (STOP_WORDS.has(word.toLowerCase())) return null;
  const stemmed = stem(word);
  return FIRST_OF_SYNONYMS.get(stemmed) ?? stemmed;
}

const index = new MiniSearch({
  fields: ["heading", "page", "text"],
  processTerm: term,
  searchOptions: {
    boost: { heading: 4, page: 2 },
    prefix: (word) => word.length > 2,
    fuzzy: (word) => word.length > 4 && 0.2,
    boostDocument: (id) => WEIGHTS[Object.keys(WEIGHTS).find((page) => SECTIONS[id].address.startsWith(page))] ?? 1,
  },
});
index.addAll(SECTIONS.map((section, id) => ({ id, ...section })));

/** The sections for a search, best first, each with the terms that it has. */
function search(query) {
  return index
    .search(query)
    .map(({ id, score, terms, queryTerms }) => ({ ...SECTIONS[id], terms, score: score * queryTerms.length ** 2 }))
    .sort((one, other) => other.score - one.score);
}

// --- the page ---------------------------------------------------------------------------------

const SHOWN = 30;
const EXCERPT = 240;

/** The beginning of a text, or what is around the first of the terms, with all of them marked. */
function excerpt(text, terms) {
  const found = [...text.matchAll(/[\p{L}\p{N}]+/gu)].filter(([word]) => terms.includes(term(word)));
  const first = found[0]?.index ?? 0;
  const start = first < EXCERPT / 2 ? 0 : text.lastIndexOf(" ", first - EXCERPT / 4) + 1;
  const end = start + EXCERPT < text.length ? text.lastIndexOf(" ", start + EXCERPT) : text.length;
  const parts = [start ? "… " : ""];
  let done = start;
  for (const { 0: word, index } of found.filter(({ index }) => index >= start && index < end)) {
    parts.push(text.slice(done, index), element("mark", word));
    done = index + word.length;
  }
  return [...parts, text.slice(done, end), end < text.length ? " …" : ""];
}

function element(name, ...children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

function result({ address, heading, page, text, terms }) {
  const link = element("a", heading);
  link.href = address;
  return element("li", link, heading === page ? "" : element("small", page), element("p", ...excerpt(text, terms)));
}

function show(query) {
  const found = search(query);
  document.querySelector(".search-results").replaceChildren(...found.slice(0, SHOWN).map(result));
  document.querySelector(".search-count").textContent =
    query.trim() === "" ? "" : found.length === 0 ? "Nothing found. Try other words." : `${found.length} sections`;
}

const input = document.querySelector(".search-form input");
input.value = new URLSearchParams(location.search).get("q") ?? "";
show(input.value);
input.addEventListener("input", () => {
  show(input.value);
  history.replaceState(null, "", `?${new URLSearchParams({ q: input.value })}`);
});
