/// <reference lib="dom.iterable" />
// Buttons that only switch something, such as a like: the page stays, and its button changes.
document.addEventListener("submit", async (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-switch]")) return
  event.preventDefault()
  if (form.ariaBusy === "true") return
  form.ariaBusy = "true"
  const path = form.getAttribute("action")
  const body = new URLSearchParams(/** @type {Array<[string, string]>} */ ([...new FormData(form)]))
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => undefined)
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : undefined
  const fresh = page?.querySelector(`form[data-switch][action="${path}"]`)
  form.ariaBusy = null
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
