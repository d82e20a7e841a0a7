// The player's own settings, kept in this browser and said to the style sheets by attributes of <html>.
// Loaded before the first paint, so that no page flashes in another light.
(() => {
  const KEY = "piratbridge.settings";
  const DEFAULTS = { tap: "one", pack: "two", theme: "auto", motion: "auto", sound: "off" };
  const root = document.documentElement;
  root.classList.remove("no-js");

  function read() {
    try {
      return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
    } catch {
      return { ...DEFAULTS }; // storage is forbidden or spoilt: the defaults do
    }
  }

  function apply(settings) {
    for (const [name, value] of Object.entries(settings)) root.dataset[name] = value;
  }

  function keep(settings) {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // Then they hold until the page is left.
    }
    apply(settings);
  }

  function show(form) {
    const settings = read();
    for (const radio of form.elements) if (radio.type === "radio") radio.checked = settings[radio.name] === radio.value;
  }

  apply(read());

  document.addEventListener("DOMContentLoaded", () => {
    const form = document.getElementById("settings-form");
    show(form);
    form.addEventListener("change", () => keep({ ...read(), ...Object.fromEntries(new FormData(form)) }));
    form.addEventListener("submit", (event) => event.preventDefault());

    // The menu that they were opened from goes with them; it would lie over the table.
    document.getElementById("settings").addEventListener("toggle", (event) => {
      const menu = document.getElementById("menu");
      if (event.newState !== "closed" || !menu.matches(":popover-open")) return;
      menu.hidePopover();
      document.querySelector(".menu-open").focus();
    });

    // Another tab's choice holds here too.
    addEventListener("storage", (event) => {
      if (event.key !== KEY) return;
      apply(read());
      show(form);
    });
  });
})();
