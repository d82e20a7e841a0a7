// Beside the game: leaving asks once, if the settings say so; a line that was sent empties its field; and the
// button of the talk says how much has come while it was closed.
const talk = document.getElementById("side-talk");
const opener = document.querySelector(".open-talk");
const lines = () => [...document.querySelectorAll("#talk-lines li")];
let known = new Set(lines().map((line) => line.id));
let unread = 0;

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-ask]");
  if (button && document.documentElement.dataset.leave !== "no" && !confirm(button.dataset.ask)) event.preventDefault();
}, true);

function tell(count) {
  unread = count;
  if (count) opener.dataset.unread = count;
  else delete opener.dataset.unread;
}

document.addEventListener("htmx:after:swap", () => {
  const fresh = lines().filter((line) => !known.has(line.id));
  if (!fresh.length) return;
  known = new Set(lines().map((line) => line.id));
  document.getElementById("talk-lines").lastElementChild?.scrollIntoView({ block: "nearest" });
  if (!talk.matches(":popover-open") && !talk.checkVisibility()) tell(unread + fresh.filter((line) => !line.classList.contains("mine")).length);
});

talk?.addEventListener("toggle", (event) => event.newState === "open" && tell(0));
document.getElementById("say")?.addEventListener("htmx:after:request", () => (document.getElementById("words").value = ""));
