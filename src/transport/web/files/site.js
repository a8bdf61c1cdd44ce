/// <reference lib="dom.iterable" />
// The pages work without this module: it saves a reader waiting.

/** @type {(text: string, id?: string) => void} */
const say = (text, id = "said") => {
  const place = document.getElementById(id)
  if (place) place.textContent = text
}

// A form that was refused: its summary takes the focus.
const problem = document.querySelector("[role=alert][autofocus]")
if (problem instanceof HTMLElement) problem.focus()

for (const back of document.querySelectorAll("[data-back]")) back.addEventListener("click", () => history.back())

// A menu closes at a click beside it, and at Escape.
const openMenu = () => document.querySelector(".menu[open]")
document.addEventListener("click", ({ target }) => {
  const menu = openMenu()
  if (menu && target instanceof Node && !menu.contains(target)) menu.removeAttribute("open")
})
document.addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" ? openMenu() : null
  menu?.removeAttribute("open")
  menu?.querySelector("summary")?.focus()
})

// Dates of this week become "5 minutes ago"; their time stays in the title. They keep their width, so nothing moves.
const { lang } = document.documentElement
const ago = new Intl.RelativeTimeFormat(lang, { numeric: "auto" })
/** @type {Record<string, string>} */
const justNow = { de: "gerade eben", fr: "à l’instant" }
const dayOf = (/** @type {number} */ at) => new Date(at).setHours(0, 0, 0, 0)
const agoOf = (/** @type {number} */ at) => {
  const now = Date.now()
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return justNow[lang] ?? "just now"
  if (minutes < 60) return ago.format(-minutes, "minute")
  if (minutes < 1_440) return ago.format(-Math.floor(minutes / 60), "hour")
  const days = Math.round((dayOf(now) - dayOf(at)) / 86_400_000)
  return days < 7 ? ago.format(-days, "day") : undefined
}
const tellTimes = () => {
  for (const time of document.querySelectorAll("time.ago")) {
    if (!(time instanceof HTMLTimeElement)) continue
    const { dataset, style } = time
    dataset.day ??= time.textContent ?? ""
    style.minWidth ||= `${time.getBoundingClientRect().width}px`
    const words = agoOf(Date.parse(time.dateTime)) ?? dataset.day
    if (time.textContent !== words) time.textContent = words
  }
}
tellTimes()
// Moments are told in UTC without the script, and with it in the reader's time zone.
for (const time of document.querySelectorAll("time.exact")) {
  const clock = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { dateStyle: "long", timeStyle: "short" })
  const words = clock.format(Date.parse(time.getAttribute("datetime") ?? ""))
  if (lang === "fr") time.textContent = words.replace(/0?(\d+):(\d+)$/, "$1\u00a0h\u00a0$2")
  else time.textContent = lang === "de" ? `${words} Uhr` : words
}
setInterval(tellTimes, 30_000)

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

// The words that are selected in a reply are quoted in the answer to it. A press of the pointer ends the selection.
for (const kind of ["pointerdown", "click"]) {
  addEventListener(kind, ({ target }) => {
    const link = target instanceof Element ? target.closest("a[data-quote]") : null
    const selection = getSelection()
    if (!(link instanceof HTMLAnchorElement) || !selection?.anchorNode || selection.isCollapsed) return
    if (!link.closest("li")?.contains(selection.anchorNode)) return
    link.search = `${new URLSearchParams({ quote: selection.toString().slice(0, 1000) })}`
  })
}

// What is being typed is kept in this browser until it is sent, or its member signs out or leaves.
const drafts = `draft ${document.body.dataset.member} `
const typedIn = (/** @type {HTMLFormElement} */ form) =>
  /** @type {Array<HTMLInputElement | HTMLTextAreaElement>} */ ([
    ...form.querySelectorAll("textarea, input[type=text]")
  ])
