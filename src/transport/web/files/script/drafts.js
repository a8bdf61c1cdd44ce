/// <reference lib="dom.iterable" />
import { chooseOne } from "./combobox.js"

// What is being typed is kept in this browser until it is sent, or its member signs out or leaves.

/**
 * What a form says, by the names of its fields; `from` is the text that it began with.
 * @typedef {Record<string, string | undefined> & { from?: string }} Draft
 */

/** The beginning of the names of all drafts of a member; nobody's are those of one whose session has ended. */
const draftsOf = (/** @type {string} */ member) => `draft ${member} `
const ofNobody = draftsOf("")
const ownDrafts = draftsOf(document.body.dataset.member ?? "")

/** Fields that the server fills. */
const ofServer = ["key", "searched"]

/** The fields for texts. @type {(form: HTMLFormElement) => Array<HTMLInputElement | HTMLTextAreaElement>} */
const textsOf = (form) =>
  [...form.querySelectorAll("textarea, input[type=text]")].filter(
    (field) => field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
  )

/** The name of the disease that is chosen by a button. @type {(form: HTMLFormElement) => string | undefined} */
const diseaseOf = (form) => {
  const chosen = form.querySelector("input[type=radio][name=diseaseId]:checked")
  return chosen instanceof HTMLInputElement && chosen.value !== "" ? chosen.labels?.[0]?.textContent?.trim() : undefined
}

/** @type {(form: HTMLFormElement) => Draft} */
const draftOf = (form) => {
  const fields = [...new FormData(form)].filter(([name]) => !ofServer.includes(name))
  const typed = Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
  return { ...typed, disease: typed.disease || diseaseOf(form) }
}

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

/** The key of a form (`FormKey.ts`). @type {(form: HTMLFormElement) => HTMLInputElement | null} */
const keyOf = (form) => form.querySelector("input[name=key]")

/**
 * Keeps the key of a form that is being sent: the browser gives its texts back to whoever goes back, with another key.
 * What is sent again there is written once.
 * @type {(form: HTMLFormElement) => void}
 */
const keepKey = (form) => history.replaceState({ key: keyOf(form)?.value }, "")

/** @type {(form: HTMLFormElement) => void} */
const restoreKey = (form) => {
  const key = keyOf(form)
  if (key !== null) key.value = history.state?.key ?? key.value
}

const forgetAccepted = () => {
  const sent = sessionStorage.getItem("sent")
  const [arrival] = performance.getEntriesByType("navigation")
  // A refusal, a preview and a failure are pages of their own; a session that has ended leads to the sign-in.
  const isRedirected = arrival instanceof PerformanceNavigationTiming && arrival.redirectCount > 0
  const isAccepted = isRedirected && location.pathname !== "/sign-in"
  if (sent !== null && isAccepted) for (const beginning of [sent, sent.replace(ofNobody, ownDrafts)]) forget(beginning)
  forgetSent()
}

/** @type {(name: string) => Draft | undefined} */
const keptAs = (name) => {
  const kept = localStorage.getItem(name)
  return kept === null ? undefined : JSON.parse(kept)
}

const textOf = (/** @type {HTMLFormElement} */ form) => form.querySelector("textarea")?.defaultValue ?? ""

/** Fills a form, but for a disease where the form has one already. @type {(form: HTMLFormElement, draft: Draft) => void} */
const fill = (form, draft) => {
  for (const field of textsOf(form)) field.value = draft[field.name] ?? field.value
  for (const field of form.querySelectorAll("select, input[type=radio]:not([name=diseaseId])")) {
    if (field instanceof HTMLSelectElement) field.value = draft[field.name] ?? field.value
    if (field instanceof HTMLInputElement && draft[field.name] === field.value && !field.disabled) field.checked = true
  }
  const place = form.querySelector("[data-into=diseaseId]")
  const input = place?.querySelector("[name=disease]")
  if (!draft.diseaseId || !draft.disease || form.querySelector("[name=diseaseId]")) return
  if (place instanceof HTMLElement && input instanceof HTMLInputElement)
    chooseOne(place, input, draft.diseaseId, draft.disease)
}

/**
 * Fills a form with its draft, and says so. The answer to what was sent has it already, and a text that was edited
 * elsewhere meanwhile is not replaced.
 * @type {(form: HTMLFormElement, name: string) => void}
 */
const restore = (form, name) => {
  const kept = keptAs(name)
  const notice = form.querySelector("[data-kept]")
  if (kept === undefined || form.dataset.sent !== undefined || (kept.from ?? "") !== textOf(form)) return
  if (textsOf(form).every(({ name, value }) => (kept[name] ?? "") === value)) return
  fill(form, kept)
  form.closest("details")?.setAttribute("open", "")
  if (!(notice instanceof HTMLElement)) return
  notice.hidden = false
  notice.querySelector("button")?.addEventListener("click", () => {
    localStorage.removeItem(name)
    form.querySelector("input[type=hidden][name=diseaseId]")?.remove()
    form.reset()
    notice.hidden = true
    form.querySelector("textarea")?.focus()
  })
}

/** @type {(form: HTMLFormElement, name: string) => void} */
const keep = (form, name) => {
  const from = form.dataset.sent === undefined ? textOf(form) : (keptAs(name)?.from ?? "")
  const isTyped = textsOf(form).some(({ defaultValue, value }) => value !== "" && value !== defaultValue)
  if (isTyped || form.dataset.sent !== undefined) localStorage.setItem(name, JSON.stringify({ ...draftOf(form), from }))
  else localStorage.removeItem(name)
}

forgetAccepted()
addEventListener("pageshow", forgetSent) // back at the form after a failure of the network
for (const form of document.querySelectorAll("form[data-draft]")) {
  if (!(form instanceof HTMLFormElement)) continue
  const name = ownDrafts + form.dataset.draft
  restoreKey(form)
  restore(form, name)
  addEventListener("pageshow", () => restore(form, name)) // after the browser has filled it, back at the form
  for (const event of ["input", "change"]) form.addEventListener(event, () => keep(form, name))
  form.addEventListener("submit", () => {
    noteSent(`${name} `)
    keepKey(form)
  })
}
document.querySelector("form[action='/sign-out']")?.addEventListener("submit", () => forget("draft "))
// All drafts of the member go, once they have left.
document.querySelector("form[action='/settings/data']")?.addEventListener("submit", () => noteSent(ownDrafts))
