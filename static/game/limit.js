// How many cards the pack gives depends on the opponents: the field's limit, its hint and the picture follow
// the choice, and a number that cannot be dealt is told at once.
const opponents = document.getElementById("opponents");
const cards = document.getElementById("most_cards");
const hint = document.getElementById("most_cards-hint");
const table = document.getElementById("laid-table");
const limits = JSON.parse(cards.dataset.limits); // by the number of opponents

/** The number of cards that is written, and 0 for anything that is no such number. */
function written() {
  return /^\d+$/.test(cards.value) ? Number(cards.value) : 0;
}

/** The name of the hint's sentence for a number of cards. */
function sentence(count, limit) {
  if (count < 1) return "odd";
  return count > limit ? "over" : "fits";
}

function tell(count, limit) {
  const name = sentence(count, limit);
  const values = { n: opponents.value, limit, rounds: 2 * count };
  hint.textContent = hint.dataset[name].replace(/\{(\w+)\}/g, (_, value) => values[value]);
  hint.className = name === "fits" ? "hint" : "wrong";
  if (name === "fits") cards.removeAttribute("aria-invalid");
  else cards.setAttribute("aria-invalid", "true");
  // From here on the hint says what is wrong, also where the server has said it before.
  cards.setAttribute("aria-describedby", hint.id);
  document.getElementById("most_cards-wrong")?.remove();
}

function lay(count) {
  table.dataset.opponents = opponents.value;
  for (const [index, card] of [...table.querySelectorAll("li")].entries()) card.hidden = index >= count;
}

function follow() {
  const limit = limits[opponents.value];
  cards.max = limit;
  tell(written(), limit);
  lay(Math.min(written(), limit));
}

opponents.addEventListener("change", () => {
  if (written() > limits[opponents.value]) cards.value = limits[opponents.value];
  follow();
});
cards.addEventListener("input", follow);
follow();
