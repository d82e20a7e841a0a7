// The link of a lobby, copied at a press.
const button = document.getElementById("copy");
const address = document.getElementById("address");

if (navigator.clipboard) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(address.value);
    const words = button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => (button.textContent = words), 2000);
  });
}
