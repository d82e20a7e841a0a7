// The replay, beyond its form (templates/game/past/replay.html): keys and swipes press its buttons, the address
// always says the very step, Play presses Next card again and again, the slider goes anywhere, and the link is
// copied. One step at a time is fetched; what is pressed meanwhile waits its turn.
const replay = document.getElementById("replay");
const part = (id) => document.getElementById(id);
const MOST_WAITING = 3;
const SWIPE = 44; // px
const KEYS = {
  ArrowLeft: "previous-card", ArrowRight: "next-card", ArrowUp: "previous-trick", ArrowDown: "next-trick",
  PageUp: "previous-round", PageDown: "next-round",
};
const SHIFTED = { ArrowLeft: "previous-trick", ArrowRight: "next-trick", ArrowUp: "previous-trick", ArrowDown: "next-trick" };
let waiting = [];
let busy = false;
let jumps = false; // whether what is fetched is worth an entry in the browser's history
let timer; // of playing by itself

const playing = () => timer !== undefined;
const isOff = (button) => button.getAttribute("aria-disabled") === "true";

function press(id) {
  const button = part(id);
  if (busy) waiting = [...waiting, id].slice(0, MOST_WAITING);
  else if (!isOff(button)) button.click();
}

function goTo(step) {
  const show = part("show");
  show.value = step;
  press("show");
}

// --- what is pressed --------------------------------------------------------------------------------------

replay.addEventListener("click", (event) => {
  const button = event.target.closest("#steps button[name=step]");
  if (!button) return;
  if (event.isTrusted) pause();
  if (!busy && !isOff(button)) return;
  event.preventDefault();
  if (busy && event.isTrusted) waiting = [...waiting, button.id].slice(0, MOST_WAITING);
});

replay.addEventListener("submit", (event) => {
  jumps = event.submitter?.classList.contains("jump") ?? false;
});

replay.addEventListener("change", (event) => {
  if (event.target.id !== "view") return;
  pause();
  goTo(replay.dataset.step);
});

replay.addEventListener("input", (event) => {
  if (event.target.id !== "slide") return;
  pause();
  waiting = [];
  if (busy) waiting = ["slide"];
  else goTo(event.target.value);
});

// Everywhere on the page the arrows to the sides turn cards; the other keys scroll the page, but in the replay.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, input, textarea, dialog, [popover]")) return;
  const inside = replay.contains(event.target) && !event.target.closest(".lines");
  if (!inside && (event.target !== document.body || !/Left|Right/.test(event.key))) return;
  const id = (event.shiftKey ? SHIFTED : KEYS)[event.key];
  const end = { Home: 1, End: part("slide").max }[event.key];
  if (!id && end === undefined) return;
  event.preventDefault();
  pause();
  if (id) press(id);
  else goTo(end);
});

// A finger that goes to the left turns a card, as one turns a page.
let touched = null;
replay.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch" && event.target.closest(".felt, .tray") ? event : null;
});
replay.addEventListener("pointerup", (event) => {
  if (!touched || event.pointerId !== touched.pointerId) return;
  const [x, y] = [event.clientX - touched.clientX, event.clientY - touched.clientY];
  touched = null;
  if (Math.abs(x) < SWIPE || Math.abs(x) < 1.5 * Math.abs(y)) return;
  pause();
  press(x < 0 ? "next-card" : "previous-card");
});

// --- what comes back --------------------------------------------------------------------------------------

const isOurs = (event) => event.detail.ctx?.target === replay;

document.addEventListener("htmx:before:request", (event) => isOurs(event) && (busy = true));

document.addEventListener("htmx:after:swap", (event) => {
  if (!isOurs(event)) return;
  part("view").value = replay.dataset.view; // a choice that was made stays in the browser, whatever is drawn
  part("slide").value = replay.dataset.step;
  showPlay();
  showRound("smooth");
  const here = replay.dataset.here + (location.hash === "#replay" ? location.hash : "");
  if (jumps && here !== location.pathname + location.search + location.hash) history.pushState(null, "", here);
  else history.replaceState(history.state, "", here);
  jumps = false;
  if (playing()) playOn();
});

// A step that is refused (its reader has logged out elsewhere) is for a whole page to tell.
document.addEventListener("htmx:before:swap", (event) => {
  if (!isOurs(event) || event.detail.ctx.response?.status === 200) return;
  event.preventDefault();
  location.reload();
});

document.addEventListener("htmx:finally:request", (event) => {
  if (!isOurs(event)) return;
  busy = false;
  if (!event.detail.ctx.response) { // no network just now
    waiting = [];
    pause();
  }
  const next = waiting.shift();
  if (next === "slide") goTo(part("slide").value);
  else if (next) press(next);
});

addEventListener("popstate", () => {
  if (replay.dataset.here === location.pathname + location.search) return;
  pause();
  window.htmx.ajax("GET", location.pathname + location.search, { target: replay, swap: "outerMorph" });
});

// The round that is shown is in sight among the others, and the page stays where it is.
function showRound(behavior = "instant") {
  const list = replay.querySelector(".rounds");
  const now = list.querySelector("[aria-current]")?.parentElement;
  if (now) list.scrollTo({ left: now.offsetLeft - (list.clientWidth - now.offsetWidth) / 2, behavior });
}

// --- by itself --------------------------------------------------------------------------------------------

// How long a step is looked at: a card, a trick, what the bids came to, how the round ended.
function look() {
  if (replay.querySelector("#banner.round")) return 3600;
  if (replay.querySelector("#banner.type")) return 2200;
  if (replay.querySelector("#trick.done")) return 1700;
  return replay.querySelector(".seat .laid, .seat .open") ? 750 : 950;
}

function showPlay() {
  const button = part("play");
  const words = playing() ? button.dataset.pause : button.dataset.play;
  if (button.textContent !== words) button.textContent = words;
  button.classList.toggle("on", playing());
}

function playOn() {
  clearTimeout(timer);
  if (isOff(part("next-card"))) return pause();
  timer = setTimeout(() => press("next-card"), look());
  showPlay();
}

function pause() {
  clearTimeout(timer);
  timer = undefined;
  showPlay();
}

replay.addEventListener("click", (event) => {
  if (!event.target.closest("#play")) return;
  if (playing()) return pause();
  const atEnd = isOff(part("next-card")); // then from the beginning
  timer = setTimeout(() => (atEnd ? goTo(1) : press("next-card")), 250);
  showPlay();
});

// --- beside it --------------------------------------------------------------------------------------------

async function share(button) {
  const address = `${location.origin}${replay.dataset.here}#replay`;
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    return void prompt(button.textContent, address); // no clipboard here: there it can be copied by hand
  }
  const words = button.textContent;
  button.textContent = button.dataset.done;
  part("shared").textContent = part("shared").dataset.words;
  setTimeout(() => {
    button.textContent = words;
    part("shared").textContent = "";
  }, 2000);
}

replay.addEventListener("click", (event) => {
  const button = event.target.closest("#share");
  if (button && button.textContent !== button.dataset.done) share(button);
});

// The check of the fair cards comes onto this page when it is asked for, and its script with it.
const check = part("check-here");
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx?.sourceElement !== check) return;
  check.hidden = true;
  import(check.dataset.script);
});

showPlay();
showRound();
