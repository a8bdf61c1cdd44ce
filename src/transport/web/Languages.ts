/** The languages of the pages. */
export const languages = ["en", "de", "fr"] as const
export type Language = (typeof languages)[number]

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)

/** The most characters of an `Accept-Language` header that are read. */
const maxCharacters = 1_000

/** The most languages of an `Accept-Language` header that are read. */
const maxRanges = 20

/** The languages of an `Accept-Language` header (RFC 9110, 12.5.4), the preferred one first. */
const preferredOf = (header: string): ReadonlyArray<string> =>
  header
    .slice(0, maxCharacters)
    .split(",", maxRanges)
    .map((member, index) => {
      const [range = "", weight = "q=1"] = member.split(";", 2).map((part) => part.trim())
      return { language: range.slice(0, 2).toLowerCase(), weight: Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? 0), index }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.index - other.index)
    .map(({ language }) => language)

/** The language of a page: that of the reader's cookie, else the one that the browser prefers, else English. */
export const languageFor = (cookie: string | undefined, acceptLanguage: string | undefined): Language => {
  if (isLanguage(cookie)) return cookie
  return preferredOf(acceptLanguage ?? "").find(isLanguage) ?? "en"
}

const inEach = <A>(make: (locale: string) => A): Readonly<Record<Language, A>> => ({
  en: make("en-GB"),
  de: make("de"),
  fr: make("fr")
})

const dates = inEach((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }))

const times = inEach(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })
)

const numbers = inEach((locale) => new Intl.NumberFormat(locale))

/** A day of UTC in words, since a cached page is the same for readers of every time zone. */
export const dayIn = (language: Language, at: Date): string => dates[language].format(at)

export const timeIn = (language: Language, at: Date): string => `${times[language].format(at)} UTC`

export const numberIn = (language: Language, number: number): string => numbers[language].format(number)
