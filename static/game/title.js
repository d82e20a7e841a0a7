// The tab says when it is the player's turn, for those who look elsewhere meanwhile.
const table = document.getElementById("table");
const plain = document.title;

function tell() {
  document.title = document.querySelector(".whose.mine") ? `● ${table.dataset.yourTurn} · ${plain}` : plain;
}

document.addEventListener("htmx:after:swap", tell);
tell();
