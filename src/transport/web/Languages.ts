import { Duration } from "effect"
import { isTargetLanguage, type PageLanguage, pageLanguages, unknownLanguage } from "../../domain/Language.ts"

/** The languages of the pages. */
export const languages = pageLanguages
export type Language = PageLanguage

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)

/** The maximum number of characters of an `Accept-Language` header that are read. */
const maxAcceptLanguageCharacters = 1_000

/** The maximum number of languages of an `Accept-Language` header that are read. */
const maxRanges = 20

/** Filipino, which systems of phones name so, is the language that texts have as Tagalog. */
const filipino = "fil"

/** The language of a range such as `de-AT`; that of a tag of three letters has no shorter one, except Filipino. */
const languageOfRange = (range: string): string => {
  const [language = ""] = range.toLowerCase().split("-", 1)
  return language === filipino ? "tl" : language
}

/** The languages of an `Accept-Language` header (RFC 9110, 12.5.4), the preferred one first. */
const preferredOf = (header: string): ReadonlyArray<string> =>
  header
    .slice(0, maxAcceptLanguageCharacters)
    .split(",", maxRanges)
    .map((member, index) => {
      const [range = "", weight = "q=1"] = member.split(";", 2).map((part) => part.trim())
      return { language: languageOfRange(range), weight: Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? 0), index }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.index - other.index)
    .map(({ language }) => language)

/** The language of a page: that of the reader's cookie, else the one that the browser prefers, else English. */
export const languageFor = (cookie: string | undefined, acceptLanguage: string | undefined): Language => {
  if (isLanguage(cookie)) return cookie
  return preferredOf(acceptLanguage ?? "").find(isLanguage) ?? "en"
}

/** The language in which a reader wants texts: the first of the browser where pages do not have it, else the page's. */
export const textsLanguageFor = (language: Language, acceptLanguage = ""): string => {
  const [first] = preferredOf(acceptLanguage)
  return isTargetLanguage(first) && !isLanguage(first) ? first : language
}

const usualCountries: Readonly<Record<Language, string | undefined>> = { en: undefined, de: "DE", fr: "FR" }

/**
 * The country of the first language of a browser that names one, such as `de-AT`; else the usual one of the page's
 * language.
 */
export const countryFor = (language: Language, acceptLanguage = ""): string | undefined =>
  /(?:^|[,\s])[a-z]{2,3}-([a-z]{2})\b/i
    .exec(acceptLanguage.slice(0, maxAcceptLanguageCharacters))?.[1]
    ?.toUpperCase() ?? usualCountries[language]

const inEach = <A>(make: (locale: string) => A): Readonly<Record<Language, A>> => ({
  en: make("en-GB"),
  de: make("de"),
  fr: make("fr")
})

const dates = inEach((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }))

const shortDates = inEach((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }))

const numbers = inEach((locale) => new Intl.NumberFormat(locale))

/** A day of UTC in words, since a cached page is the same for readers of every time zone. */
export const dayIn = (language: Language, at: Date): string => dates[language].format(at)

/** A day of UTC in a short form, for lists: "24 Nov 2026", "24.11.2026", "24 nov. 2026". */
export const shortDayIn = (language: Language, at: Date): string => shortDates[language].format(at)

/**
 * A moment in words: "24 November 2026 at 08:13 (UTC)", "24. November 2026 um 8:13 Uhr (UTC)", "24 novembre 2026 à 8 h
 * 13 (UTC)".
 */
export const timeIn = (language: Language, at: Date): string => {
  const hours = at.getUTCHours()
  const minutes = String(at.getUTCMinutes()).padStart(2, "0")
  const time = {
    en: `at ${String(hours).padStart(2, "0")}:${minutes}`,
    de: `um ${hours}:${minutes}\u00a0Uhr`,
    fr: `à ${hours}\u00a0h\u00a0${minutes}`
  }
  return `${dayIn(language, at)} ${time[language]} (UTC)`
}

