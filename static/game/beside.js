// Beside the game: leaving asks once, if the settings say so; in a pause hand and bids are out of reach; and
// what asks for an answer, or stops the game, is heard (sound.js) and goes before the turn in the tab's title
// (title.js). What of it is said to those who listen comes with the talk (talk.js).
const company = () => document.getElementById("company");
const leaving = document.getElementById("leaving");
const form = document.getElementById("company-form");
let called = company()?.dataset.call;

// Without a script the button just leaves.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[value=leave]");
  if (!button || leaving.contains(button) || document.documentElement.dataset.leave === "no") return;
  event.preventDefault();
  leaving.showModal();
}, true);

leaving.addEventListener("click", (event) => {
  const beside = event.target === leaving; // on its backdrop
  if (beside || event.target.closest("[data-close]")) leaving.close();
});

form.addEventListener("submit", ({ submitter }) => {
  if (leaving.open) leaving.close();
  if (submitter?.value === "leave") document.getElementById("table").dataset.left = "yes"; // connection.js
});

// The button that has been left may have been drawn anew meanwhile.
leaving.addEventListener("close", () => {
  if (document.activeElement === document.body) document.querySelector(".asks .leaves")?.focus();
});

function hold() {
  const pause = document.querySelector("#company .pause");
  for (const id of ["hand", "bids"]) {
    const part = document.getElementById(id);
    const lost = pause && part.contains(document.activeElement);
    part.inert = pause !== null;
    if (lost) pause.focus({ preventScroll: true });
  }
}

function hear() {
  const call = company()?.dataset.call;
  if (call && call !== called) document.dispatchEvent(new CustomEvent("piratbridge:called"));
  called = call;
}

document.addEventListener("htmx:after:swap", () => {
  hold();
  hear();
});
hold();
