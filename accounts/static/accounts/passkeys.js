// Logs in with a passkey, or adds one: asks the browser, and sends its answer with the form. Without this the form stays hidden.
"use strict";
class Refusal extends Error {}

async function ask(form) {
  const reply = await fetch(form.dataset.options, { method: "POST", body: new FormData(form) });
  const options = await reply.json();
  if (!reply.ok) throw new Refusal(options.detail);
  const add = form.dataset.passkey === "create";
  const parse = add ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
  const publicKey = PublicKeyCredential[parse](options.publicKey);
  return add ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey });
}

async function send(form) {
  const button = form.querySelector("[type=submit], button:not([type])");
  const wrong = form.querySelector(".wrong");
  button.disabled = true;
  wrong.hidden = true;
  try {
    form.elements.credential.value = JSON.stringify(await ask(form));
    if (form.elements.password) form.elements.password.value = "";
    form.submit();
  } catch (error) {
    wrong.textContent = error instanceof Refusal ? error.message : form.dataset.failed;
    wrong.hidden = false;
    button.disabled = false;
  }
}

if (globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(form);
    });
  }
}
