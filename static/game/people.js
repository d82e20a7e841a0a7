// What one may do about somebody else: mute, block, report. A name in the talk or a plate opens the menu, which
// is told whom it is about. Who only looks on has none.
const menu = document.getElementById("person");
const form = document.getElementById("person-form");
const report = document.getElementById("report");
const reporting = document.getElementById("report-form");
let about = { message: "", quote: "" };
let opener;

const isUnheard = (seat) => document.getElementById("presence")?.classList.contains(`q${seat}`) ?? false;

function nameOf(button) {
  return button.querySelector("bdi")?.textContent ?? button.closest(".place").querySelector(".seat b").textContent;
}

function open(button) {
  const line = button.closest("li");
  opener = button;
  about = { message: button.dataset.message ?? "", quote: line?.querySelector(".words")?.textContent ?? "" };
  document.getElementById("person-name").textContent = nameOf(button);
  form.elements.seat.value = button.dataset.person;
  const unheard = isUnheard(button.dataset.person);
  form.querySelector("[value=let-be]").hidden = !unheard;
  form.querySelector("[value=mute]").hidden = unheard;
  menu.showPopover({ source: button }); // from a name in a sheet: the sheet stays
  form.querySelector("button:not([hidden])").focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-person]");
  if (button) open(button);
});

form?.addEventListener("submit", () => menu.hidePopover());

document.getElementById("reports")?.addEventListener("click", () => {
  menu.hidePopover();
  reporting.reset();
  report.querySelector("h2 bdi").textContent = document.getElementById("person-name").textContent;
  reporting.elements.seat.value = form.elements.seat.value;
  reporting.elements.message.value = about.message;
  const quote = report.querySelector("blockquote");
  quote.hidden = !about.quote;
  quote.textContent = about.quote;
  report.showModal();
});

report?.addEventListener("click", (event) => {
  if (event.target === report || event.target.closest("[data-close]")) report.close();
});

reporting?.addEventListener("submit", () => report.close());
report?.addEventListener("close", () => opener?.isConnected && opener.focus());
