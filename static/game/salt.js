// A random salt of one's own for the fair cards (32 lower-case hex digits), in every field that asks for one.
document.addEventListener("DOMContentLoaded", () => {
  for (const field of document.querySelectorAll("input[data-salt]")) {
    // What is wrong with it can only be shown where it can be seen.
    field.addEventListener("invalid", () => (field.closest("details").open = true));
    if (field.value) continue;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
});
