// The clocks: how much each has left, running on their plates, and one's own along the hand, too. The server
// says what is left and this counts on from there by the browser's steady clock, whatever time of day the
// device believes it is: from when the message came, or the page itself, which was read a while before this
// ran. What it took on its way is half of a heartbeat's time (connection.js).
const table = document.getElementById("table");
const own = document.querySelector(".own .time");
const said = document.getElementById("said");
const PRESSES = 5000; // ms: what is left presses, and is said once of one's own time
const limit = () => Number(document.getElementById("clock")?.dataset.limit) * 1000;
const plays = !table.classList.contains("watches");
let ends = new Map(); // by seat: when its time runs out, or (standing) what is left
let stands = false;
let seen = "";
let cameAt = performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now();
let warned; // the end of one's own time of which has been told

function read() {
  const clock = document.getElementById("clock");
  if (!clock || clock.outerHTML === seen) return;
  seen = clock.outerHTML;
  stands = clock.classList.contains("stands");
  const from = stands ? 0 : cameAt;
  ends = new Map([...clock.children].map((item) => [item.dataset.seat, from + Number(item.dataset.left)]));
}

function show() {
  const now = stands ? 0 : performance.now() + Number(table.dataset.delay || 0);
  for (const plate of document.querySelectorAll(".time")) {
    const end = ends.get(plate.dataset.seat);
    plate.hidden = end === undefined;
    if (plate.hidden) continue;
    const left = Math.max(0, end - now);
    const seconds = String(Math.round(left / 1000));
    if (plate.textContent !== seconds) plate.textContent = seconds;
    plate.style.setProperty("--left", Math.min(1, left / limit()).toFixed(3));
    plate.classList.toggle("short", left < PRESSES);
    plate.classList.toggle("long", seconds.length > 2);
    plate.classList.toggle("stands", stands);
  }
  if (plays) showOwn(now);
}

function showOwn(now) {
  const end = ends.get(own.dataset.seat);
  const left = end - now;
  const how = end === undefined ? "" : stands ? "stands" : left < PRESSES ? "short" : "runs";
  if ((table.dataset.ownTime ?? "") !== how) {
    if (how) table.dataset.ownTime = how;
    else delete table.dataset.ownTime;
  }
  if (how) table.style.setProperty("--own-left", own.style.getPropertyValue("--left"));
  if (how !== "short" || end === warned || left <= 0) return;
  warned = end;
  said.append(Object.assign(document.createElement("p"), { textContent: table.dataset.seconds }));
}

function look() {
  read();
  show();
}

document.addEventListener("htmx:after:swap", () => {
  cameAt = performance.now();
  look();
});
document.addEventListener("visibilitychange", look);
setInterval(show, 200);
look();
