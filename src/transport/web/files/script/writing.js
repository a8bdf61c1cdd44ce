/// <reference lib="dom.iterable" />

/** The maximum number of characters of the words that an answer quotes. */
const maxQuoteCharacters = 1_000

/** The fewest characters of a title for which similar posts are looked up while it is typed. */
const minTitleCharacters = 8

/** The pause in typing a title after which similar posts are looked up. */
const similarMillis = 600

// The words that are selected in a reply are quoted in the answer to it. A press of the pointer ends the selection.
for (const kind of ["pointerdown", "click"]) {
  addEventListener(kind, ({ target }) => {
    const link = target instanceof Element ? target.closest("a[data-quote]") : null
    const selection = getSelection()
    if (!(link instanceof HTMLAnchorElement) || !selection?.anchorNode || selection.isCollapsed) return
    if (!link.closest("li")?.contains(selection.anchorNode)) return
    link.search = `${new URLSearchParams({ quote: selection.toString().slice(0, maxQuoteCharacters) })}`
  })
}

// Buttons that mark what is selected in a text, or the line of the cursor.
for (const bar of document.querySelectorAll("[data-marks]")) {
  const area = document.getElementById(bar.getAttribute("data-marks") ?? "")
  if (!(area instanceof HTMLTextAreaElement) || !(bar instanceof HTMLElement)) continue
  bar.hidden = false
  bar.addEventListener("click", ({ target }) => {
    const mark = target instanceof HTMLElement ? target.dataset.mark : undefined
    if (mark === undefined) return
    const { selectionEnd, selectionStart, value } = area
    const isOfLines = mark === "list" || mark === "quote"
    const start = isOfLines ? value.lastIndexOf("\n", selectionStart - 1) + 1 : selectionStart
    const text = value.slice(start, selectionEnd)
    const [before, after] = mark === "bold" ? ["**", "**"] : ["[", "](https://)"]
    const marked = isOfLines ? text.replace(/^/gm, mark === "list" ? "- " : "> ") : before + text + after
    area.setRangeText(marked, start, selectionEnd, "end")
    if (!isOfLines && text === "") area.selectionEnd -= after.length // the cursor stands between the marks
    area.focus()
    area.dispatchEvent(new Event("input", { bubbles: true })) // the draft is kept
  })
}

// Posts that are similar to the title of a new one, while it is typed.
const similar = document.getElementById("similar")
const title = similar?.closest("form")?.querySelector("[name=title]")
if (similar && title instanceof HTMLInputElement) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const look = async () => {
    const typed = title.value.trim()
    const answer =
      typed.length < minTitleCharacters
        ? undefined
        : await fetch(`/posts/similar?${new URLSearchParams({ title: typed })}`)
    const html = answer?.ok ? await answer.text() : ""
    if (title.value.trim() === typed && similar.innerHTML !== html) similar.innerHTML = html
  }
  title.addEventListener("input", () => {
    clearTimeout(timer)
    timer = setTimeout(() => look().catch(() => {}), similarMillis)
  })
}
