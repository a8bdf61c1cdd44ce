import { memoize } from "@rare-disease-community/text/ClockCache"
import { Duration } from "effect"
import { baseOf, isTargetLanguage, localeOf, type PageLanguage, unknownLanguage } from "../../domain/Language.ts"

export type Language = PageLanguage

/** The maximum number of characters of an `Accept-Language` header that are read. */
const maxAcceptLanguageCharacters = 1_000

/** The maximum number of languages of an `Accept-Language` header that are read. */
const maxRanges = 20

const rightToLeft: ReadonlySet<string> = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"])

/** True for a language that is written from right to left. */
export const isRightToLeft = (language: Language): boolean => rightToLeft.has(baseOf(language))

/** The attributes of a text in another language than its page has: its direction too, where that is another one. */
export const markOf = (language: Language, other: string | undefined) => {
  const isOther = other !== undefined && isRightToLeft(other) !== isRightToLeft(language)
  return { lang: other, dir: isOther ? (isRightToLeft(other) ? ("rtl" as const) : ("ltr" as const)) : undefined }
}

/** A range such as `de-AT` in lower case; Filipino is Tagalog. */
const rangeOf = (range: string): string => range.toLowerCase().replace(/^fil(?=-|$)/, "tl")

/** The ranges of an `Accept-Language` header (RFC 9110, 12.5.4), the preferred one first. */
const rangesOf = (header: string): ReadonlyArray<string> =>
  header
    .slice(0, maxAcceptLanguageCharacters)
    .split(",", maxRanges)
    .map((member, index) => {
      const [range = "", ...parameters] = member.split(";").map((part) => part.trim())
      const weight = parameters.flatMap(
        (parameter) => /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(parameter)?.[1] ?? []
      )[0]
      return { range: rangeOf(range), weight: parameters.length === 0 ? 1 : Number(weight ?? 0), index }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.index - other.index)
    .map(({ range }) => range)

/** The language for a range: that of the same tag, else of its beginning (RFC 4647, 3.4). */
const languageForRange = (languages: ReadonlyArray<Language>, range: string): Language | undefined => {
  const found = languages.find((language) => language.toLowerCase() === range)
  const end = range.lastIndexOf("-")
  return found === undefined && end > 0 ? languageForRange(languages, range.slice(0, end)) : found
}

/** The language that a browser prefers among those of the pages; undefined where they have none of its languages. */
export const preferredAmong = (languages: ReadonlyArray<Language>, acceptLanguage = ""): Language | undefined =>
  rangesOf(acceptLanguage).reduce<Language | undefined>(
    (found, range) => found ?? languageForRange(languages, range),
    undefined
  )

/**
 * The language in which a reader wants texts: the first of the browser where pages do not have it, else the page's.
 */
export const textsLanguageFor = (
  languages: ReadonlyArray<Language>,
  language: Language,
  acceptLanguage = ""
): string => {
  const [first = ""] = rangesOf(acceptLanguage)
  const [tag] = first.split("-")
  return isTargetLanguage(tag) && languageForRange(languages, first) === undefined ? tag : baseOf(language)
}

/** The countries where readers of a language most likely live: a cached page is the same for all of them. */
const likelyCountries: Readonly<Record<string, ReadonlyArray<string>>> = {
  en: ["GB", "IE", "US", "CA", "AU", "NZ"],
  de: ["DE", "AT", "CH", "LU"],
  fr: ["FR", "BE", "CH", "LU", "CA"],
  es: ["ES", "MX", "AR", "CL", "PE"],
  it: ["IT", "CH"],
  pt: ["PT", "BR", "LU"]
}

export const countriesOf = (language: Language): ReadonlyArray<string> =>
  likelyCountries[language] ?? [new Intl.Locale(language).maximize().region ?? ""]

/**
 * The country of the first language of a browser that names one, such as `de-AT`; else the usual one of the page's
 * language. English has none: it is read everywhere.
 */
export const countryFor = (language: Language, acceptLanguage = ""): string | undefined =>
  /(?:^|[,\s])[a-z]{2,3}-([a-z]{2})\b/i
    .exec(acceptLanguage.slice(0, maxAcceptLanguageCharacters))?.[1]
    ?.toUpperCase() ?? (language === "en" ? undefined : countriesOf(language)[0])

/** Makes a format of `Intl` for each language when it is first asked for. */
const inEach = <A extends NonNullable<unknown>>(make: (locale: string, language: Language) => A) =>
  memoize((language) => make(localeOf(language), language), 100)

const dates = inEach((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }))

const shortDates = inEach((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }))

const numbers = inEach((locale) => new Intl.NumberFormat(locale))

const pluralRules = inEach((locale) => new Intl.PluralRules(locale))

/** A date in words. French counts the first day of a month as "1er", which `Intl` does not write. */
const withFirst = (language: Language, date: string): string =>
  baseOf(language) === "fr" ? date.replace(/^1(?=\s)/, "1er") : date

/** A day of UTC in words, since a cached page is the same for readers of every time zone. */
export const dayIn = (language: Language, at: Date): string => withFirst(language, dates(language).format(at))

