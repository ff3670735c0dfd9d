// What the page does beyond links and forms: suggestions, drawings, and a word to screen readers after an answer.

import { combobox } from "./combobox.js";
import { drawCharts } from "./chart.js";
import { drawPaths } from "./path.js";

const question = document.querySelector("#question");

combobox(question, document.querySelector("#suggestions"));
draw();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

document.addEventListener("htmx:after:swap", () => {
  const result = document.querySelector("#result");
  question.value = result.dataset.question;
  document.querySelector("#status").textContent = result.dataset.status;
  // Who followed a link within the old answer stands nowhere now.
  if (document.activeElement === document.body) result.querySelector("[tabindex='-1']")?.focus();
  draw();
});
document.addEventListener("htmx:error", () => {
  const result = document.querySelector("#result");
  result.replaceChildren(document.querySelector("#offline").content.cloneNode(true));
  document.querySelector("#status").textContent = result.textContent.trim();
});
document.addEventListener("htmx:before:swap", (event) => {
  // Whatever stands between, such as a proxy, may answer with something else than a page.
  const type = event.detail.ctx.response?.headers.get("content-type") ?? "";
  if (!type.startsWith("text/html")) {
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("htmx:error", { detail: { ctx: event.detail.ctx } }));
  }
});

function draw() {
  drawCharts();
  drawPaths();
}
