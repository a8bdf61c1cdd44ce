/// <reference lib="dom.iterable" />
// What is being typed is kept in this browser until it is sent, or its member signs out or leaves.

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Typed */

/** The beginning of the names of all drafts of the member. */
const ownDrafts = `draft ${document.body.dataset.member} `

/** @type {(form: HTMLFormElement) => Array<Typed>} */
const typedIn = (form) =>
  [...form.querySelectorAll("textarea, input[type=text]")].filter(
    (field) => field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
  )

/** Removes the drafts whose names, with a space after them, begin so. @type {(beginning: string) => void} */
const forget = (beginning) => {
  for (const name of Object.keys(localStorage)) if (`${name} `.startsWith(beginning)) localStorage.removeItem(name)
}

/**
 * Notes the drafts that are being sent: the next page forgets them if they were accepted.
 * @type {(beginning: string) => void}
 */
const noteSent = (beginning) => sessionStorage.setItem("sent", beginning)
const forgetSent = () => sessionStorage.removeItem("sent")

const forgetAccepted = () => {
  const sent = sessionStorage.getItem("sent")
  const [arrival] = performance.getEntriesByType("navigation")
  // Only a form that was accepted redirects: a refusal, a preview and a failure are pages of their own.
  const isAccepted = arrival instanceof PerformanceNavigationTiming && arrival.redirectCount > 0
  if (sent !== null && isAccepted) forget(sent)
  forgetSent()
}

/** Fills a form in which nothing is typed with its draft. @type {(form: HTMLFormElement, name: string) => void} */
const restore = (form, name) => {
  /** @type {Record<string, string>} */
  const kept = JSON.parse(localStorage.getItem(name) ?? "{}")
  const fields = typedIn(form)
  if (fields.some(({ value }) => value !== "")) return
  for (const field of fields) field.value = kept[field.name] ?? ""
}

/** @type {(form: HTMLFormElement, name: string) => void} */
const keep = (form, name) => {
  const typed = Object.fromEntries(typedIn(form).map((field) => [field.name, field.value]))
  if (Object.values(typed).some((text) => text !== "")) localStorage.setItem(name, JSON.stringify(typed))
  else localStorage.removeItem(name)
}

forgetAccepted()
addEventListener("pageshow", forgetSent) // back at the form after a failure of the network
for (const form of document.querySelectorAll("form[data-draft]")) {
  if (!(form instanceof HTMLFormElement)) continue
  const name = ownDrafts + form.dataset.draft
  restore(form, name)
  form.addEventListener("input", () => keep(form, name))
  form.addEventListener("submit", () => noteSent(`${name} `))
}
document.querySelector("form[action='/sign-out']")?.addEventListener("submit", () => forget("draft "))
// All drafts of the member go, once they have left.
document.querySelector("form[action='/settings/data']")?.addEventListener("submit", () => noteSent(ownDrafts))
