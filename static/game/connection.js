// Says when the line to the server is down, and holds moves back until it is up again (moves.js).
// A line may be dead though nobody has closed it (a phone that slept, a network that went): a heartbeat
// finds out. That the page is brought up to date again is the server's business: it sends everything.
const table = document.getElementById("table");
const words = document.getElementById("connection");
const NEW_RELEASE = 4426; // the server has pages of a newer make: only a fresh one fits
const PATIENCE = 400; // ms: a line that is back at once is not worth a word
const BEAT = 8000; // ms between two beats
const ANSWER = 4000; // ms in which the server answers one
let timer, overdue;

function lost() {
  table.dataset.lost = "yes";
  clearTimeout(timer);
  timer = setTimeout(() => (words.textContent = words.dataset.lost), PATIENCE);
}

function beat() {
  const { socket } = htmx.ext.ws.getRegistry().get(table.getAttribute("hx-ws:connect")) ?? {};
  if (socket?.readyState !== WebSocket.OPEN || overdue) return;
  socket.send('{"ping":1}');
  overdue = setTimeout(() => {
    lost();
    socket.close();
  }, ANSWER);
}

function heard() {
  clearTimeout(overdue);
  overdue = undefined;
}

setInterval(beat, BEAT);
addEventListener("online", beat);
document.addEventListener("visibilitychange", () => document.hidden || beat());
document.addEventListener("htmx:before:ws:message", heard);

document.addEventListener("htmx:ws:close", (event) => {
  heard();
  if (event.detail.code === NEW_RELEASE) location.reload();
  if (event.detail.reason !== "removed") lost();
});

document.addEventListener("htmx:after:ws:connection", () => {
  clearTimeout(timer);
  delete table.dataset.lost;
  words.textContent = "";
});
