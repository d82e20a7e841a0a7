// What a deal or a lead takes away from the page, kept for those who look for it: the trick that lies done on
// the felt, until another one lies done, and the sentences of earlier rounds. A page that is loaded anew has
// only what the server still tells of.
const sheet = document.getElementById("last-cards");
const log = document.querySelector(".lines");
const earlier = document.getElementById("earlier");
const sentences = () => [...log.querySelectorAll("li")].map((line) => line.textContent.trim());
const item = (text) => Object.assign(document.createElement("li"), { textContent: text });
let done = []; // the cards of the trick that was done last
let told = sentences();

// "Ida: 5 of spades" in the trick is a face, a name and perhaps a mark in the sheet.
function entry(card) {
  const [, name, face] = card.textContent.trim().match(/^(.*): (.*)$/s);
  const entry = item(name);
  const front = Object.assign(document.createElement("i"), { className: "face", textContent: face });
  front.dataset.card = card.id.slice(2);
  entry.prepend(front);
  if (card.classList.contains("w")) {
    entry.className = "w";
    entry.append(" ", Object.assign(document.createElement("em"), { textContent: sheet.dataset.took }));
  }
  return entry;
}

function keep() {
  const cards = document.querySelectorAll("#trick.done > [id]");
  if (cards.length) done = [...cards].map(entry);
  const now = sentences();
  if (told.length && now[0] !== told[0]) {
    earlier.querySelector("ol").append(...told.map(item));
    earlier.hidden = false;
  }
  told = now;
}

// The server's list has the trick before the one on the felt: right while that one is still open.
sheet.addEventListener("beforetoggle", ({ newState }) => {
  if (newState !== "open") return;
  const lies = document.querySelector("#trick.done") !== null;
  const list = document.getElementById("last-trick");
  const kept = document.getElementById("kept-trick");
  kept.hidden = !done.length || (!lies && list.querySelector(".w") !== null);
  list.hidden = !kept.hidden;
  kept.replaceChildren(...done);
});

document.addEventListener("htmx:after:swap", keep);
keep();
