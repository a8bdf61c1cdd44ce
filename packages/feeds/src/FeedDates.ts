import { folded, isWeekday, monthNamed, tellsNothing } from "./DateWords.ts"

/** Zones that feeds name, in minutes east of Greenwich. A name of two zones is the one that feeds mean most. */
const zones: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 60, bst: 60, cet: 60, cest: 120, mez: 60, mesz: 120, met: 60 },
  ...{ mest: 120, eet: 120, eest: 180, msk: 180, trt: 180, wat: 60, cat: 120, sast: 120, eat: 180, ist: 330 },
  ...{ est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420, akst: -540 },
  ...{ akdt: -480, hst: -600, ast: -240, adt: -180, nst: -210, ndt: -150, brt: -180, art: -180, clt: -240 },
  ...{ jst: 540, kst: 540, hkt: 480, sgt: 480, awst: 480, acst: 570, acdt: 630, aest: 600, aedt: 660 },
  ...{ nzst: 720, nzdt: 780 }
}

/** An offset, also after the name of the zone that it is counted from: `+0100`, `+1`, `GMT+01:00`, `UTC-5`. */
const offset = /^(?:gmt|utc|ut|z)?([+-])(\d{1,2})(?::?(\d\d))?$/

/** Minutes east of Greenwich; an unknown zone counts as Greenwich (RFC 2822). */
const offsetOf = (zone: string): number => {
  const name = zone.toLowerCase().replace(/\s/g, "")
  const [, sign, hours, minutes] = offset.exec(name) ?? []
  if (hours === undefined) return Object.hasOwn(zones, name) ? (zones[name] ?? 0) : 0
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0))
}

/** Two digits mean the years 1970 to 2069, three the years from 1900 on (RFC 2822). */
const fullYear = (digits: string): number => {
  const year = Number(digits)
  if (digits.length === 4) return year
  return year + (digits.length === 3 || year >= 70 ? 1900 : 2000)
}

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

interface Time {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millis: number
  readonly zone: string
}

const midnight: Time = { hour: 0, minute: 0, second: 0, millis: 0, zone: "z" }

/**
 * Milliseconds since 1970; null for a day that its month does not have. A leap second counts as the next minute's
 * first.
 */
const timestampOf = ({ day, month, year }: Day, { hour, millis, minute, second, zone }: Time): number | null => {
  const date = new Date(Date.UTC(year, month, day))
  const isDate = date.getUTCMonth() === month && date.getUTCDate() === day && year >= 1900
  if (!isDate || !(hour <= 24) || minute > 59 || second > 60) return null
  return date.getTime() + ((hour * 60 + minute - offsetOf(zone)) * 60 + second) * 1000 + millis
}

