// The player's settings, said to style sheets and scripts by attributes of <html>. The server writes an
// account's there, and for everyone else what holds where nothing was chosen (accounts/settings.py); a
// guest's are in this browser. Loaded before the first paint, so that no page flashes in another light.
(() => {
  const KEY = "piratbridge.settings";
  const root = document.documentElement;
  const { keeper, ...defaults } = root.dataset;
  root.classList.remove("no-js");

  function ofBrowser() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {}; // storage is forbidden or spoilt: the page's do
    }
  }

  function apply(settings) {
    for (const name in defaults) if (name in settings) root.dataset[name] = settings[name];
  }

  function keepInBrowser(some) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...ofBrowser(), ...some }));
    } catch {
      // Then they hold until the page is left.
    }
  }

  // An account that has none yet takes what this browser has.
  if (keeper !== "account") apply({ ...ofBrowser() });

  document.addEventListener("DOMContentLoaded", () => {
    const form = document.getElementById("settings-form");
    const trouble = document.getElementById("settings-unsent");
    const otherTabs = new BroadcastChannel(KEY);
    const unsent = {};
    let sending = Promise.resolve();

    function show() {
      for (const radio of form.elements) if (radio.type === "radio") radio.checked = root.dataset[radio.name] === radio.value;
    }

    async function send() {
      const sent = { ...unsent };
      const body = new FormData();
      body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
      for (const name in sent) body.set(name, sent[name]);
      let kept = false;
      try {
        const answer = await fetch(form.action, { method: "POST", body, keepalive: true });
        kept = answer.status === 200; // 204: nobody is logged in here any more
      } catch {
        // There is no way to the server: as if it had said no.
      }
      if (kept) for (const name in sent) if (unsent[name] === sent[name]) delete unsent[name];
      trouble.textContent = kept ? "" : trouble.dataset.words;
    }

    // One after the other, so that the last word is the last to arrive.
    function keepInAccount(some) {
      Object.assign(unsent, some);
      sending = sending.then(send);
    }

    show();
    if (keeper === "new") keepInAccount({ ...ofBrowser(), language: root.lang });

    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", ({ target }) => {
      const chosen = { [target.name]: target.value };
      apply(chosen);
      if (keeper === "browser") keepInBrowser(chosen);
      else keepInAccount(chosen);
      otherTabs.postMessage({ chosen, by: keeper === "browser" });
    });

    // Another tab's choice holds here too, if it is the same player's.
    otherTabs.addEventListener("message", ({ data }) => {
      if (data.by !== (keeper === "browser")) return;
      apply(data.chosen);
      show();
    });

    // The menu that they were opened from goes with them; it would lie over the table.
    document.getElementById("settings").addEventListener("toggle", (event) => {
      const menu = document.getElementById("menu");
      if (event.newState !== "closed" || !menu.matches(":popover-open")) return;
      menu.hidePopover();
      document.querySelector(".menu-open").focus();
    });
  });
})();
