// The forms of the moderators' desk: a ready-made reason goes into the text, where it can be edited, and what
// the press will do follows what is chosen. Without this the forms work all the same.

const MARK = "…";

for (const form of document.querySelectorAll(".offer form")) {
  const { reason, ready, span } = form.elements;
  const does = form.querySelector("[data-does]:not(option)");
  const reads = form.querySelector("q[data-reads]");

  const tell = () => {
    const chosen = span?.selectedOptions[0];
    if (does && chosen) does.textContent = chosen.dataset.does;
    if (!reads) return;
    const sentence = chosen ? chosen.dataset.reads : reads.dataset.reads;
    const end = sentence.lastIndexOf(MARK);
    reads.textContent = end < 0 ? sentence : sentence.slice(0, end) + (reason.value.trim() || MARK);
  };

  reason.required = true;
  ready.addEventListener("change", () => {
    if (!ready.value) return;
    reason.value = ready.value;
    tell();
  });
  reason.addEventListener("input", tell);
  span?.addEventListener("change", tell);
  // A second press would only be told what the first has done.
  form.addEventListener("submit", () => {
    form.querySelector("button").disabled = true;
  });
  addEventListener("pageshow", () => {
    form.querySelector("button").disabled = false;
  });
  tell();
}
