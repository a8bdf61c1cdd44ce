/// <reference lib="dom.iterable" />
// Dates of this week become "5 minutes ago"; their time stays in the title. They keep their width, so nothing moves.

const millisPerMinute = 60_000
const minutesPerHour = 60
const minutesPerDay = 1_440
const millisPerDay = 86_400_000

/** Times become "yesterday" or "3 days ago" up to this many days; older ones stay dates. */
const maxAgoDays = 6

/** The interval at which the times that are told as "5 minutes ago" are updated. */
const toldMillis = 30_000

/** The locale of the server's dates, such as `en-GB`. */
const locale = document.body.dataset.locale ?? "en-GB"
const ago = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
const dayOf = (/** @type {number} */ at) => new Date(at).setHours(0, 0, 0, 0)
const agoOf = (/** @type {number} */ at) => {
  const now = Date.now()
  const minutes = Math.floor((now - at) / millisPerMinute)
  if (minutes < 1) return document.body.dataset.now
  if (minutes < minutesPerHour) return ago.format(-minutes, "minute")
  if (minutes < minutesPerDay) return ago.format(-Math.floor(minutes / minutesPerHour), "hour")
  const days = Math.round((dayOf(now) - dayOf(at)) / millisPerDay)
  return days <= maxAgoDays ? ago.format(-days, "day") : undefined
}
export const tellTimes = () => {
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
  const clock = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" })
  const text = clock.format(Date.parse(time.getAttribute("datetime") ?? ""))
  const date = locale.startsWith("fr") ? text.replace(/^1(?=\s)/, "1er") : text // as the server writes it
  time.textContent = date.replace(/ (?=\d{1,2}:)/, "\u00A0") // no line ends before the hour
}
setInterval(tellTimes, toldMillis)
