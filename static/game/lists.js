// Tables that come into the list while it is looked at: they glow for a moment, and those who listen hear of them.
const rows = () => [...document.querySelectorAll("#tables .table")];
const heard = document.getElementById("arrivals");
const GLOW = { boxShadow: ["0 0 0 3px var(--lantern), 0 0 40px rgb(255 185 87 / 65%)", "0 0 0 3px transparent, 0 0 40px transparent"] };
let known = new Set(rows().map((row) => row.id));

document.addEventListener("htmx:after:swap", () => {
  const fresh = rows().filter((row) => !known.has(row.id));
  known = new Set(rows().map((row) => row.id));
  for (const row of fresh) row.animate(GLOW, { duration: 2600, easing: "ease-out" });
  const open = fresh.filter((row) => !row.classList.contains("runs")).map((row) => row.querySelector("h3").textContent);
  if (open.length) heard.textContent = heard.dataset.words.replace("{name}", open.join(", "));
});
