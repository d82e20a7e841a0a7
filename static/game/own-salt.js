// The browser's share in the cards, sent as soon as its page has shown the seal of the server's; whoever likes
// writes another one.
const form = document.getElementById("salt-form");
if (form?.hasAttribute("data-send")) addEventListener("load", () => setTimeout(() => form.requestSubmit()));
