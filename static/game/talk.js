// Talk. What comes while it is out of sight is counted on its button, shown for a while at its plate, and said
// to those who listen. A line that was sent empties its field; one that was refused stays there.
const sheet = document.getElementById("side-talk"); // at a table; a lobby has its talk in the open
const opener = document.querySelector(".open-talk");
const said = document.getElementById("said");
const field = document.getElementById("words");
const readyMade = document.getElementById("say-ready");
const BUBBLE = 6000; // ms
const lines = () => [...document.querySelectorAll("#talk-lines li[data-seat]")];
const number = (line) => Number(line.id.slice(1));
let last = Math.max(0, ...lines().map(number)); // what is older comes into sight again when somebody is heard again
let unread = 0;

function tell(count) {
  unread = count;
  if (!opener) return;
  const mark = opener.querySelector(".unread");
  mark.textContent = count || "";
  opener.setAttribute("aria-label", count ? `${opener.title}, ${count} ${opener.dataset.unreadWords}` : opener.title);
}

// The words as they are written: whatever they look like, they are text.
function words(line) {
  const part = line.querySelector(".words");
  return part?.getAttribute("aria-label") ?? part?.textContent ?? line.textContent.trim();
}

function hear(line) {
  if (!said || line.classList.contains("mine")) return;
  const name = line.querySelector(".name")?.textContent.trim();
  const textContent = name ? `${name}: ${words(line)}` : words(line);
  said.append(Object.assign(document.createElement("p"), { textContent }));
}

function bubble(line) {
  const place = document.querySelector(`.place.f${line.dataset.seat}`);
  if (!place || line.classList.contains("table")) return;
  place.querySelector(".bubble")?.remove();
  const shown = Object.assign(document.createElement("p"), { className: "bubble" });
  shown.setAttribute("aria-hidden", "true");
  const sign = line.querySelector(".sign")?.cloneNode();
  shown.append(sign ?? Object.assign(document.createElement("span"), { textContent: words(line) }));
  place.append(shown);
  setTimeout(() => shown.remove(), BUBBLE);
}

function mirror() {
  if (!field) return;
  field.readOnly = document.querySelector("#talk-lines[data-writing]") !== null;
  if (field.readOnly) field.setAttribute("aria-describedby", "no-writing");
  else field.removeAttribute("aria-describedby");
}

document.addEventListener("htmx:after:swap", () => {
  mirror();
  const fresh = lines().filter((line) => number(line) > last);
  if (!fresh.length) return;
  last = number(fresh.at(-1));
  const inSight = document.querySelector("#talk-lines").checkVisibility();
  for (const line of fresh) {
    hear(line);
    if (sheet) bubble(line);
  }
  if (!inSight) tell(unread + fresh.filter((line) => !line.matches(".mine, .table")).length);
});

sheet?.addEventListener("toggle", (event) => event.newState === "open" && tell(0));

document.getElementById("say")?.addEventListener("submit", (event) => {
  if (!field.readOnly) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.getElementById("say")?.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.response.status === 204) field.value = "";
});

readyMade?.addEventListener("htmx:after:request", () => readyMade.matches(":popover-open") && readyMade.hidePopover());
mirror();
