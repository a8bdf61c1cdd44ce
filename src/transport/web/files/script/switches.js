/// <reference lib="dom.iterable" />
import { say } from "./say.js"

/** Says beside a button that no answer came: the page stays as it is. @type {(form: HTMLFormElement) => void} */
const sayFailed = (form) => {
  const { unsent = "" } = document.body.dataset
  const words = document.createElement("p")
  words.className = "fault"
  words.textContent = unsent
  form.append(words)
  say("")
  setTimeout(() => say(unsent)) // said anew, if it has been said before
}

// Buttons that only switch something, such as a like: the page stays, and its button changes.
document.addEventListener("submit", async (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-switch]")) return
  event.preventDefault()
  if (form.ariaBusy === "true") return
  form.ariaBusy = "true"
  const path = form.getAttribute("action")
  const body = new URLSearchParams(/** @type {Array<[string, string]>} */ ([...new FormData(form)]))
  const html = await fetch(form.action, { method: "POST", body })
    .then((answer) => (answer.ok ? answer.text() : ""))
    .catch(() => undefined)
  form.ariaBusy = null
  form.querySelector(".fault")?.remove()
  if (html === undefined) return sayFailed(form)
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector(`form[data-switch][action="${path}"]`)
  if (!fresh) return form.submit() // the page of the answer says why
  for (const field of form.elements) {
    const other = fresh.querySelector(
      field.localName === "button" ? "button" : `[name="${field.getAttribute("name")}"]`
    )
    if (field instanceof HTMLInputElement && other instanceof HTMLInputElement) field.value = other.value
    else if (other) {
      field.replaceChildren(...other.childNodes)
      const pressed = other.getAttribute("aria-pressed")
      if (pressed !== null) field.setAttribute("aria-pressed", pressed)
    }
  }
})
