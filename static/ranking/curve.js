// The curve of the rank points, read from the table below it, which says the same to those who listen.
// The library is fetched when the box is there; without it the table remains.
const box = document.getElementById("curve");
const rows = [...document.querySelectorAll("#curve-table tbody tr")];
const times = rows.map((row) => Number(row.dataset.at));
const points = rows.map((row) => Number(row.dataset.points));
const language = document.documentElement.lang;
const probe = document.createElement("i");

// A colour of the theme as the canvas takes it.
function colour(name) {
  box.append(probe);
  probe.style.color = `var(${name})`;
  return getComputedStyle(probe).color;
}

const size = () => ({ width: box.clientWidth, height: Math.round(Math.min(Math.max(box.clientWidth * 0.4, 220), 340)) });

// Two games of one second stand beside each other, since a curve never goes back.
times.forEach((time, at) => at && (times[at] = Math.max(time, times[at - 1] + 1)));

const span = times.at(-1) - times[0];
const written = new Intl.DateTimeFormat(language, span > 200 * 86400 ? { month: "short", year: "numeric" } : span > 3 * 86400 ? { day: "numeric", month: "short" } : { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: box.dataset.zone });
const number = new Intl.NumberFormat(language);

// What a moderator did is marked by a ring.
function ringMarked(plot) {
  const { ctx } = plot;
  ctx.save();
  ctx.strokeStyle = colours.marked;
  ctx.fillStyle = colours.ground;
  ctx.lineWidth = 2.5 * devicePixelRatio;
  rows.forEach((row, at) => {
    if (!("marked" in row.dataset)) return;
    ctx.beginPath();
    ctx.arc(plot.valToPos(times[at], "x", true), plot.valToPos(points[at], "y", true), 5.5 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  });
  ctx.restore();
}

// The value under the pointer stands in a line of text above the curve.
function say(plot) {
  const at = plot.cursor.idx;
  said.textContent = at == null ? "" : `${rows[at].cells[0].textContent}: ${number.format(points[at])}`;
}

const said = document.createElement("p");
let plot;
let colours;

async function draw() {
  const Plot = await import(box.dataset.library).then((library) => library.default, () => null);
  if (!Plot) return;
  plot?.destroy();
  colours = { ground: colour("--surface"), marked: colour("--danger"), curve: colour("--curve"), under: colour("--under-curve"), ink: colour("--text-soft"), rule: colour("--line") };
  box.replaceChildren(said);
  said.className = "said";
  said.setAttribute("aria-hidden", "true");
  const font = `13px ${getComputedStyle(document.body).fontFamily}`;
  const axis = { font, stroke: colours.ink, grid: { stroke: colours.rule, width: 1 }, ticks: { show: false } };
  const few = rows.length < 60;
  plot = new Plot({
    ...size(),
    padding: [8, 12, 0, 0],
    scales: { x: { time: true }, y: { range: (_, low, high) => [Math.max(0, Math.floor((low - 20) / 50) * 50), Math.ceil((high + 20) / 50) * 50] } },
    axes: [
      { ...axis, space: 90, size: 34, values: (_, ticks) => ticks.map((tick) => written.format(tick * 1000)) },
      { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => number.format(tick)) },
    ],
    series: [{}, { label: box.dataset.points, stroke: colours.curve, width: 2.5, fill: colours.under, points: { show: few, size: 6, fill: colours.curve } }],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 9 } },
    hooks: { draw: [ringMarked], setCursor: [say] },
  }, [times, points], box);
}

document.fonts.ready.then(draw);
addEventListener("resize", () => plot?.setSize(size()));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
