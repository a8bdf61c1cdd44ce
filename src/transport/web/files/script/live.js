/// <reference lib="dom.iterable" />
import { suggestMembers } from "./combobox.js"
import { say } from "./say.js"
import { tellTimes } from "./times.js"

/** @typedef {{ id: number, html: string, said: string }} Comment */

/**
 * An event of the stream.
 * @typedef {{ type: "connected" | "notifications_read", data: { unreadCount: number } }
 *   | { type: "notification", data: object }
 *   | { type: "comment", data: Comment }
 *   | { type: "resync", data: { postId?: number } }
 *   | { type: "close", data: { reason: string } }} Sent
 */

/** The wait of a page before it opens its stream again, where the browser has given up. */
const reopenMillis = 30_000

/**
 * A count in words, of the element that has their forms (`countForms`).
 * @type {(of: HTMLElement, count: number) => string}
 */
const countIn = (of, count) => {
  const { locale } = document.body.dataset
  /** @type {Record<string, string>} */
  const forms = JSON.parse(of.dataset.forms ?? "{}")
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms["other"] ?? "#"
  return form.replace("#", count.toLocaleString(locale))
}

const offerToReload = () => {
  const newer = document.getElementById("newer")
  if (newer?.hidden) say(newer.textContent ?? "")
  if (newer) newer.hidden = false
}

/**
 * Shows a number of unread notifications, read out in words. The list of notifications offers those that it lacks.
 * @type {(badge: HTMLElement) => (number: number) => void}
 */
const counter = (badge) => (number) => {
  const isMore = number > Number(badge.dataset.count)
  badge.dataset.count = String(number)
  badge.className = number === 0 ? "count none" : "count"
  const [shown, words] = [document.createElement("span"), document.createElement("span")]
  shown.ariaHidden = "true"
  shown.textContent = number.toLocaleString(document.body.dataset.locale)
  words.className = "aside"
  words.textContent = countIn(badge, number)
  badge.replaceChildren(...(number === 0 ? [] : [shown, words]))
  // A region of its own: an answer on the reader's own thread is said at the same moment.
  if (isMore) say(words.textContent, "counted")
  if (isMore && document.getElementById("newer")?.dataset.of === "notifications") offerToReload()
}

const countAnswer = () => {
  const heading = document.getElementById("comments")
  if (!heading) return
  const answers = Number(heading.dataset.count) + 1
  heading.dataset.count = String(answers)
  heading.textContent = countIn(heading, answers)
}

/** True once a thread has more answers than the stream brings: those that it leaves out come with the page. */
const isBehind = () => document.getElementById("newer")?.hidden === false

/** @type {(thread: HTMLElement | null, comment: Comment) => void} */
const append = (thread, { html, id, said }) => {
  if (!thread || isBehind() || document.getElementById(`comment-${id}`)) return
  thread.insertAdjacentHTML("beforeend", html)
  if (thread.lastElementChild) suggestMembers(thread.lastElementChild)
  tellTimes()
  countAnswer()
  say(said)
}

/** The form that is being sent: its answer is the next page. @type {Event | undefined} */
let sent
document.addEventListener("submit", (event) => (sent = event))
addEventListener("pageshow", () => (sent = undefined))

const isTyped = () =>
  [...document.querySelectorAll("textarea, input")].some(
    (field) =>
      (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== field.defaultValue
  )

/** Shows the page as to a visitor once its session has ended, unless it has words that were not sent. */
const leaveIfEnded = async () => {
  const { status } = await fetch("/live", { method: "HEAD" }).catch(() => ({ status: 0 }))
  const isSending = sent?.defaultPrevented === false
  if (status === 401 && !isSending && !isTyped()) location.reload()
}

/**
 * Opens the stream of events. One that may have lost notifications opens a new one, which begins with their number.
 * @type {(thread: HTMLElement | null, tell: (event: Sent) => void, again: () => void) => EventSource}
 */
const open = (thread, tell, again) => {
  const post = thread?.dataset.live
  const newest = thread?.lastElementChild?.id.replace("comment-", "")
  const watched = post && !isBehind() && { postId: post, after: newest ?? "0" }
  const source = new EventSource(`/live?${new URLSearchParams({ ...watched })}`)
  for (const type of /** @type {const} */ (["connected", "notification", "notifications_read", "comment"])) {
    source.addEventListener(type, ({ data }) => tell({ type, data: JSON.parse(data) }))
  }
  source.addEventListener("resync", ({ data }) => {
    /** @type {Extract<Sent, { type: "resync" }>} */
    const event = { type: "resync", data: JSON.parse(data) }
    if (event.data.postId === undefined) again()
    else tell(event)
  })
  source.addEventListener("close", ({ data }) => {
    if (["slow", "restart"].includes(JSON.parse(data).reason)) return
    source.close()
    tell({ type: "close", data: JSON.parse(data) })
  })
  return source
}

/**
 * Listens while the page can be seen. Of the pages that show the same, one listens and tells the others.
 * @type {(badge: HTMLElement, thread: HTMLElement | null) => void}
 */
const listen = (badge, thread) => {
  const name = `live ${document.body.dataset.member} ${thread?.dataset.live ?? ""}`
  const channel = new BroadcastChannel(name)
  const count = counter(badge)
  let stop = () => {}

  const take = (/** @type {Sent} */ { data, type }) => {
    if (type === "notification") count(Number(badge.dataset.count) + 1)
    else if (type === "resync") offerToReload()
    else if (type === "close") leaveIfEnded()
    else if (type === "comment") append(thread, data)
    else count(data.unreadCount)
  }
  channel.onmessage = ({ data }) => take(data)
  const tell = (/** @type {Sent} */ event) => {
    take(event)
    channel.postMessage(event)
  }

  const start = () => {
    stop()
    const ended = new AbortController()
    stop = () => ended.abort()
    const hold = () =>
      new Promise((done) => {
        const source = open(thread, tell, start)
        // A browser gives up after an answer that is not a stream, such as that of a proxy while the server restarts.
        source.addEventListener("error", () => {
          if (source.readyState !== EventSource.CLOSED) return
          leaveIfEnded()
          setTimeout(() => ended.signal.aborted || start(), reopenMillis)
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