/** A day of UTC in a short form, for lists: "24 Nov 2026", "24.11.2026", "24 nov. 2026". */
export const shortDayIn = (language: Language, at: Date): string => withFirst(language, shortDates(language).format(at))

const times = inEach(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })
)

/**
 * A moment in words: "24 November 2026 at 08:13 (UTC)", "24 novembre 2026 à 08:13 (UTC)". No line ends before the hour.
 */
export const timeIn = (language: Language, at: Date): string =>
  `${withFirst(language, times(language).format(at)).replace(/ (?=\d{1,2}:)/, "\u00A0")} (UTC)`

/** A time span in the greatest unit of which there are two, or in minutes. */
export const durationIn = (language: Language, span: Duration.Duration, inMinutes: boolean): string => {
  const [minutes, hours, days] = [Duration.toMinutes(span), Duration.toHours(span), Duration.toDays(span)]
  const [unit, number]: [string, number] =
    inMinutes || hours < 2 ? ["minute", minutes] : days < 2 ? ["hour", hours] : ["day", days]
  return new Intl.NumberFormat(localeOf(language), { style: "unit", unit, unitDisplay: "long" }).format(
    Math.floor(number)
  )
}

const sizes = inEach(
  (locale) => new Intl.NumberFormat(locale, { style: "unit", unit: "megabyte", maximumSignificantDigits: 3 })
)

/** A size in megabytes: "48.2 MB", "48,2 Mo". */
export const sizeIn = (language: Language, bytes: number): string => sizes(language).format(bytes / 1_000_000)

const shares = inEach((locale) => new Intl.NumberFormat(locale, { style: "percent" }))

/** A range of percent in figures, as the language writes it: "80–99%", "80–99 %". */
export const percentIn = (language: Language, figures: string): string =>
  shares(language)
    .formatToParts(0)
    .map(({ type, value }) => (type === "integer" ? figures : value))
    .join("")

/** A share of one in percent: "75%", "75 %". */
export const shareIn = (language: Language, share: number): string => shares(language).format(share)

export const numberIn = (language: Language, number: number): string => numbers(language).format(number)

/**
 * Whole numbers, among them one of each category of plurals of any language (CLDR). Small ones come first; 0 last, of
 * which a text may say "none".
 */
const countedNumbers = [1, 2, 3, 5, 6, 8, 11, 20, 21, 100, 1_000_000, 0]

/** The forms of a count by their categories, with `#` in place of the number: a page counts on by itself. */
export const countForms = (language: Language, said: (count: number) => string): Readonly<Record<string, string>> => {
  const rules = pluralRules(language)
  const forms = countedNumbers.map((n) => [rules.select(n), said(n).replace(numberIn(language, n), "#")] as const)
  return Object.fromEntries(forms.reverse())
}

const regionNames = inEach((locale) => new Intl.DisplayNames([locale], { type: "region", fallback: "none" }))

/** A country in words, from its code of ISO 3166-1; what is no code stays as it is, where `Intl` would throw. */
export const countryIn = (language: Language, code: string): string =>
  (/^[A-Z]{2}$/.test(code) ? regionNames(language).of(code) : undefined) ?? code

const languageNames = inEach((locale) => new Intl.DisplayNames([locale], { type: "language" }))

/** A language in words, from its BCP 47 tag. */
export const languageIn = (language: Language, tag: string): string => languageNames(language).of(tag) ?? tag

const collators = inEach((locale) => new Intl.Collator(locale))

/** Items in the order in which the readers of a language expect their names. */
export const sortedIn = <A>(language: Language, items: ReadonlyArray<A>, nameOf: (item: A) => string) =>
  items.toSorted((one, other) => collators(language).compare(nameOf(one), nameOf(other)))

/** A word of a language as a line begins with it. */
export const capitalised = (word: string, language: string): string =>
  word.charAt(0).toLocaleUpperCase(language) + word.slice(1)

/**
 * The name of a language in that language, such as "Français"; the tag itself for one that nobody knows. Every page
 * names those of its menu, and to look one up takes as long as a tenth of a page.
 */
export const autonymOf = inEach((locale, tag) =>
  capitalised(new Intl.DisplayNames([locale], { type: "language" }).of(tag) ?? tag, tag)
)

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
        letters.map((second) => [regionNames("en").of(first + second) ?? "", first + second] as const)
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
  return (code === undefined ? undefined : regionNames(language).of(code)) ?? english
}

/** The language of a text as an attribute; none where nobody knows it. */
export const textLanguage = ({ language }: { readonly language: string }) =>
  language === unknownLanguage ? undefined : language

/** Texts in the order of a list, but first those in the reader's language or in no known one. */
export const ownLanguageFirst = <Text extends { readonly language: string }>(
  texts: ReadonlyArray<Text>,
  language: Language
): ReadonlyArray<Text> => {
  const isNear = (text: Text) => (textLanguage(text) ?? baseOf(language)) === baseOf(language)
  return [...texts.filter(isNear), ...texts.filter((text) => !isNear(text))]
}
