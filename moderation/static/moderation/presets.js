// Adds a list of presets to each text field that has some. Without this script, people type the text.
"use strict";
const presets = JSON.parse(document.getElementById("presets").textContent);
for (const field of document.querySelectorAll("[data-preset]")) {
  const offered = presets[field.dataset.preset];
  if (!offered) continue;
  const list = document.createElement("select");
  list.className = "presets";
  list.setAttribute("aria-label", offered.label);
  list.add(new Option(offered.label, ""));
  for (const [name, text] of offered.texts) list.add(new Option(name, text));
  list.addEventListener("change", () => { if (list.value) field.value = list.value; });
  field.before(list);
}
