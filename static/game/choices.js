// The choices for the last game stand in the form again: in this browser alone, and only in a form that
// the server has not sent back. The pace is the settings' until another one is chosen here, which holds until
// the settings say something new.
const KEY = "piratbridge.new-game";
const NAMES = ["opponents", "most_cards", "strength", "pace", "zero_ten", "spades_trump"];
const settings = document.documentElement.dataset;
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
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(choices), setting: settings.pace }));
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

const choices = { ...read() };
if (choices.setting !== settings.pace) choices.pace = settings.pace;
for (const field of fields) put(field, choices[field.name]);
// Rules that differ are not hidden from whoever has chosen them.
if (fields.some((field) => field.checked)) form.querySelector("details").open = true;
form.addEventListener("submit", keep);
document.getElementById("settings-form").addEventListener("change", ({ target }) => {
  if (target.name === "pace") put(form.elements.pace, target.value);
});
