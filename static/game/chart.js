// The curve of the totals at the end, read from the score sheet, which says the same to those who listen.
// The library is fetched when there is something to draw.
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 2], [1, 4], [12, 5], [6, 2, 2, 2]];
const COLOURS = ["#b5471b", "#1f5fa8", "#0c5c3c", "#7a2f7d", "#8a6a00", "#12232b", "#a01f52", "#3f6f75"];
const box = document.getElementById("chart");
let drawn = false;

function readSheet() {
  const names = [...document.querySelectorAll("#scores thead th span")].map((span) => span.textContent);
  const rows = [...document.querySelectorAll("#scores tbody tr:not(.to-come)")];
  const totals = names.map((_, seat) => [0, ...rows.map((row) => Number(row.cells[seat + 1].dataset.total))]);
  return { names, data: [[0, ...rows.map((_, index) => index + 1)], ...totals] };
}

function size() {
  return { width: box.clientWidth - 20, height: Math.round(Math.min(Math.max(box.clientWidth * 0.5, 300), 440)) };
}

// Each line's name stands at its end, moved apart where lines end together.
function nameLines(plot) {
  const { ctx, data, bbox } = plot;
  const scale = devicePixelRatio;
  const ends = plot.series.slice(1).map((line, seat) => ({
    text: line.label.length > 10 ? `${line.label.slice(0, 9)}…` : line.label,
    colour: COLOURS[seat],
    y: plot.valToPos(data[seat + 1].at(-1), "y", true),
  })).sort((a, b) => a.y - b.y);
  ends.forEach((end, i) => i && (end.y = Math.max(end.y, ends[i - 1].y + 16 * scale)));
  const over = ends.at(-1).y - (bbox.top + bbox.height);
  if (over > 0) ends.reduceRight((limit, end) => (end.y = Math.min(end.y, limit)) - 16 * scale, bbox.top + bbox.height);
  ctx.save();
  ctx.font = `600 ${13 * scale}px ${getComputedStyle(document.body).fontFamily}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  for (const end of ends) {
    ctx.fillStyle = end.colour;
    ctx.fillText(end.text, bbox.left + bbox.width + 8 * scale, end.y);
  }
  ctx.restore();
}

// The library, or nothing where there is no network just now.
const fetchLibrary = () => import(box.dataset.library).then((library) => library.default, () => null);

async function draw() {
  if (drawn || !document.querySelector("#final .places") || !box.clientWidth) return;
  drawn = true;
  const Plot = await fetchLibrary();
  drawn = Boolean(Plot);
  if (!drawn) return;
  const { names, data } = readSheet();
  const font = `13px ${getComputedStyle(document.body).fontFamily}`;
  const axis = { font, stroke: "#56605c", grid: { stroke: "#c9d6d4", width: 1 }, ticks: { show: false } };
  const lines = names.map((label, seat) => ({
    label, stroke: COLOURS[seat], width: seat === 0 ? 3.5 : 2, dash: DASHES[seat], points: { show: data[0].length < 20, size: 6, fill: COLOURS[seat] },
  }));
  const plot = new Plot({
    ...size(),
    padding: [10, 84, 0, 0],
    scales: { x: { time: false } },
    axes: [{ ...axis, incrs: [1, 2, 5, 10] }, { ...axis, size: 40 }],
    series: [{ label: box.dataset.round }, ...lines],
    legend: { show: false },
    cursor: { show: false },
    hooks: { draw: [nameLines] },
  }, data, box);
  addEventListener("resize", () => plot.setSize(size()));
}

document.addEventListener("htmx:after:swap", draw);
document.addEventListener("piratbridge:result", draw); // focus.js
document.addEventListener("htmx:after:ws:connection", () => document.fonts.ready.then(draw)); // the line is back
document.fonts.ready.then(draw);
