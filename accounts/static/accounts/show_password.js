// Adds a button to each password field that shows what was typed, and hides it again.
"use strict";
for (const field of document.querySelectorAll(".secret input[type=password]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "second";
  button.setAttribute("aria-controls", field.id);
  const label = () => { button.textContent = field.type === "password" ? field.dataset.show : field.dataset.hide; };
  button.addEventListener("click", () => {
    field.type = field.type === "password" ? "text" : "password";
    label();
  });
  field.form.addEventListener("submit", () => { field.type = "password"; });
  label();
  field.after(button);
}
