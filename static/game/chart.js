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
  return { width: box.clientWidth - 20, height: Math.round(Math.min(Math.max(box.clientWidth * 0.45, 280), 460)) };
}

async function draw() {
  if (drawn || !document.querySelector("#final .places") || !box.clientWidth) return;
  drawn = true;
  const { default: Plot } = await import(box.dataset.library);
  const { names, data } = readSheet();
  const font = `13px ${getComputedStyle(document.body).fontFamily}`;
  const axis = { font, stroke: "#56605c", grid: { stroke: "#b9cfd2", width: 1 }, ticks: { show: false } };
  const lines = names.map((label, seat) => ({
    label, stroke: COLOURS[seat], width: seat === 0 ? 3 : 2, dash: DASHES[seat], points: { show: data[0].length < 20, size: 5 },
  }));
  const plot = new Plot({
    ...size(),
    scales: { x: { time: false } },
    axes: [{ ...axis, incrs: [1, 2, 5, 10] }, { ...axis, size: 44 }],
    series: [{ label: box.dataset.round }, ...lines],
    cursor: { drag: { x: false, y: false } },
  }, data, box);
  addEventListener("resize", () => plot.setSize(size()));
}

document.addEventListener("htmx:after:swap", draw);
draw();
