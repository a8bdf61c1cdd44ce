const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/** Zones that feeds name, in minutes east of Greenwich: those of RFC 822, and of Europe, Japan and India. */
const zones: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 60, bst: 60, cet: 60, cest: 120, eet: 120, eest: 180, msk: 180 },
  ...{ ist: 330, jst: 540, est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420 }
}

/** Minutes east of Greenwich; an unknown zone counts as Greenwich (RFC 2822). */
const offsetOf = (zone: string): number => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  const name = zone.toLowerCase()
  if (hours === undefined) return Object.hasOwn(zones, name) ? (zones[name] ?? 0) : 0
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0))
}

/** Two digits mean the years 1970 to 2069, three the years from 1900 on (RFC 2822). */
const fullYear = (digits: string): number => {
  const year = Number(digits)
  if (digits.length === 4) return year
  return year + (digits.length === 3 || year >= 70 ? 1900 : 2000)
}

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: string | undefined
  readonly minute: string | undefined
  readonly second: string | undefined
  readonly millis: number
  readonly zone: string
}

/**
 * Milliseconds since 1970; null for a day that its month does not have. A leap second counts as the next minute's
 * first.
 */
const timestampOf = ({ day, millis, month, year, zone, ...time }: Parts): number | null => {
  const [hour, minute, second] = [Number(time.hour ?? 0), Number(time.minute ?? 0), Number(time.second ?? 0)]
  const midnight = new Date(Date.UTC(year, month, day))
  const isDate = midnight.getUTCMonth() === month && midnight.getUTCDate() === day && year >= 1900
  if (!isDate || hour > 24 || minute > 59 || second > 60) return null
  return midnight.getTime() + ((hour * 60 + minute - offsetOf(zone)) * 60 + second) * 1000 + millis
}

/** `2026-03-05T23:30:00.5-08:00`, or a shorter form down to a month. */
const iso =
  /^(\d{4})-?(\d\d)?(?:-?(\d\d))?(?:[T\s]+(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?)?$/i

const ofIso = (text: string): number | null => {
  const [, year, month = "1", day = "1", hour, minute, second, fraction = "0", zone = "Z"] = iso.exec(text) ?? []
  if (year === undefined) return null
  const millis = Math.floor(Number(`0.${fraction}`) * 1000)
  return timestampOf({
    year: Number(year),
    month: Number(month) - 1,
    day: Number(day),
    hour,
    minute,
    second,
    millis,
    zone
  })
}

/** `Thu, 05 Mar 2026 08:00:00 EST`, or a shorter form, with the day before or after the month. */
const rfc822 = /^(?:[a-z]+\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s,-]+(\d{2,4})(?:\s+(.*))?$/i
const monthFirst = /^(?:[a-z]+\.?,?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})(?:\s+(.*))?$/i
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([+-]\d\d:?\d\d|[a-z]+)\b.*)?$/i

const ofWords = (text: string): number | null => {
  const dayFirst = rfc822.exec(text)
  const [, first = "", other = "", year = "", rest = ""] = dayFirst ?? monthFirst.exec(text) ?? []
  const [day, name] = dayFirst ? [first, other] : [other, first]
  const month = months.indexOf(name.toLowerCase())
  const [, hour, minute, second, zone = "GMT"] = clock.exec(rest) ?? []
  if (month === -1 || (rest !== "" && hour === undefined)) return null
  return timestampOf({ year: fullYear(year), month, day: Number(day), hour, minute, second, millis: 0, zone })
}

/** The longest text that is read as a date of a feed. */
const maxDateCharacters = 64

/** A feed's date in milliseconds since 1970, UTC; null for any other text. A day without a time means its midnight. */
export const feedDate = (written: string | undefined): number | null => {
  const text = (written ?? "").trim().replace(/\s+/g, " ")
  if (text === "" || text.length > maxDateCharacters) return null
  return ofIso(text) ?? ofWords(text)
}