const forget = (/** @type {string} */ beginning) => {
  for (const name of Object.keys(localStorage)) if (`${name} `.startsWith(beginning)) localStorage.removeItem(name)
}
const sent = sessionStorage.getItem("sent")
const [arrival] = /** @type {Array<PerformanceNavigationTiming>} */ (performance.getEntriesByType("navigation"))
// Only a form that was accepted redirects: a refusal, a preview and a failure are pages of their own.
if (sent !== null && arrival && arrival.redirectCount > 0) forget(sent)
const forgetSent = () => sessionStorage.removeItem("sent")
forgetSent()
addEventListener("pageshow", forgetSent) // back at the form after a failure of the network
for (const form of document.querySelectorAll("form[data-draft]")) {
  if (!(form instanceof HTMLFormElement)) continue
  const name = drafts + form.dataset.draft
  const kept = JSON.parse(localStorage.getItem(name) ?? "{}")
  if (typedIn(form).every(({ value }) => value === "")) {
    for (const field of typedIn(form)) field.value = kept[field.name] ?? ""
  }
  form.addEventListener("input", () => {
    const typed = Object.fromEntries(typedIn(form).map((field) => [field.name, field.value]))
    if (Object.values(typed).some((text) => text !== "")) localStorage.setItem(name, JSON.stringify(typed))
    else localStorage.removeItem(name)
  })
  form.addEventListener("submit", () => sessionStorage.setItem("sent", `${name} `))
}
document.querySelector("form[action='/sign-out']")?.addEventListener("submit", () => forget("draft "))
document.querySelector("form[action='/settings/data']")?.addEventListener("submit", () => {
  sessionStorage.setItem("sent", drafts) // all of them, once the member has left
})

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
    const answer = typed.length < 8 ? undefined : await fetch(`/posts/similar?${new URLSearchParams({ title: typed })}`)
    const html = answer?.ok ? await answer.text() : ""
    if (title.value.trim() === typed && similar.innerHTML !== html) similar.innerHTML = html
  }
  title.addEventListener("input", () => {
    clearTimeout(timer)
    timer = setTimeout(() => look().catch(() => {}), 600)
  })
}

/**
 * A box with a list of suggestions (ARIA Authoring Practices, combobox with list autocomplete). The focus stays in the box.
 * A text of several lines has suggestions of members while the word before the cursor begins with an at sign.
 * @type {(place: HTMLElement, input: HTMLInputElement | HTMLTextAreaElement) => void}
 */
