// After a ranked game one's change grows before one's eyes: line by line, the sum counting along, and then the
// points go where they go. Once, for who was there when it came; a page that is loaded later shows it whole. It
// is there from the start for those who listen, and is said once, when the result is shown.
const PAUSE = 420; // ms between two lines
const COUNT = 480; // ms that a figure counts
const table = document.getElementById("table");
const change = () => document.querySelector("#rank .change");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const isCalm = () => still.matches || document.documentElement.dataset.motion === "less";
const tenths = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
let known = change() !== null;

let hurries = false; // who presses it wants to see the end

const wait = (ms) => new Promise((done) => setTimeout(done, hurries ? 0 : ms));
const signed = (sum) => `${sum < 0 ? "−" : "+"}${tenths.format(Math.abs(sum))}`;

/** Count from a figure to another, and show each on the way. */
function count(from, to, ms, show) {
  return new Promise((done) => {
    const start = performance.now();
    const tick = (now) => {
      const part = hurries ? 1 : Math.min(Math.max((now - start) / ms, 0), 1);
      show(from + (to - from) * (1 - (1 - part) ** 3));
      if (part < 1) requestAnimationFrame(tick);
      else done();
    };
    requestAnimationFrame(tick);
  });
}

async function addUp(box, gain) {
  let sum = 0;
  for (const line of box.querySelectorAll(".ledger tr")) {
    line.classList.add("shown");
    const adds = Number(line.dataset.adds ?? 0);
    if (adds) await count(sum, sum + adds, COUNT, (now) => (gain.textContent = signed(now)));
    sum += adds;
    await wait(PAUSE);
  }
}

/** The points go from where they stood, and the way within the step with them. */
async function move(box, points, way) {
  const [before, after] = [Number(box.dataset.before), Number(box.dataset.after)];
  const start = before - Number(way.dataset.since);
  await count(before, after, 2 * COUNT, (now) => {
    points.textContent = Math.round(now);
    way.value = Math.min(Math.max(now - start, 0), way.max);
  });
  way.value = way.dataset.end;
}

const parts = (box) => [".gain b", ".held-now span", "progress"].map((name) => box.querySelector(name));

/** As it stood when the game began: before it is seen. */
function prepare(box) {
  const [gain, points, way] = parts(box);
  box.classList.add("growing");
  gain.textContent = tenths.format(0);
  points.textContent = box.dataset.before;
  way.dataset.end = way.value;
  way.value = way.dataset.since;
}

async function grow(box) {
  const [gain, points, way] = parts(box);
  await wait(PAUSE);
  await addUp(box, gain);
  box.querySelector(".floor")?.classList.add("shown");
  gain.textContent = gain.dataset.whole;
  await move(box, points, way);
  box.classList.add("arrived");
  box.querySelector(".reached")?.classList.add("shown");
}

function whenInSight(box, act) {
  new IntersectionObserver(([seen], observer) => {
    if (!seen.isIntersecting) return;
    observer.disconnect();
    act();
  }, { threshold: 0.2 }).observe(box);
}

// The region that is read out stays, as css/final.css holds the result back until the last trick has been seen.
function say() {
  const told = [...document.querySelectorAll("#rank .read-out")].map((part) => part.textContent.trim()).join(" ");
  document.getElementById("said").append(Object.assign(document.createElement("p"), { textContent: told }));
}

document.addEventListener("htmx:after:swap", () => {
  const box = change();
  if (known || !box) return;
  known = true;
  if (table.dataset.hold) document.addEventListener("piratbridge:result", say, { once: true });
  else say();
  if (isCalm()) return;
  prepare(box);
  box.addEventListener("click", () => (hurries = true));
  whenInSight(box, () => grow(box));
});
