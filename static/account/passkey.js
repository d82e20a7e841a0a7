// Passkeys: the browser's own dialogue, between the server's options and a form's hidden field.
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
const withBytes = (list) => list?.map((one) => ({ ...one, id: bytes(one.id) }));

async function create({ publicKey: options }, alone) {
  const selection = { ...options.authenticatorSelection };
  selection.residentKey = alone ? "required" : "discouraged";
  selection.requireResidentKey = alone;
  if (alone) selection.userVerification = "required";
  return navigator.credentials.create({
    publicKey: {
      ...options,
      authenticatorSelection: selection,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: withBytes(options.excludeCredentials),
    },
  });
}

const get = ({ publicKey: options }) =>
  navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      allowCredentials: withBytes(options.allowCredentials),
    },
  });

function plain(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[name]) response[name] = text(credential.response[name]);
  }
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

async function optionsOf(form) {
  if (form.dataset.options) return JSON.parse(form.dataset.options);
  const answer = await fetch(form.dataset.optionsFrom, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).request_options;
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const problem = form.querySelector("[role=alert]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      const options = await optionsOf(form);
      const made = await (form.dataset.passkey === "create" ? create(options, form.passwordless.checked) : get(options));
      form.credential.value = JSON.stringify(plain(made));
      form.submit();
    } catch {
      problem.textContent = form.dataset.failed;
    }
  });
}