const suggest = (place, input) => {
  const { combobox: source = "", into, label = "", mentions } = place.dataset
  const { lang } = document.documentElement
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
  let at = -1
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let request = new AbortController()

  const mark = (/** @type {number} */ index) => {
    at = index
    for (const [place, option] of [...list.children].entries()) option.ariaSelected = String(place === at)
    const option = list.children[at]
    if (option) input.setAttribute("aria-activedescendant", option.id)
    else input.removeAttribute("aria-activedescendant")
    option?.scrollIntoView({ block: "nearest" })
  }
  const show = (/** @type {boolean} */ isOpen) => {
    list.hidden = !isOpen || list.children.length === 0
    if (!mentions) input.ariaExpanded = String(!list.hidden)
    mark(-1)
  }
  /** What is looked for; undefined for nothing. */
  const wanted = () => {
    if (mentions)
      return /(?:^|[\s(])@([^\s@()[\]]*(?: [^\s@()[\]]+)?)$/.exec(input.value.slice(0, input.selectionStart ?? 0))?.[1]
    const typed = input.value.trim()
    return typed.length < 2 ? undefined : typed
  }
  const searched = place.querySelector("[name=searched]")
  /** Forgets the disease that was chosen before. */
  const drop = () => place.querySelector("[name=diseaseId]")?.remove()
  const choose = (/** @type {HTMLElement} */ option) => {
    // A search that is under way would open the list again.
    clearTimeout(timer)
    request.abort()
    show(false)
    const field = into === undefined ? null : document.getElementById(into)
    const name = option.dataset.name ?? ""
    if (mentions) {
      const end = input.selectionStart ?? 0
      const link = `[@${name.replace(/[\\[\]*`~&]|\b_|_\b/g, "\\$&")}](/members/${option.dataset.id}) `
      input.setRangeText(link, end - (wanted()?.length ?? 0) - 1, end, "end")
      input.dispatchEvent(new Event("input", { bubbles: true })) // the draft is kept
    } else if (field instanceof HTMLTextAreaElement) {
      field.value = field.value.trim() === "" ? name : `${field.value.trim()}, ${name}`
      input.value = ""
      say(name)
    } else if (into === "diseaseIds") {
      const { id = "" } = option.dataset
      const others = [...(input.form?.querySelectorAll(`[name=${into}]`) ?? [])]
      const other = others.find((one) => one instanceof HTMLInputElement && one.value === id)
      const box = other ?? document.createElement("input")
      if (!other) {
        const row = document.createElement("div")
        row.className = "choice"
        const words = Object.assign(document.createElement("label"), { textContent: name, lang: option.lang })
        words.htmlFor = `chosen-${id}`
        row.append(Object.assign(box, { type: "checkbox", name: into, value: id, id: `chosen-${id}` }), words)
        const last = others.at(-1)?.closest(".choice") ?? input.form?.querySelector(".empty")
        last?.after(row)
        if (last?.className === "empty") last.remove()
      }
      if (box instanceof HTMLInputElement) box.checked = true
      input.value = ""
      say(name)
    } else if (into === "diseaseId") {
      drop()
      for (const other of input.form?.querySelectorAll("[name=diseaseId]") ?? [])
        if (other instanceof HTMLInputElement) other.checked = false
      input.value = name
      if (searched instanceof HTMLInputElement) searched.value = name
      input.after(
        Object.assign(document.createElement("input"), { type: "hidden", name: into, value: option.dataset.id })
      )
      say(name)
    } else location.href = `/diseases/${option.dataset.id}`
  }
  const look = async () => {
    request.abort()
    request = new AbortController()
    const typed = wanted()
    if (typed === undefined) return show(false)
    const query = new URLSearchParams({ search: typed, limit: "8" })
    if (lang !== "en" && source.endsWith("diseases")) query.set("lang", lang)
    // The next letter ends this request, also while its answer is being read.
    const found = await fetch(mentions ? mentions + encodeURIComponent(typed) : `${source}?${query}`, {
      signal: request.signal
    })
      .then((answer) => (answer.ok ? answer.json() : undefined))
      .catch(() => undefined)
    if (found === undefined) return
    const { data } = found
    list.replaceChildren(
      ...data.map((/** @type {any} */ { id, localName, matchedOn, name }, /** @type {number} */ place) => {
        const option = document.createElement("li")
        option.id = `${list.id}-${place}`
        option.role = "option"
        Object.assign(option.dataset, { id, name: localName ?? name })
        if (localName == null && !mentions) option.lang = "en"
        const other =
          matchedOn && !["name", "id", "description"].includes(matchedOn.field) ? ` (${matchedOn.text})` : ""
        option.textContent = (localName ?? name) + other
        return option
      })
    )
    if (document.activeElement !== input) return
    show(true)
    say(`${label}: ${data.length}`)
  }

  input.addEventListener("input", () => {
    drop()
    clearTimeout(timer)
    timer = setTimeout(look, 150)
  })
  input.addEventListener("blur", () => show(false))
  input.addEventListener("keydown", (/** @type {any} */ event) => {
    const { length } = list.children
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (length === 0 || (mentions && list.hidden)) return
      event.preventDefault()
      const isDown = event.key === "ArrowDown"
      if (list.hidden) show(true)
      const next = at === -1 ? (isDown ? 0 : length - 1) : at + (isDown ? 1 : -1)
      mark(next === length ? -1 : next)
    } else if (event.key === "Escape" && !(mentions && list.hidden)) {
      event.preventDefault()
      if (list.hidden) {
        input.value = ""
        drop()
      }
      show(false)
    } else if (event.key === "Enter") {
      const option = list.hidden ? undefined : list.children[at]
      if (!(option instanceof HTMLElement)) return into === undefined ? show(false) : event.preventDefault()
      event.preventDefault()
      choose(option)
    }
  })
  input.form?.addEventListener("change", ({ target }) => {
    if (mentions || !(target instanceof HTMLInputElement) || target.name !== "diseaseId") return
    drop()
    input.value = ""
  })
  list.addEventListener("mousedown", (event) => event.preventDefault()) // the focus stays in the box
  list.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLElement && target.role === "option") choose(target)
  })
}
document.querySelector("[data-print]")?.addEventListener("click", () => print())

for (const place of document.querySelectorAll("[data-combobox]")) {
  const input = place.querySelector("input[type=search]")
  if (place instanceof HTMLElement && input instanceof HTMLInputElement) suggest(place, input)
}
/** @type {(within: Element) => void} */
const suggestMembers = (within) => {
  for (const area of within.querySelectorAll("[data-mentions]")) {
    if (area instanceof HTMLTextAreaElement) suggest(area, area)
  }
}
suggestMembers(document.body)

/**
 * Listens while the page can be seen. Of the pages that show the same, one listens and tells the others.
 * @type {(badge: HTMLElement, thread: HTMLElement | null) => void}
 */
const listen = (badge, thread) => {
  const post = thread?.dataset.live
  const name = `live ${document.body.dataset.member} ${post ?? ""}`
  const channel = new BroadcastChannel(name)
  let unread = Number(badge.dataset.count)
  let isBehind = false
  let stop = () => {}

  const count = (/** @type {number} */ number) => {
    const isMore = number > unread
    unread = number
    badge.className = unread === 0 ? "count none" : "count"
    const words = document.createElement("span")
    words.className = "aside"
    words.textContent = ` ${badge.dataset.label}`
    if (unread === 0) badge.replaceChildren()
    else badge.replaceChildren(unread.toLocaleString(document.documentElement.lang), words)
    // A region of its own: an answer on the reader's own thread is said at the same moment.
    if (isMore) say(`${unread} ${badge.dataset.label}`, "counted")
  }
  const countAnswers = () => {
    const heading = document.getElementById("comments")
    if (!heading) return
    const { count, many = "", one = "" } = heading.dataset
    const answers = Number(count) + 1
    heading.dataset.count = String(answers)
    heading.textContent = answers === 1 ? one : many.replace("#", answers.toLocaleString(document.documentElement.lang))
  }
  // More answers than the stream brings: those that it leaves out come with the page.
  const offerToReload = () => {
    const newer = document.getElementById("newer")
    isBehind = newer !== null
    if (newer?.hidden) say(newer.textContent ?? "")
    if (newer) newer.hidden = false
  }
  const take = (/** @type {{ type: string, data: any }} */ { data, type }) => {
    if (type === "notification") count(unread + 1)
    else if (type === "resync") offerToReload()
    else if (type !== "comment") count(data.unreadCount)
    else if (thread && !isBehind && !document.getElementById(`comment-${data.id}`)) {
      thread.insertAdjacentHTML("beforeend", data.html)
      if (thread.lastElementChild) suggestMembers(thread.lastElementChild)
      tellTimes()
      countAnswers()
      say(data.said)
    }
  }
  channel.onmessage = ({ data }) => take(data)
  const tell = (/** @type {{ type: string, data: any }} */ event) => {
    take(event)
    channel.postMessage(event)
  }

  const start = () => {
    stop()
    const ended = new AbortController()
    stop = () => ended.abort()
    const hold = () =>
      new Promise((done) => {
        const newest = thread?.lastElementChild?.id.replace("comment-", "")
        const watched = post && !isBehind && { postId: post, after: newest ?? "0" }
        const query = new URLSearchParams({ ...watched })
        const source = new EventSource(`/live?${query}`)
        for (const type of ["connected", "notification", "notifications_read", "comment"]) {
          source.addEventListener(type, ({ data }) => tell({ type, data: JSON.parse(data) }))
        }
        source.addEventListener("resync", ({ data }) => {
          const event = { type: "resync", data: JSON.parse(data) }
          if (event.data.postId === undefined)
            start() // of the notifications, whose number comes first
          else tell(event)
        })
        source.addEventListener("close", ({ data }) => {
          if (!["slow", "restart"].includes(JSON.parse(data).reason)) source.close() // the session has ended
        })
        // A browser gives up after an answer that is no stream, such as that of a proxy while the server restarts.
        source.addEventListener("error", () => {
          if (source.readyState === EventSource.CLOSED) setTimeout(() => ended.signal.aborted || start(), 30_000)
        })
        ended.signal.addEventListener("abort", () => done(source.close()))
      })
    // Without HTTPS a browser has no locks: then each page listens for itself.
    if (navigator.locks) navigator.locks.request(name, { signal: ended.signal }, hold).catch(() => {})
    else hold()
  }
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()))
  if (!document.hidden) start()
}
const badge = document.getElementById("unread")
if (badge) listen(badge, document.querySelector("[data-live]"))
