// The tab says when it is the player's turn (or that there is a vote to answer, or a pause), for those who
// look elsewhere meanwhile; and so does the live region, for those who listen. A turn is told once, and a new
// one even if it follows one's own: whoever takes a trick leads the next, and the last to bid may be the first
// to play.
const table = document.getElementById("table");
const said = document.getElementById("said");
const plain = document.title;
let told = "";

function tell() {
  const mine = document.querySelector("#whose.mine");
  const beside = document.getElementById("company")?.dataset.title;
  document.title = beside ? `■ ${beside} · ${plain}` : mine ? `● ${table.dataset.yourTurn} · ${plain}` : plain;
  const turn = document.querySelector(":is(#hand, #bids) [name=turn]")?.value;
  if (!mine || turn === told) return;
  told = turn;
  said.append(Object.assign(document.createElement("p"), { textContent: mine.textContent }));
  document.dispatchEvent(new CustomEvent("piratbridge:your-turn")); // sound.js
}

document.addEventListener("htmx:after:swap", tell);
tell();
