// What is added to the log is said once, by the live region: also what a page hears of late, all at once,
// when its line was broken. A line counts as new from where the log parts from what it was.
const log = document.querySelector(".lines"); // stays, while pushes change what it holds
const said = document.getElementById("said");
const MOST = 40; // sentences kept in the region; what has been said need not stay

const sentences = () => [...log.querySelectorAll("li")].map((line) => line.textContent.trim());
let known = sentences();

new MutationObserver(() => {
  const now = sentences();
  const parting = now.findIndex((sentence, at) => sentence !== known[at]);
  known = now;
  if (parting < 0) return;
  said.append(...now.slice(parting).map((textContent) => Object.assign(document.createElement("p"), { textContent })));
  while (said.childElementCount > MOST) said.firstElementChild.remove();
}).observe(log, { childList: true, subtree: true, characterData: true });
