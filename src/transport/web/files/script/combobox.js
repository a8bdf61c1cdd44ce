/// <reference lib="dom.iterable" />
import { say } from "./say.js"

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Box */

/**
 * A disease, a symptom or a member that was found.
 * @typedef {{ field: string, text: string, lang?: string }} Matched
 * @typedef {{ id: number | string, name: string, localName?: string | null, matchedOn?: Matched | null }} Found
 */

/** The pause in typing after which suggestions are looked up. */
const suggestionsMillis = 150

/** The fewest characters of a search for which suggestions are looked up; members are suggested from one letter on. */
const minSuggestedCharacters = 2

/** The maximum number of suggestions below a search box. */
const maxSuggestions = 8

/** The words after the at sign before the cursor: the beginning of a member's name. */
const mentionBefore = (/** @type {Box} */ { selectionStart, value }) =>
  /(?:^|[\s(])@([^\s@()[\]]*(?: [^\s@()[\]]+)?)$/.exec(value.slice(0, selectionStart ?? 0))?.[1]

/** Forgets the disease that was chosen before. */
const drop = (/** @type {HTMLElement} */ place) => place.querySelector("[name=diseaseId]")?.remove()

/** @type {(input: Box, option: HTMLElement, name: string) => void} */
const mention = (input, option, name) => {
  const end = input.selectionStart ?? 0
  const link = `[@${name.replace(/[\\[\]*`~&]|\b_|_\b/g, "\\$&")}](/members/${option.dataset.id}) `
  input.setRangeText(link, end - (mentionBefore(input)?.length ?? 0) - 1, end, "end")
  input.dispatchEvent(new Event("input", { bubbles: true })) // the draft is kept
}

/**
 * Ticks one of several diseases, below those that are there.
 * @type {(input: Box, option: HTMLElement, name: string) => void}
 */
const tick = (input, option, name) => {
  const { id = "" } = option.dataset
  const others = [...(input.form?.querySelectorAll("[name=diseaseIds]") ?? [])]
  const other = others.find((one) => one instanceof HTMLInputElement && one.value === id)
  const box = other ?? document.createElement("input")
  if (!other) {
    const row = document.createElement("div")
    row.className = "choice"
    const words = Object.assign(document.createElement("label"), { textContent: name, lang: option.lang })
    words.htmlFor = `chosen-${id}`
    row.append(Object.assign(box, { type: "checkbox", name: "diseaseIds", value: id, id: `chosen-${id}` }), words)
    const last = others.at(-1)?.closest(".choice") ?? input.form?.querySelector(".empty")
    last?.after(row)
    if (last?.className === "empty") last.remove()
  }
  if (box instanceof HTMLInputElement) box.checked = true
  input.value = ""
}

/**
 * Chooses the only disease of a form.
 * @type {(place: HTMLElement, input: Box, id: string | undefined, name: string) => void}
 */
export const chooseOne = (place, input, id, name) => {
  const searched = place.querySelector("[name=searched]")
  drop(place)
  for (const other of input.form?.querySelectorAll("[name=diseaseId]") ?? [])
    if (other instanceof HTMLInputElement) other.checked = false
  input.value = name
  if (searched instanceof HTMLInputElement) searched.value = name
  input.after(Object.assign(document.createElement("input"), { type: "hidden", name: "diseaseId", value: id }))
}

/**
 * What a chosen option does: it fills in a form, or leads to its page.
 * @type {(place: HTMLElement, input: Box, option: HTMLElement) => void}
 */
const take = (place, input, option) => {
  const { into, mentions } = place.dataset
  const { id, name = "" } = option.dataset
  const field = into === undefined ? null : document.getElementById(into)
  if (mentions) return mention(input, option, name)
  if (field instanceof HTMLTextAreaElement) {
    field.value = field.value.trim() === "" ? name : `${field.value.trim()}, ${name}`
    input.value = ""
  } else if (into === "diseaseIds") tick(input, option, name)
  else if (into === "diseaseId") {
    chooseOne(place, input, id, name)
    input.dispatchEvent(new Event("change", { bubbles: true })) // the draft is kept
  } else {
    location.href = `/diseases/${id}`
    return
  }
  say(name)
}

/** The empty list of a box, which the box controls. @type {(place: HTMLElement, input: Box) => HTMLUListElement} */
const listOf = ({ dataset: { label = "", mentions } }, input) => {
  const list = document.createElement("ul")
  list.id = `${input.id}-options`
  list.className = "options"
  list.role = "listbox"
  list.ariaLabel = label
  list.hidden = true
  input.after(list)
  input.ariaAutoComplete = "list"
  if (mentions) input.ariaHasPopup = "listbox"
  else {
    input.role = "combobox"
    input.ariaExpanded = "false"
  }
  input.setAttribute("aria-controls", list.id)
  return list
}

/** True for a match that readers of the page understand. @type {(match: Matched) => boolean} */
const isRead = ({ field, lang = "en" }) =>
  !["name", "id", "description"].includes(field) && ["en", document.documentElement.lang].includes(lang)

/**
 * An option for a disease, a symptom or a member that was found; `english` says that the name of a disease is English.
 * @type {(id: string, found: Found, place: DOMStringMap) => HTMLElement}
 */
const optionOf = (id, found, { english, mentions }) => {
  const [lang = "en"] = document.documentElement.lang.split("-", 1)
  const { localName, matchedOn, name } = found
  const option = document.createElement("li")
  option.id = id
  option.role = "option"
  Object.assign(option.dataset, { id: found.id, name: localName ?? name })
  if (localName == null && !mentions) option.lang = "en"
  const text = matchedOn && isRead(matchedOn) ? matchedOn.text : undefined
  const other = text === undefined || text === (localName ?? name) ? "" : ` (${text})`
  option.textContent = (localName ?? name) + other
  if (english && localName == null && lang !== "en")
    option.append(
      Object.assign(document.createElement("span"), { className: "soft", lang, textContent: ` ${english}` })
    )
  return option
}

/**
 * `show` opens and closes the list, `move` marks the next or the last option, `marked` gives the marked one.
 * @typedef {{ list: HTMLUListElement, show: (isOpen: boolean) => void, move: (step: 1 | -1) => void,
 *   marked: () => Element | undefined }} Listbox
 */

/**
 * The list below a box.
 * @type {(place: HTMLElement, input: Box) => Listbox}
 */
const listbox = (place, input) => {
  const list = listOf(place, input)
  let at = -1
  const mark = (/** @type {number} */ index) => {
    at = index
    for (const [place, option] of [...list.children].entries()) option.ariaSelected = String(place === at)
    const option = list.children[at]
    if (option) input.setAttribute("aria-activedescendant", option.id)
    else input.removeAttribute("aria-activedescendant")
    option?.scrollIntoView({ block: "nearest" })
  }
  return {
    list,
    marked: () => (list.hidden ? undefined : list.children[at]),
    move: (step) => {
      const { length } = list.children
      const next = at === -1 ? (step === 1 ? 0 : length - 1) : at + step
      mark(next === length ? -1 : next)
    },
    show: (isOpen) => {
      list.hidden = !isOpen || list.children.length === 0
      if (!place.dataset.mentions) input.ariaExpanded = String(!list.hidden)
      mark(-1)
    }
  }
}

/**
 * Looks for options, which the next letter ends; undefined if there is nothing to look for.
 * @type {(place: HTMLElement, input: Box) => (signal: AbortSignal) => Promise<Array<Found> | undefined> | undefined}
 */
const finder = (place, input) => {
  const { combobox: source = "", mentions } = place.dataset
  const { lang } = document.documentElement
  return (signal) => {
    const typed = mentions ? mentionBefore(input) : input.value.trim()
    if (typed === undefined || (!mentions && typed.length < minSuggestedCharacters)) return undefined
    const query = new URLSearchParams({ search: typed, limit: String(maxSuggestions) })
    if (lang !== "en" && source.endsWith("diseases")) query.set("lang", lang)
    return fetch(mentions ? mentions + encodeURIComponent(typed) : `${source}?${query}`, { signal })
      .then((answer) => (answer.ok ? answer.json() : undefined))
      .then((answer) => answer?.data)
  }
}

/**
 * A box with a list of suggestions (ARIA Authoring Practices, combobox with list autocomplete). The focus stays in
 * the box. A text of several lines has suggestions of members while the word before the cursor begins with an at sign.
 * @type {(place: HTMLElement, input: Box) => void}
 */
const suggest = (place, input) => {
  const { into, label = "", mentions } = place.dataset
  const { list, marked, move, show } = listbox(place, input)
  const find = finder(place, input)
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let request = new AbortController()

  const choose = (/** @type {HTMLElement} */ option) => {
    // A search that is under way would open the list again.
    clearTimeout(timer)
    request.abort()
    show(false)
    take(place, input, option)
  }
  const look = async () => {
    // The next letter ends this request, also while its answer is being read.
    request.abort()
    request = new AbortController()
    const finding = find(request.signal)
    if (finding === undefined) return show(false)
    const found = await finding.catch(() => undefined)
    if (found === undefined) return
    list.replaceChildren(...found.map((one, index) => optionOf(`${list.id}-${index}`, one, place.dataset)))
    if (document.activeElement !== input) return
    show(true)
    say(`${label}: ${found.length}`)
  }

  input.addEventListener("input", () => {
    drop(place)
    clearTimeout(timer)
    timer = setTimeout(look, suggestionsMillis)
  })
  input.addEventListener("blur", () => show(false))
  input.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent)) return
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (list.children.length === 0 || (mentions && list.hidden)) return
      event.preventDefault()
      if (list.hidden) show(true)
      move(event.key === "ArrowDown" ? 1 : -1)
    } else if (event.key === "Escape" && !(mentions && list.hidden)) {
      event.preventDefault()
      if (list.hidden) {
        input.value = ""
        drop(place)
      }
      show(false)
    } else if (event.key === "Enter") {
      const option = marked()
      if (!(option instanceof HTMLElement)) return into === undefined ? show(false) : event.preventDefault()
      event.preventDefault()
      choose(option)
    }
  })
  input.form?.addEventListener("change", ({ target }) => {
    if (mentions || !(target instanceof HTMLInputElement) || target.name !== "diseaseId") return
    drop(place)
    input.value = ""
  })
  list.addEventListener("mousedown", (event) => event.preventDefault()) // the focus stays in the box
  list.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLElement && target.role === "option") choose(target)
  })
}

for (const place of document.querySelectorAll("[data-combobox]")) {
  const input = place.querySelector("input[type=search]")
  if (place instanceof HTMLElement && input instanceof HTMLInputElement) suggest(place, input)
}

/** @type {(within: Element) => void} */
export const suggestMembers = (within) => {
  for (const area of within.querySelectorAll("[data-mentions]")) {
    if (area instanceof HTMLTextAreaElement) suggest(area, area)
  }
}
suggestMembers(document.body)
