// The host's form: it is sent at every change, and what it is answered must not take from under the hand what is
// being chosen. What was refused is said beside the control that asked for it.
const form = document.getElementById("terms-form");
const problem = document.getElementById("problem");
let used = null; // the control that was used last

htmx.registerExtension("keep-what-is-used", {
  htmx_before_morph_attr: (element, { attrName }) => {
    if (attrName === "open" && element.tagName === "DETAILS") return false;
    return !(attrName === "value" && element === document.activeElement && element.matches("input"));
  },
});

// More players get fewer cards, as many as the pack gives.
form.addEventListener("change", ({ target }) => {
  used = target;
  const cards = document.getElementById("most_cards");
  if (target.id !== "players") return;
  cards.max = Math.floor(52 / Number(target.value));
  if (Number(cards.value) > Number(cards.max)) cards.value = cards.max;
}, true);

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("button[form=lobby-form]");
  if (button) used = button;
}, true);

document.addEventListener("htmx:before:request", () => {
  problem.textContent = "";
  used?.removeAttribute("aria-invalid");
});

new MutationObserver(() => {
  const by = problem.textContent && used?.isConnected && used.closest(".field, li, .buttons");
  problem.classList.toggle("near", Boolean(by));
  if (!by) return;
  if (used.matches("input, select")) used.setAttribute("aria-invalid", "true");
  const { bottom, left } = by.getBoundingClientRect();
  problem.style.setProperty("--top", `${bottom + 6}px`);
  problem.style.setProperty("--left", `${left}px`);
}).observe(problem, { childList: true, characterData: true, subtree: true });
