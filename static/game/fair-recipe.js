// How a seed and the players' salts give every card of a game, worked out in the browser: the recipe of
// game/rules/fair.py, written a second time so that nobody need believe the first. No page in here.

const SUITS = "CDHS";
const RANKS = "23456789TJQKA";
const PACK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const NUMBERS = 2 ** 32;

// Options that change nothing about the cards that are dealt.
const INDIFFERENT = ["hook", "blind", "made", "zero", "missed", "teams", "max_bid"];

/** Whether these are rules whose deals are known here; with any others, nothing may be called fair. */
export function knows({ game, options }) {
  if (game !== "piratbridge" || typeof options !== "object" || options === null) return false;
  const { players, most_cards, trump = "turned-card", ...others } = options;
  return (
    Number.isInteger(players) && players >= 2 && players <= 8 &&
    Number.isInteger(most_cards) && most_cards >= 1 && most_cards <= Math.floor(PACK.length / players) &&
    ["turned-card", "spades"].includes(trump) &&
    Object.keys(others).every((name) => INDIFFERENT.includes(name))
  );
}

/** Whether the record has what a check needs, in its proper form. */
export function isWhole({ options, players, fairness, rounds }) {
  return (
    /^[0-9a-f]{64}$/.test(fairness?.seed) &&
    [players, rounds, fairness.salts].every(Array.isArray) &&
    players.length === options.players &&
    fairness.salts.length === options.players &&
    fairness.salts.every((salt) => typeof salt === "string" && /^[0-9a-f]{0,32}$/.test(salt)) &&
    rounds.length <= 2 * options.most_cards &&
    rounds.every((round) => Array.isArray(round?.hands) && round.hands.every(Array.isArray))
  );
}

/**
 * Deal a recorded game once more and compare. The result has, for the seal and the first dealer,
 * whether they are right, and for each round its hands and turned card as they were dealt (`was`) and
 * as the seed gives them (`due`).
 */
export async function check(record, seal) {
  const { players, most_cards, trump = "turned-card" } = record.options;
  const seed = bytesOf(record.fairness.seed);
  const stream = await streams(seed, record.fairness.salts);
  const dealer = await below(players, stream("dealer"));
  const rounds = [];
  for (const [k, round] of record.rounds.entries()) {
    const cards = k < most_cards ? most_cards - k : k - most_cards + 1;
    const due = dealt(await shuffled(stream(String(k))), players, cards, trump);
    const was = { hands: round.hands, turned: round.turned ?? null };
    rounds.push({ cards, was, due, right: same(was, due) });
  }
  return {
    sealed: hex(await crypto.subtle.digest("SHA-256", seed)) === seal,
    dealer: { due: dealer, right: dealer === record.first_dealer },
    rounds,
  };
}

/** Gives for a word the endless stream of its numbers. */
async function streams(seed, salts) {
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const text = new TextEncoder();
  return async function* stream(word) {
    for (let block = 0; ; block++) {
      const digest = await crypto.subtle.sign("HMAC", key, text.encode(`${salts.join(",")}|${word}|${block}`));
      const view = new DataView(digest);
      for (let at = 0; at < digest.byteLength; at += 4) yield view.getUint32(at);
    }
  };
}

/** The next number below n. Those above the largest multiple of n are skipped, or low ones would come too often. */
export async function below(n, numbers) {
  const limit = NUMBERS - (NUMBERS % n);
  for (;;) {
    const { value } = await numbers.next();
    if (value < limit) return value % n;
  }
}

async function shuffled(numbers) {
  const cards = [...PACK];
  for (let i = cards.length - 1; i > 0; i--) {
    const j = await below(i + 1, numbers);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

/** The first cards to the first seat, the next to the second, …; the card after the last is turned. */
function dealt(pack, players, cards, trump) {
  const hands = Array.from({ length: players }, (_, seat) => pack.slice(seat * cards, (seat + 1) * cards));
  return { hands, turned: trump === "spades" ? null : (pack[players * cards] ?? null) };
}

function same(was, due) {
  return (
    was.turned === due.turned &&
    was.hands.length === due.hands.length &&
    due.hands.every((hand, seat) => sameCards(hand, was.hands[seat]))
  );
}

/** The same cards, in whatever order they are held. */
export function sameCards(one, other) {
  return [...one].sort().join() === [...other].sort().join();
}

function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
}

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
