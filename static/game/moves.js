// What stands between a click and a move: nothing goes out while there is no connection, a double click
// is one move, and with the setting "two taps" the first tap only lifts the card, and says so; there a
// second one lays it however soon it comes.
// For a moment after a move the hand takes no pointer (data-quiet, css/hand.css): the second click of a
// double click falls on nothing, though another card may have slid under it.
const table = document.getElementById("table");
const tapAgain = document.getElementById("tap-again");
const QUIET_AFTER_MOVE = 350; // ms in which a further click is the same click
const KEY_BOUNCE = 120; // ms in which a further key is the same key
let lastMove = -Infinity;
let quiet;
let lifted = null; // the value of the card chosen by the first of two taps

const isMove = (button) => button?.closest("#hand, #bids, #banner") && button.matches("button[name]");

function drop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function lift(value) {
  lifted = value;
  let words = "";
  for (const card of document.querySelectorAll("#hand button[name=card]")) {
    if (card.value === lifted && !card.disabled) {
      card.setAttribute("aria-pressed", "true");
      words = tapAgain.dataset.words;
    } else card.removeAttribute("aria-pressed");
  }
  if (tapAgain.textContent !== words) tapAgain.textContent = words; // said once, however often it is drawn anew
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (!isMove(button)) {
    if (lifted && !event.target.closest?.("#hand")) lift(null);
    return;
  }
  const byKey = event.detail === 0;
  const twoTaps = document.documentElement.dataset.tap === "two" && button.name === "card";
  if (table.dataset.lost || (event.detail > 1 && !twoTaps)) return drop(event);
  if (performance.now() - lastMove < (byKey ? KEY_BOUNCE : 0)) return drop(event);
  if (twoTaps && lifted !== button.value) {
    drop(event);
    lift(button.value);
    return;
  }
  lastMove = performance.now();
  table.dataset.quiet = "yes";
  clearTimeout(quiet);
  quiet = setTimeout(() => delete table.dataset.quiet, QUIET_AFTER_MOVE);
  lifted = null;
  tapAgain.textContent = "";
  document.getElementById("problem").textContent = "";
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && lifted) lift(null);
  if (event.repeat && ["Enter", " "].includes(event.key) && isMove(event.target)) drop(event); // a key held down
}, true);

// A push draws the hand anew without knowing what was lifted here.
document.addEventListener("htmx:after:swap", () => lifted && lift(lifted));
