// What one may do about somebody else: mute, block, report. A name in the talk opens the menu for who said that
// line, wherever they sit by now; a plate for who is seen there. Who only looks on has none.
const menu = document.getElementById("person");
const form = document.getElementById("person-form");
const report = document.getElementById("report");
const reporting = document.getElementById("report-form");
let quoted = "";
let opener;

const isUnheard = (seat) => document.getElementById("presence")?.classList.contains(`q${seat}`) ?? false;

function nameOf(button) {
  return button.querySelector("bdi")?.textContent ?? button.closest(".place").querySelector(".seat b").textContent;
}

/** The badge that stands beside a name at its place, if there is one. */
function badgeOf(name) {
  const place = [...document.querySelectorAll(".place, #room-seats li")].find((one) => one.querySelector(".seat b, .name bdi")?.textContent === name);
  return place?.querySelector(".badge")?.cloneNode(true) ?? "";
}

function open(button) {
  const { person: seat, message = "" } = button.dataset;
  opener = button;
  quoted = button.closest("li")?.querySelector(".words")?.textContent ?? "";
  document.getElementById("person-name").replaceChildren(nameOf(button), badgeOf(nameOf(button)));
  Object.entries({ seat, who: nameOf(button), message }).forEach(([name, value]) => (form.elements[name].value = value));
  const unheard = !message && isUnheard(seat); // whose line one sees is heard
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
  report.querySelector("h2 bdi").textContent = form.elements.who.value;
  ["seat", "who", "message"].forEach((name) => (reporting.elements[name].value = form.elements[name].value));
  const quote = report.querySelector("blockquote");
  quote.hidden = !quoted;
  quote.textContent = quoted;
  report.showModal();
});

report?.addEventListener("click", (event) => {
  if (event.target === report || event.target.closest("[data-close]")) report.close();
});

reporting?.addEventListener("submit", () => report.close());
report?.addEventListener("close", () => opener?.isConnected && opener.focus());
