import { Array as Arrays } from "effect"

/** The languages whose names of months and days feeds use. English wins where another language disagrees. */
const english = ["en", "en-GB"]
const languages = [...english, ..."de fr es it pt nl da sv nb fi pl cs hu ro tr ca el ru uk".split(" ")]

/** A text in lower case without accents, so that `Févr` and `fevr` are the same word. */
export const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

/** The long and the short name of a month or a day, by itself and within a date, where some languages decline it. */
const namesOf = (language: string, part: "month" | "weekday", at: Date): ReadonlyArray<string> =>
  (["long", "short"] as const)
    .flatMap((length) => [{ [part]: length }, { [part]: length, day: "numeric" } as const])
    .flatMap((options) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" })
        .formatToParts(at)
        .filter(({ type }) => type === part)
        .map(({ value }) => folded(value).replace(/^de |^d'|\./g, ""))
    )
    .filter((name) => /^\p{L}{2,}$/u.test(name))

const monthOf = (month: number) => new Date(Date.UTC(2026, month, 15))
const dayOf = (day: number) => new Date(Date.UTC(2026, 0, day))

/** The months by their names. A name that other languages than English have for different months has none. */
const readMonths = (): ReadonlyMap<string, number> => {
  const all = languages.flatMap((language) =>
    Arrays.range(0, 11).flatMap((month) =>
      namesOf(language, "month", monthOf(month)).map((name) => ({ name, month, isEnglish: english.includes(language) }))
    )
  )
  const months = new Map<string, number>()
  for (const [name, named] of Object.entries(Arrays.groupBy(all, ({ name }) => name))) {
    const inEnglish = named.filter(({ isEnglish }) => isEnglish)
    const meant = new Set((inEnglish.length > 0 ? inEnglish : named).map(({ month }) => month))
    const [month] = meant
    if (meant.size === 1 && month !== undefined) months.set(name, month)
  }
  return months
}

const readWeekdays = (): ReadonlySet<string> =>
  new Set(
    languages.flatMap((language) => Arrays.range(1, 7).flatMap((day) => namesOf(language, "weekday", dayOf(day))))
  )

/** The names, which are read with the first date that has words. */
class DateNames {
  #months: ReadonlyMap<string, number> | undefined
  #weekdays: ReadonlySet<string> | undefined

  get months(): ReadonlyMap<string, number> {
    this.#months ??= readMonths()
    return this.#months
  }

  get weekdays(): ReadonlySet<string> {
    this.#weekdays ??= readWeekdays()
    return this.#weekdays
  }
}

const known = new DateNames()

/**
 * The month of a folded name, from 0, or of its beginning where that fits one month only; undefined for other words.
 */
export const monthNamed = (word: string): number | undefined => {
  const { months } = known
  const exact = months.get(word)
  if (exact !== undefined || word.length < 3) return exact
  const begun = new Set(Array.from(months).flatMap(([name, month]) => (name.startsWith(word) ? [month] : [])))
  return begun.size === 1 ? Array.from(begun)[0] : undefined
}

/**
 * Words that stand between the parts of a date: *5 de marzo de 2026 a las 14:30*, *5. März um 14 Uhr*, *le 5 mars à
 * 14 h*.
 */
const between: ReadonlySet<string> = new Set(
  "a ad al alas alle am as at da das de del den der die do dne dnia el en h heures hrs il kl klo la las le les los o of om on ora oras ore os sa the til time u uhr um".split(
    " "
  )
)

/**
 * True for a folded word of a date that tells nothing beside its day: the day of the week, or a word between its
 * parts.
 */
export const tellsNothing = (word: string): boolean => between.has(word) || known.weekdays.has(word)

export const isWeekday = (word: string): boolean => known.weekdays.has(word)
