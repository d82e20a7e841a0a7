// The link of a lobby: copied at a press, or handed to what the device shares with.
const address = document.getElementById("address");
const copy = document.getElementById("copy");
const share = document.getElementById("share");

address.addEventListener("focus", () => address.select());

if (navigator.clipboard) {
  const words = copy.textContent;
  let timer;
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(address.value);
    copy.textContent = copy.dataset.done;
    clearTimeout(timer);
    timer = setTimeout(() => (copy.textContent = words), 2000);
  });
}

if (navigator.share && matchMedia("(pointer: coarse)").matches) {
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({ title: document.querySelector("h1").textContent, url: address.value }).catch(() => {}));
}
