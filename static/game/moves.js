// What stands between a click and a move: nothing goes out while there is no connection, a double click
// is one move, and with the setting "two taps" the first tap only lifts the card.
const table = document.getElementById("table");
const QUIET_AFTER_MOVE = 350; // ms in which a further click is the same click
let lastMove = -Infinity;
let lifted = null; // the value of the card chosen by the first of two taps

const isMove = (button) => button?.closest("#hand, #bids, #banner") && button.matches("button[name]");

function drop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function lift(value) {
  lifted = value;
  for (const card of document.querySelectorAll("#hand button[name=card]")) {
    if (card.value === lifted && !card.disabled) card.setAttribute("aria-pressed", "true");
    else card.removeAttribute("aria-pressed");
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (!isMove(button)) {
    if (lifted && !event.target.closest?.("#hand")) lift(null);
    return;
  }
  if (performance.now() - lastMove < QUIET_AFTER_MOVE || table.dataset.lost) return drop(event);
  const twoTaps = document.documentElement.dataset.tap === "two" && button.name === "card";
  if (twoTaps && lifted !== button.value) {
    drop(event);
    lift(button.value);
    return;
  }
  lastMove = performance.now();
  lifted = null;
  document.getElementById("problem").textContent = "";
}, true);

document.addEventListener("keydown", (event) => event.key === "Escape" && lifted && lift(null));

// A push draws the hand anew without knowing what was lifted here.
document.addEventListener("htmx:after:swap", () => lifted && lift(lifted));
