// The choices for the last game stand in the form again: in this browser alone, and only in a form that
// the server has not sent back.
const KEY = "piratbridge.new-game";
const NAMES = ["opponents", "most_cards", "strength", "pace", "zero_ten", "spades_trump"];
const form = document.getElementById("new-game");
const fields = NAMES.map((name) => form.elements[name]);

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // storage is forbidden or spoilt: the defaults do
  }
}

function keep() {
  if (form.querySelector("[aria-invalid]")) return;
  const choices = fields.map((field) => [field.name, field.type === "checkbox" ? field.checked : field.value]);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(choices)));
  } catch {
    // Then the next game begins from the defaults.
  }
}

/** Put a choice into its field; what the field does not offer (any longer) is passed over. */
function put(field, choice) {
  if (field.type === "checkbox") field.checked = choice === true;
  else if (field.type === "number") field.value = /^\d+$/.test(choice) ? choice : field.value;
  else if ([...field.options].some((option) => option.value === choice)) field.value = choice;
}

const choices = read();
for (const field of fields) put(field, choices[field.name]);
// Rules that differ are not hidden from whoever has chosen them.
if (fields.some((field) => field.checked)) form.querySelector("details").open = true;
form.addEventListener("submit", keep);
