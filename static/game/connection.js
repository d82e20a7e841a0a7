// Says when the line to the server is down, and holds moves back until it is up again (moves.js).
// A line may be dead though nobody has closed it (a phone that slept, a network that went): a heartbeat
// finds out. That the page is brought up to date again is the server's business: it sends everything.
const table = document.querySelector("[data-live]");
const words = document.getElementById("connection");
const NOT_SEATED = 4403; // whoever this is now has no seat here
const NEW_RELEASE = 4426; // the server has pages of a newer make: only a fresh one fits
const ANOTHER_PAGE = 4410; // at this address there is now something else to see: a game that has begun
const ON_THE_WAY = 4000; // ms in which who has left the game (beside.js) or the lobby (room.js) is sent to another page
const PATIENCE = 400; // ms: a line that is back at once is not worth a word
const BEAT = 5000; // ms between two beats
const ANSWER = 8000; // ms in which the server answers one, though it may be busy with a move
const TOLD = 5; // answers of which the middle one counts
let timer, overdue, sent;
let took = []; // ms, of the last answers

function lost() {
  table.dataset.lost = "yes";
  clearTimeout(timer);
  timer = setTimeout(() => (words.textContent = words.dataset.lost), PATIENCE);
}

function beat() {
  const { socket } = htmx.ext.ws.getRegistry().get(table.getAttribute("hx-ws:connect")) ?? {};
  if (socket?.readyState !== WebSocket.OPEN || overdue) return;
  socket.send('{"ping":1}');
  sent = performance.now();
  overdue = setTimeout(() => {
    lost();
    socket.close();
  }, ANSWER);
}

function heard() {
  clearTimeout(overdue);
  overdue = undefined;
}

// How long a message takes from the server to here, about: half of there and back (clock.js).
function measure() {
  took = [...took, performance.now() - sent].slice(-TOLD);
  const middle = [...took].sort((a, b) => a - b)[took.length >> 1];
  table.dataset.delay = Math.round(middle / 2);
}

// The server will have no more of this page, and has said why (#problem): asking again changes nothing.
function giveUp(connection) {
  connection.config.reconnect = false;
  table.dataset.lost = "yes";
  clearTimeout(timer);
  words.textContent = "";
}

// Once for a page and the release it is of: if the fresh page is no newer, another would not be either,
// and the words that the server has sent remain.
function reloadOnce(connection) {
  const page = `${location.pathname} ${new URL(connection.url).searchParams.get("release")}`;
  try {
    if (sessionStorage.getItem("piratbridge.reloaded") === page) return;
    sessionStorage.setItem("piratbridge.reloaded", page);
  } catch {
    return; // nothing can be remembered here: better not at all than for ever
  }
  location.reload();
}

setInterval(beat, BEAT);
addEventListener("online", beat);
document.addEventListener("visibilitychange", () => document.hidden || beat());

document.addEventListener("htmx:before:ws:message", ({ detail: { message } }) => {
  if (message.json?.pong) measure();
  heard();
});

document.addEventListener("htmx:ws:close", ({ detail: { code, reason, connection } }) => {
  heard();
  if ([NOT_SEATED, NEW_RELEASE, ANOTHER_PAGE].includes(code)) giveUp(connection);
  else if (reason !== "removed") lost();
  if (code === NEW_RELEASE) reloadOnce(connection);
  if (code === ANOTHER_PAGE) setTimeout(() => location.reload(), table.dataset.left ? ON_THE_WAY : 0);
});

document.addEventListener("htmx:after:ws:connection", () => {
  clearTimeout(timer);
  delete table.dataset.lost;
  words.textContent = "";
  beat();
});
