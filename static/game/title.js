// The tab says when it is the player's turn, for those who look elsewhere meanwhile; and so does the live
// region, for those who listen.
const table = document.getElementById("table");
const said = document.getElementById("said");
const plain = document.title;
let wasMine = false;

function tell() {
  const turn = document.querySelector(".whose.mine");
  document.title = turn ? `● ${table.dataset.yourTurn} · ${plain}` : plain;
  if (turn && !wasMine) said.append(Object.assign(document.createElement("p"), { textContent: turn.textContent }));
  wasMine = Boolean(turn);
}

document.addEventListener("htmx:after:swap", tell);
tell();
