// How many cards the pack gives depends on the opponents: the field's limit and its hint follow the choice.
const opponents = document.getElementById("opponents");
const cards = document.getElementById("most_cards");
const hint = document.getElementById("most_cards-hint");
const limits = JSON.parse(cards.dataset.limits); // by the number of opponents

function follow() {
  const limit = limits[opponents.value];
  cards.max = limit;
  if (Number(cards.value) > limit) cards.value = limit;
  hint.textContent = hint.dataset.words.replace("{limit}", limit).replace("{rounds}", 2 * (Number(cards.value) || 0));
}

function lay() {
  const table = document.getElementById("laid-table");
  table.dataset.opponents = opponents.value;
  [...table.querySelectorAll("li")].forEach((card, index) => (card.hidden = index >= Number(cards.value)));
}

opponents.addEventListener("change", follow);
opponents.addEventListener("change", lay);
cards.addEventListener("input", lay);
cards.addEventListener("input", () => Number(cards.value) <= Number(cards.max) && follow());
if (cards.getAttribute("aria-invalid") === null) follow();
