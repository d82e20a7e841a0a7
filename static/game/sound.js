// Three small sounds, made here: a card laid down, one's turn, and a vote or a pause. Off unless chosen in the
// settings.
const wanted = () => document.documentElement.dataset.sound === "on";
const trickCards = () => new Set([...document.querySelectorAll("#trick [id]")].map((card) => card.id));
let audio;
let seen = trickCards(); // what lies there already makes no sound

function context() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  return audio;
}

// A card on felt: a short breath of filtered noise.
function tap() {
  const at = context();
  const length = 0.07;
  const noise = new AudioBuffer({ length: at.sampleRate * length, sampleRate: at.sampleRate });
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = new AudioBufferSourceNode(at, { buffer: noise });
  const filter = new BiquadFilterNode(at, { type: "lowpass", frequency: 1400 });
  source.connect(filter).connect(new GainNode(at, { gain: 0.35 })).connect(at.destination);
  source.start();
}

function ring(tones) {
  const at = context();
  for (const [frequency, strength] of tones) {
    const gain = new GainNode(at, { gain: strength });
    const tone = new OscillatorNode(at, { frequency });
    gain.gain.exponentialRampToValueAtTime(0.0001, at.currentTime + 0.9);
    tone.connect(gain).connect(at.destination);
    tone.start();
    tone.stop(at.currentTime + 0.9);
  }
}

// One's turn: a ship's bell, far away. A vote or a pause: a horn across the water.
const bell = () => ring([[880, 0.06], [2217, 0.02], [3520, 0.01]]);
const horn = () => ring([[220, 0.08], [330, 0.05], [440, 0.02]]);

document.addEventListener("htmx:after:swap", () => {
  const cards = trickCards();
  if (wanted() && [...cards].some((id) => !seen.has(id))) tap();
  seen = cards;
});

document.addEventListener("piratbridge:your-turn", () => wanted() && bell()); // title.js
document.addEventListener("piratbridge:called", () => wanted() && horn()); // beside.js
