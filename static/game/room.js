// A lobby that others change while one looks at it: what is new glows for a moment, the tab says how many are
// there, who comes in is heard (if sounds are on), and the focus is not lost with a button that goes.
const GLOW = { boxShadow: ["0 0 0 3px var(--lantern), 0 0 30px rgb(255 185 87 / 60%)", "0 0 0 3px transparent, 0 0 30px transparent"] };
const note = document.getElementById("changed");
const seats = () => document.getElementById("room-seats");
const rows = () => [...seats().querySelectorAll("li[data-number]")];
const ready = () => document.getElementById("ready")?.getAttribute("aria-pressed") === "true";
const terms = () => [...document.querySelectorAll("#room-terms dl > div")];

const look = () => ({
  rows: new Map(rows().map((row) => [row.id, row.className])),
  terms: new Map(terms().map((term) => [term.id, term.textContent])),
  ready: ready(),
});
let seen = look();

/** A knock at the door: two soft taps of wood. */
function knock() {
  const at = (knock.context ??= new AudioContext());
  for (const delay of [0, 0.16]) {
    const start = at.currentTime + delay;
    const gain = new GainNode(at, { gain: 0 });
    const tone = new OscillatorNode(at, { type: "triangle", frequency: 190 });
    gain.gain.setValueAtTime(0.22, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.11);
    tone.connect(gain).connect(at.destination);
    tone.start(start);
    tone.stop(start + 0.12);
  }
}

function count() {
  const { taken, seats: all } = seats().dataset;
  document.title = `(${taken}/${all}) ${document.querySelector("#room-head h1").textContent.trim()} · Piratbridge`;
}

function showWhatIsNew(now) {
  const glow = (element) => element.animate(GLOW, { duration: 2200, easing: "ease-out" });
  const changed = rows().filter((row) => seen.rows.get(row.id) !== row.className && !row.matches(".mine, .free"));
  changed.forEach(glow);
  if (document.documentElement.dataset.sound === "on" && changed.some((row) => !seen.rows.has(row.id) && row.matches(".person"))) knock();
  if (!seen.terms.size || !now.terms.size) return; // a host has a form, and knows
  const others = terms().filter((term) => seen.terms.get(term.id) !== term.textContent);
  others.forEach(glow);
  if (seen.ready && !now.ready && (others.length || seen.terms.size !== now.terms.size)) note.textContent = note.dataset.words;
}

// Where the focus was among the buttons that pushes change: {id, number of the seat}.
let place = null;
document.addEventListener("focusin", ({ target }) => {
  place = target.closest("#room-seats, #room-go") ? { id: target.id, number: target.closest("[data-number]")?.dataset.number } : null;
});
document.addEventListener("pointerdown", ({ target }) => target.closest("#room-seats, #room-go") || (place = null));

function keepFocus() {
  if (!place || document.getElementById(place.id)?.disabled === false) return;
  const beside = document.getElementById(place.id)?.closest("[data-number]");
  const row = beside ?? seats().querySelector(`[data-number="${place.number}"]`);
  (row?.querySelector("button:enabled") ?? document.getElementById("ready"))?.focus();
}

// Several regions come in one message: they are looked at when all are there.
let waits;
document.addEventListener("htmx:after:swap", () => {
  clearTimeout(waits);
  waits = setTimeout(() => {
    const now = look();
    showWhatIsNew(now);
    if (now.ready) note.textContent = "";
    seen = now;
    count();
    keepFocus();
  });
});
count();

// Who leaves is sent on to the list; the page that is no longer theirs is not loaded anew before that
// (connection.js).
document.getElementById("lobby-form").addEventListener("submit", ({ submitter }) => {
  if (submitter?.value === "leave") document.querySelector("[data-live]").dataset.left = "yes";
}, true);
