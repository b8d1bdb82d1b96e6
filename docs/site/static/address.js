// Examples name the service from which the page comes, not the one of the sources.
const SOURCE = "http://127.0.0.1:8000";
addEventListener("DOMContentLoaded", () => {
  if (!location.protocol.startsWith("http")) return;
  for (const code of document.querySelectorAll("code, pre")) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(SOURCE, location.origin);
  }
});
