// A form is sent once: of two presses the browser would show the answer to the second, which finds the work
// of the first already done ("This name is taken").
for (const form of document.querySelectorAll("form[data-once]")) {
  let sent = false;
  form.addEventListener("submit", (event) => (sent ? event.preventDefault() : (sent = true)));
  addEventListener("pageshow", () => (sent = false)); // come back to by the browser's back button
}
