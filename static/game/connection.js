// Says when the line to the server is down, and holds moves back until it is up again (moves.js).
const table = document.getElementById("table");
const words = document.getElementById("connection");
const NEW_RELEASE = 4426; // the server has pages of a newer make: only a fresh one fits
const PATIENCE = 400; // ms: a line that is back at once is not worth a word
let timer;

document.addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === NEW_RELEASE) location.reload();
  if (event.detail.reason === "removed") return;
  table.dataset.lost = "yes";
  clearTimeout(timer);
  timer = setTimeout(() => (words.textContent = words.dataset.lost), PATIENCE);
});

document.addEventListener("htmx:after:ws:connection", () => {
  clearTimeout(timer);
  delete table.dataset.lost;
  words.textContent = "";
});