/** A time span in the greatest unit of which there are two, or in minutes. */
export const durationIn = (language: Language, span: Duration.Duration, inMinutes: boolean): string => {
  const [minutes, hours, days] = [Duration.toMinutes(span), Duration.toHours(span), Duration.toDays(span)]
  const [unit, number]: [string, number] =
    inMinutes || hours < 2 ? ["minute", minutes] : days < 2 ? ["hour", hours] : ["day", days]
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.floor(number))
}

const sizes = inEach(
  (locale) => new Intl.NumberFormat(locale, { style: "unit", unit: "megabyte", maximumSignificantDigits: 3 })
)

/** A size in megabytes: "48.2 MB", "48,2 Mo". */
export const sizeIn = (language: Language, bytes: number): string => sizes[language].format(bytes / 1_000_000)

const shares = inEach((locale) => new Intl.NumberFormat(locale, { style: "percent" }))

/** A share of one in percent: "75%", "75 %". */
export const shareIn = (language: Language, share: number): string => shares[language].format(share)

export const numberIn = (language: Language, number: number): string => numbers[language].format(number)

const regionNames = inEach((locale) => new Intl.DisplayNames([locale], { type: "region", fallback: "none" }))

/** A country in words, from its code of ISO 3166-1. */
export const countryIn = (language: Language, code: string): string => regionNames[language].of(code) ?? code

const languageNames = inEach((locale) => new Intl.DisplayNames([locale], { type: "language" }))

/** A language in words, from its BCP 47 tag. */
export const languageIn = (language: Language, tag: string): string => languageNames[language].of(tag) ?? tag

/** A word of a language as a line begins with it. */
export const capitalised = (word: string, language: string): string =>
  word.charAt(0).toLocaleUpperCase(language) + word.slice(1)

/** The name of a language in that language, such as "Français"; the tag itself for one that nobody knows. */
export const autonymOf = (tag: string): string =>
  capitalised(new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag, tag)

/** The countries where readers of a language most likely live: a cached page is the same for all of them. */
export const countriesOf: Readonly<Record<Language, ReadonlyArray<string>>> = {
  en: ["GB", "IE", "US", "CA", "AU", "NZ"],
  de: ["DE", "AT", "CH", "LU"],
  fr: ["FR", "BE", "CH", "LU", "CA"]
}

/** The names that Orphanet writes in another way than the Unicode Consortium. */
const otherNames: Readonly<Record<string, string>> = {
  "United States": "US",
  Turkey: "TR",
  Europe: "150",
  Africa: "002",
  "Latin America": "419",
  "North America": "003",
  "South East Asia": "035",
  "Czech Republic": "CZ",
  "Hong Kong": "HK",
  "Taiwan, Province of China": "TW",
  "Korea, Republic of": "KR",
  "Iran, Islamic Republic of": "IR",
  "Russian Federation": "RU",
  "Viet Nam": "VN",
  Reunion: "RE"
}

const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

/**
 * The codes of countries by their English names. The table takes some milliseconds, and is made at the first look-up.
 */
class RegionCodes {
  #codes: ReadonlyMap<string, string> | undefined

  of(english: string): string | undefined {
    this.#codes ??= new Map([
      ...letters.flatMap((first) =>
        letters.map((second) => [regionNames.en.of(first + second) ?? "", first + second] as const)
      ),
      ...Object.entries(otherNames)
    ])
    return this.#codes.get(english)
  }
}

const regionCodes = new RegionCodes()

/** A country or a part of the world in words, from its English name; an unknown one stays as it is. */
export const regionIn = (language: Language, english: string): string => {
  const code = regionCodes.of(english)
  return (code === undefined ? undefined : regionNames[language].of(code)) ?? english
}

/** The language of a text as an attribute; none where nobody knows it. */
export const textLanguage = ({ language }: { readonly language: string }) =>
  language === unknownLanguage ? undefined : language

/** Texts in the order of a list, but first those in the reader's language or in no known one. */
export const ownLanguageFirst = <Text extends { readonly language: string }>(
  texts: ReadonlyArray<Text>,
  language: Language
): ReadonlyArray<Text> => {
  const isNear = (text: Text) => (textLanguage(text) ?? language) === language
  return [...texts.filter(isNear), ...texts.filter((text) => !isNear(text))]
}
