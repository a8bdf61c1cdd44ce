/// <reference lib="dom.iterable" />
// Passkeys, on the pages that use them.

/** A challenge that was not answered is kept under this name, for a page that is opened again. */
const kept = "passkey-options"

/** The time for which a challenge is kept: a minute less than it is valid. */
const keptMillis = 240_000

const isAble = "PublicKeyCredential" in window

/** @type {(text: string) => BufferSource} */
const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0))

/** @type {(bytes: ArrayBuffer) => string} */
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "")

/** @type {(path: string, method: string) => Promise<any>} */
const ask = async (path, method) => {
  const answer = await fetch(path, { method })
  if (!answer.ok) throw new Error(answer.statusText)
  return answer.json()
}

const signInOptions = async () => {
  const known = JSON.parse(sessionStorage.getItem(kept) ?? "null")
  if (known?.until > Date.now()) return known.options
  const options = await ask("/api/auth/passkeys/login/options", "POST")
  sessionStorage.setItem(kept, JSON.stringify({ options, until: Date.now() + keptMillis }))
  return options
}

/** @type {(credential: any, response: object) => string} */
const jsonOf = ({ id, type }, response) => JSON.stringify({ id, rawId: id, type, response })

/** @type {AbortController | undefined} */
let waiting

/** @type {(mediation: CredentialMediationRequirement) => Promise<string>} */
const assertion = async (mediation) => {
  waiting?.abort()
  waiting = new AbortController()
  const { signal } = waiting
  const options = await signInOptions()
  const publicKey = { ...options, challenge: bytesOf(options.challenge) }
  const credential = /** @type {any} */ (await navigator.credentials.get({ mediation, signal, publicKey }))
  sessionStorage.removeItem(kept)
  const { authenticatorData, clientDataJSON, signature, userHandle } = credential.response
  return jsonOf(credential, {
    authenticatorData: textOf(authenticatorData),
    clientDataJSON: textOf(clientDataJSON),
    signature: textOf(signature),
    userHandle: userHandle && textOf(userHandle)
  })
}

/** @type {(path: string) => Promise<string>} */
const registration = async (path) => {
  const options = await ask(path, "GET")
  const known = options.excludeCredentials.map((/** @type {{ id: string }} */ one) => ({ ...one, id: bytesOf(one.id) }))
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: known
  }
  const credential = /** @type {any} */ (await navigator.credentials.create({ publicKey }))
  const { attestationObject, clientDataJSON } = credential.response
  return jsonOf(credential, {
    attestationObject: textOf(attestationObject),
    clientDataJSON: textOf(clientDataJSON),
    transports: credential.response.getTransports?.()
  })
}

/** @type {NodeListOf<HTMLElement>} */
const parts = document.querySelectorAll("[data-passkey]")
for (const part of isAble ? parts : []) {
  const [input, button, words] = [
    part.querySelector("input"),
    part.querySelector("button"),
    part.querySelector("[role=status]")
  ]
  if (!input || !button || !words) continue
  part.hidden = false
  let isPressed = false
  /** @type {(mediation: CredentialMediationRequirement) => Promise<void>} */
  const use = async (mediation) => {
    input.value = await assertion(mediation)
    button.form?.requestSubmit(button.type === "submit" ? button : null)
  }
  button.addEventListener("click", async (event) => {
    event.preventDefault()
    words.textContent = ""
    isPressed = true
    await use("optional").catch(() => {
      words.textContent = part.dataset.passkey ?? ""
    })
    isPressed = false
  })
  // The form may be shown again from memory, when its challenge is used up.
  addEventListener("pagehide", () => {
    input.value = ""
  })
  const autofill = async () => {
    if (!isPressed && !document.hidden) use("conditional").catch(() => {})
    setTimeout(autofill, keptMillis)
  }
  if (button.form?.querySelector("[autocomplete~=webauthn]"))
    PublicKeyCredential.isConditionalMediationAvailable?.().then((isThere) => {
      if (isThere) autofill()
    })
}

/** The name of a device that browsers tell in several ways. */
const device = () => {
  const { platform } = /** @type {{ userAgentData?: { platform: string } }} */ (navigator).userAgentData ?? navigator
  return platform.replace(/^Mac.*/, "Mac").replace(/^Win.*/, "Windows")
}

/** @type {HTMLElement | null} */
const creation = document.querySelector("[data-create]")
if (creation) {
  creation.hidden = !isAble
  const { create = "", failed = "", known = "" } = creation.dataset
  /** @type {(name: string) => HTMLInputElement | null} */
  const field = (name) => creation.querySelector(`[name=${name}]`)
  const [form, name, response] = [creation.closest("form"), field("name"), field("response")]
  const words = creation.querySelector("[data-words]")
  if (name) name.value ||= device()
  form?.addEventListener("submit", async (event) => {
    event.preventDefault()
    if (!response || !words) return
    words.textContent = ""
    try {
      response.value = await registration(create)
      form.submit()
    } catch (error) {
      words.textContent = error instanceof DOMException && error.name === "InvalidStateError" ? known : failed
    }
  })
}

/** @type {HTMLElement | null} */
const unable = document.querySelector("[data-unable]")
if (unable) unable.hidden = isAble

/** @type {HTMLElement | null} */
const copy = document.querySelector("[data-copy]")
copy?.addEventListener("click", async () => {
  const { copy: id = "", done = "" } = copy.dataset
  await navigator.clipboard.writeText(document.getElementById(id)?.innerText ?? "")
  copy.textContent = done
})
