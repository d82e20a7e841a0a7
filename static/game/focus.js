// The keyboard at the table. Arrows, Home and End go along the cards or the bids that can be chosen; and
// when a push disables or removes what has the focus there, the focus goes to a neighbour, at once or as
// soon as something can be chosen again. From the wish for the next round it goes to that round's bids.
const GROUPS = "#cards, #bids div";
let place = null; // where the focus was in the hand ("", 0 for elsewhere): {value, index}

const choices = (group) => [...group.querySelectorAll("button:enabled")];
const cards = () => [...document.querySelectorAll("#cards button")];

document.addEventListener("keydown", (event) => {
  const group = document.activeElement?.closest(GROUPS);
  if (!group || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = choices(group);
  const at = all.indexOf(document.activeElement);
  const last = all.length - 1;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last }[event.key];
  if (to === undefined || last < 0) return;
  event.preventDefault();
  all[Math.min(Math.max(to, 0), last)].focus();
});

document.addEventListener("focusin", (event) => {
  const card = event.target.closest("#cards button");
  if (card) place = { value: card.value, index: cards().indexOf(card) };
  else if (event.target.closest("#bids, #next")) place = { value: "", index: 0 };
  else if (event.target.id !== "cards") place = null;
});

// Moving on with the pointer is leaving the hand.
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#cards, #bids")) place = null;
});

function nearestCard() {
  const all = cards();
  const at = all.findIndex((card) => card.value === place.value);
  const from = at < 0 ? place.index : at;
  const distance = (card) => Math.abs(all.indexOf(card) - from);
  return all.filter((card) => !card.disabled).sort((a, b) => distance(a) - distance(b))[0];
}

const bid = () => document.querySelector("#bids [aria-pressed=true]") ?? document.querySelector("#bids button");

document.addEventListener("htmx:after:swap", () => {
  const focused = document.activeElement;
  const lost = !focused || focused === document.body || focused.disabled || focused.id === "cards";
  if (!place || !lost) return;
  const kept = place;
  const target = nearestCard() ?? bid() ?? document.getElementById("cards");
  if (target && target !== focused) target.focus({ preventScroll: true });
  if (target?.id === "cards") place = kept;
});

// The end of the game takes the place of the table; but first whoever is there sees the last trick and how
// the round ended (css/final.css). Then they stand at the result.
const TRICK_AND_OUTCOME = 4700; // ms at a normal pace: the banner comes after 1.7 s (css/motion.css) and is read
const table = document.getElementById("table");
const isOver = () => document.querySelector("#final .places") !== null;
let ended = isOver();
if (!ended) table.dataset.hold = "yes";

function showResult() {
  delete table.dataset.hold;
  scrollTo(0, 0);
  document.getElementById("final-head").focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("piratbridge:result")); // chart.js
}

document.addEventListener("htmx:after:swap", () => {
  if (ended || !isOver()) return;
  ended = true;
  const stopped = document.querySelector("#final .stopped"); // by a moderator: there is nothing to see first
  if (stopped) return showResult();
  const beat = Number(getComputedStyle(table).getPropertyValue("--beat")) || 1;
  setTimeout(showResult, TRICK_AND_OUTCOME * Math.max(beat, 0.6));
});