/** `2026-03-05T23:30:00.5-08:00`, or a shorter form down to a month. */
const iso =
  /^(\d{4})-?(\d\d)?(?:-?(\d\d))?(?:[T\s]+(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?)?$/i

const ofIso = (text: string): number | null => {
  const [, year, month = "1", day = "1", hour = "0", minute = "0", second = "0", fraction = "0", zone = "Z"] =
    iso.exec(text) ?? []
  if (year === undefined) return null
  return timestampOf(
    { year: Number(year), month: Number(month) - 1, day: Number(day) },
    {
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
      millis: Math.floor(Number(`0.${fraction}`) * 1000),
      zone
    }
  )
}

/** A time of day: `08:15:00 PM EST`, `14h30`, `14.30 Uhr`, `8 p.m.`; behind it its zone, or another word. */
const clock =
  /(?<![\d.:/-])(\d{1,2})(?:\s?[:h]\s?(\d{2})(?::(\d{2})(?:[.,]\d+)?)?|\s?h(?![a-z])|\.(\d{2})(?=\s?uhr)|(?=\s?(?:[ap]\.?\s?m\b|uhr)))(?:\s?(?:uhr|h)(?![a-z]))?(?:\s?([ap])\.?\s?m\b\.?)?(?:\s*((?:gmt|utc|ut)?\s?[+-]\d{1,2}(?::?\d{2})?(?!\d)|[a-z]{1,10}(?![a-z])))?/

/** The hour of a day of 24 hours; one that such a day alone has, such as 20 p.m., is left as it is. */
const hourOf = (digits: string, half: string | undefined): number => {
  const hour = Number(digits)
  if (half === undefined || hour > 12) return half === "a" && hour > 12 ? Number.NaN : hour
  return (hour % 12) + (half === "p" ? 12 : 0)
}

/** Splits a folded text into its time of day, midnight where it has none, and the rest. */
const splitTime = (text: string): readonly [time: Time, rest: string] => {
  const found = clock.exec(text)
  if (found === null) return [midnight, text]
  const [whole, hour = "", minute, second = "0", dotted, half, behind = ""] = found
  const isZone = behind !== "" && !tellsNothing(behind) && monthNamed(behind) === undefined
  const before = text.slice(0, found.index)
  const after = text.slice(found.index + whole.length - (isZone ? 0 : behind.length))
  const time = { hour: hourOf(hour, half), minute: Number(minute ?? dotted ?? 0), second: Number(second), millis: 0 }
  return [{ ...time, zone: isZone ? behind : "z" }, `${before} ${after}`]
}

/** A number of a date, also as an ordinal: *5th*, *1er*, *1\u00ba*. */
const ordinal = /^(\d{1,4})(?:st|nd|rd|th|ere?|er|re|e|o|a)?$/

const isNumber = (word: string) => ordinal.test(word)

/** The day of a date whose month has a name: `thu 05 mar 2026`, `march 5 2026`, `5 mar 26`. */
const ofMonthName = (words: ReadonlyArray<string>): Day | undefined => {
  const named = words.flatMap((word, at) => (isNumber(word) || monthNamed(word) === undefined ? [] : [{ word, at }]))
  // In French, Italian and Spanish, Tuesday is short for what is March elsewhere.
  const [name, ...others] =
    named.length === 2 && named[0]?.at === 0 && isWeekday(named[0].word) ? named.slice(1) : named
  if (name === undefined || others.length > 0) return undefined
  const rest = words.filter((_, at) => at !== name.at)
  if (rest.some((word) => !isNumber(word) && !tellsNothing(word))) return undefined
  const numbers = rest.filter(isNumber).map((word) => ordinal.exec(word)?.[1] ?? "")
  const [one = "", other = "", ...more] = numbers
  const [day, year] = one.length === 4 ? [other, one] : [one, other]
  // A short year comes last, after the name of the month.
  const isShort = year.length < 4 && words.findIndex(isNumber) > name.at
  if (more.length > 0 || day === "" || day.length > 2 || year.length < 2 || isShort) return undefined
  return { year: fullYear(year), month: monthNamed(name.word) ?? 0, day: Number(day) }
}

/** A date in numbers. Between slashes and hyphens either number may be the day, so one of them must be above 12. */
const ofNumbers = (text: string): Day | undefined => {
  const [, year = "", month = "", day = ""] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text) ?? []
  if (year !== "") return { year: Number(year), month: Number(month) - 1, day: Number(day) }
  const [, one = "", sign = "", other = "", last = ""] = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? []
  if (one === "") return undefined
  const dayFirst = { year: fullYear(last), month: Number(other) - 1, day: Number(one) }
  const monthFirst = { year: fullYear(last), month: Number(one) - 1, day: Number(other) }
  if (sign === "." || Number(one) > 12 || one === other) return dayFirst
  return Number(other) > 12 ? monthFirst : undefined
}

/** A date and a time in Chinese, Japanese or Korean, whose parts have signs behind them. */
const signedDate = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/u
const signedTime = /(\d{1,2})\s?[時时시点點](?:\s?(\d{1,2})\s?[分분])?/u

const withoutSigns = (text: string): string =>
  text
    .replace(signedDate, "$1-$2-$3 ")
    .replace(signedTime, (_, hour: string, minute = "0") => `${hour}:${minute.padStart(2, "0")}`)

const ofWords = (written: string): number | null => {
  const text = folded(withoutSigns(written).replace(/[(（][^)）]*[)）]/g, " "))
  const [time, rest] = splitTime(text)
  const words = rest.split(/[\s,]+/).filter((word) => word !== "" && !tellsNothing(word.replaceAll(".", "")))
  const plain = rest.split(/[\s,./-]+/).filter((word) => word !== "" && word !== "t")
  const day = words.length === 1 ? (ofNumbers(words[0] ?? "") ?? ofMonthName(plain)) : ofMonthName(plain)
  return day === undefined ? null : timestampOf(day, time)
}

/** The longest text that is read as a date of a feed. */
const maxDateCharacters = 100

/** A feed's date in milliseconds since 1970, UTC; null for any other text. A day without a time means its midnight. */
export const feedDate = (written: string | undefined): number | null => {
  const text = (written ?? "").trim().replace(/\s+/g, " ")
  if (text === "" || text.length > maxDateCharacters) return null
  return ofIso(text) ?? ofWords(text)
}
