// What went wrong is seen whatever lies open: above sheets and dialogs too; and goes after a while, or at a
// press.
const problem = document.getElementById("problem");
const LASTS = 9000; // ms
let timer;

function show() {
  clearTimeout(timer);
  if (!problem.textContent.trim()) {
    problem.removeAttribute("popover");
    return;
  }
  problem.setAttribute("popover", "manual");
  if (problem.matches(":popover-open")) problem.hidePopover(); // above what has been opened since
  problem.showPopover();
  timer = setTimeout(() => (problem.textContent = ""), LASTS);
}

problem.addEventListener("click", () => (problem.textContent = ""));
new MutationObserver(show).observe(problem, { childList: true, characterData: true, subtree: true });
show();
