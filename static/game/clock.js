// The clocks: how much each has left, running on their plates. The server says what is left and this counts
// on from there by the browser's steady clock, whatever time of day the device believes it is; what the
// message took on its way is counted as half of a heartbeat's time (connection.js).
const table = document.getElementById("table");
const limit = () => Number(document.getElementById("clock")?.dataset.limit) * 1000;
let ends = new Map(); // by seat: when its time runs out, or (standing) what is left
let stands = false;
let seen = "";

function read() {
  const clock = document.getElementById("clock");
  if (!clock) return;
  const now = clock.outerHTML;
  if (now === seen) return;
  seen = now;
  stands = clock.classList.contains("stands");
  const late = stands ? 0 : Number(table.dataset.delay || 0);
  const from = stands ? 0 : performance.now();
  ends = new Map([...clock.children].map((item) => [item.dataset.seat, from + Math.max(0, item.dataset.left - late)]));
}

function show() {
  const now = stands ? 0 : performance.now();
  for (const plate of document.querySelectorAll(".time")) {
    const end = ends.get(plate.dataset.seat);
    plate.hidden = end === undefined;
    if (plate.hidden) continue;
    const left = Math.max(0, end - now);
    const seconds = String(Math.floor(left / 1000));
    if (plate.textContent !== seconds) plate.textContent = seconds;
    plate.style.setProperty("--left", Math.min(1, left / limit()).toFixed(3));
    plate.classList.toggle("short", left < 5000);
  }
}

function look() {
  read();
  show();
}

document.addEventListener("htmx:after:swap", look);
document.addEventListener("visibilitychange", look);
setInterval(show, 200);
look();
