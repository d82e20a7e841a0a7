// The page of a finished game's fair cards: fetches the record, has the recipe deal it once more, and
// shows what fits and what does not. Every word comes from the page (templates/game/fair/check.html).

const page = document.getElementById("check");
const words = page.dataset;
const outcome = document.getElementById("outcome");
const checks = document.getElementById("checks");
const faces = document.getElementById("faces").content;

function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** A name whose writing direction does not touch the sentence around it. */
function apart(name) {
  return `\u2068${name}\u2069`;
}

function tell(what) {
  outcome.className = `outcome ${what}`;
  outcome.textContent = words[what];
}

/** A line of the list from one of the page's templates, with its verdict as shape and word. */
function line(template, what, right) {
  const item = document.getElementById(template).content.firstElementChild.cloneNode(true);
  item.className = right ? "right" : "wrong";
  item.querySelector(".what").textContent = what;
  item.querySelector(".verdict").textContent = right ? words.yes : words.no;
  checks.append(item);
  return item;
}

/** Card faces; a card that does not exist stands as the text that it is. */
function cardsOf(cards) {
  const box = document.createElement("span");
  box.className = "cards";
  for (const card of cards) {
    const face = faces.querySelector(`[data-card="${CSS.escape(card)}"]`);
    box.append(face ? face.cloneNode(true) : String(card));
  }
  if (!cards.length) box.textContent = words.none;
  return box;
}

/** A player's cards (or the turned one), and beside them the right ones where they differ. */
function holding(list, name, was, due, right) {
  const title = list.appendChild(document.createElement("dt"));
  const place = list.appendChild(document.createElement("dd"));
  title.append(Object.assign(document.createElement("bdi"), { textContent: name }));
  place.append(cardsOf(was));
  if (right) return;
  title.className = "wrong";
  place.append(words.due, cardsOf(due));
}

function showRound(number, round, names, sameCards) {
  const item = line("dealt", fill(words.round, { n: number }), round.right);
  const each = round.cards === 1 ? words.eachOne : words.eachMore;
  item.querySelector("small").textContent = fill(each, { n: round.cards });
  const { was, due } = round;
  const list = item.querySelector("dl");
  for (const [seat, name] of names.entries()) {
    const hand = was.hands[seat] ?? [];
    holding(list, name, hand, due.hands[seat], sameCards(hand, due.hands[seat]));
  }
  const turned = (card) => (card === null ? [] : [card].flat());
  holding(list, words.turned, turned(was.turned), turned(due.turned), was.turned === due.turned);
  item.querySelector("details").open = !round.right;
}

async function readRecord() {
  const answer = await fetch(words.record, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`the record was answered with ${answer.status}`);
  return answer.json();
}

/** Check the game and show it; gives the word for how it went. */
async function run() {
  const recipe = await import(words.recipe);
  const record = await readRecord();
  if (!recipe.knows(record)) return "otherRules";
  if (!crypto.subtle) return "noCrypto";
  if (!recipe.isWhole(record)) return "unreadable";
  const names = record.players.map((player) => player.name);
  const { sealed, dealer, rounds } = await recipe.check(record, words.seal);
  line("plain", words.sealed, sealed);
  line("plain", fill(words.dealer, { name: apart(names[record.first_dealer]) }), dealer.right);
  for (const [k, round] of rounds.entries()) showRound(k + 1, round, names, recipe.sameCards);
  return sealed && dealer.right && rounds.every((round) => round.right) ? "fits" : "differs";
}

tell("checking");
tell(await run().catch(() => "unreadable"));
