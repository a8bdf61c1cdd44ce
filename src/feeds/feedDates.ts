const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/** Zones that feeds name, in minutes east of Greenwich: those of RFC 822, and of Europe, Japan and India. */
const zones: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 60, bst: 60, cet: 60, cest: 120, eet: 120, eest: 180, msk: 180 },
    ...{ ist: 330, jst: 540, est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420 }
  })
)

/** Minutes east of Greenwich; an unknown zone counts as Greenwich, as RFC 2822 has it. */
const offsetOf = (zone: string): number => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  if (hours === undefined) return zones.get(zone.toLowerCase()) ?? 0
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0))
}

/** Two digits are of the years 1970 to 2069, three of 1900 on (RFC 2822). */
const fullYear = (digits: string): number => {
  const year = Number(digits)
  if (digits.length === 4) return year
  return year + (digits.length === 3 || year >= 70 ? 1900 : 2000)
}

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millis: number
  readonly offset: number
}

/** A leap second is the first moment of the next minute; a day that its month has not is no date. */
const momentOf = ({ day, hour, millis, minute, month, offset, second, year }: Parts): number | null => {
  const midnight = new Date(Date.UTC(year, month, day))
  const isDate = midnight.getUTCMonth() === month && midnight.getUTCDate() === day && year >= 1900
  if (!isDate || hour > 24 || minute > 59 || second > 60) return null
  return midnight.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + millis
}

const number = (digits: string | undefined) => Number(digits ?? 0)

/** `2026-03-05T23:30:00.5-08:00`, or less of it: a day, or a month. */
const iso =
  /^(\d{4})-?(\d\d)?(?:-?(\d\d))?(?:[T\s]+(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?)?$/i

const ofIso = (text: string): number | null => {
  const [, year, month, day, hour, minute, second, fraction, zone] = iso.exec(text) ?? []
  if (year === undefined) return null
  return momentOf({
    year: Number(year),
    month: number(month ?? "1") - 1,
    day: number(day ?? "1"),
    hour: number(hour),
    minute: number(minute),
    second: number(second),
    millis: Math.floor(Number(`0.${fraction ?? 0}`) * 1000),
    offset: offsetOf(zone ?? "Z")
  })
}

/** `Thu, 05 Mar 2026 08:00:00 EST`, or less of it; the month before its day too. */
const rfc822 = /^(?:[a-z]+\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s,-]+(\d{2,4})(?:\s+(.*))?$/i
const monthFirst = /^(?:[a-z]+\.?,?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})(?:\s+(.*))?$/i
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([+-]\d\d:?\d\d|[a-z]+)\b.*)?$/i

const ofWords = (text: string): number | null => {
  const dayFirst = rfc822.exec(text)
  const [, first = "", second = "", year = "", rest = ""] = dayFirst ?? monthFirst.exec(text) ?? []
  const [day, name] = dayFirst ? [first, second] : [second, first]
  const month = months.indexOf(name.toLowerCase())
  const [, hour, minute, seconds, zone] = clock.exec(rest) ?? []
  if (month === -1 || (rest !== "" && hour === undefined)) return null
  return momentOf({
    year: fullYear(year),
    month,
    day: Number(day),
    hour: number(hour),
    minute: number(minute),
    second: number(seconds),
    millis: 0,
    offset: offsetOf(zone ?? "GMT")
  })
}

/** No date is longer; what is longer is not looked at. */
const maxCharacters = 64

/** The moment that a feed means, in milliseconds since 1970; null for what is no date. A day alone is its midnight, UTC. */
export const feedDate = (written: string | undefined): number | null => {
  const text = (written ?? "").trim().replace(/\s+/g, " ")
  if (text === "" || text.length > maxCharacters) return null
  return ofIso(text) ?? ofWords(text)
}
