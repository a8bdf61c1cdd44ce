import { IntlMessageFormat } from "intl-messageformat"

/** The values of the arguments of a message. */
export type Given = Readonly<Record<string, string | number | boolean | undefined>>

/** The kinds of arguments: `{name}`, `{count, number}` and `{count, plural, …}`, `{type, select, …}`. */
export type ArgumentKind = "text" | "number" | "choice" | "flag"

type Element = ReturnType<IntlMessageFormat["getAst"]>[number]

/** The types of elements in the syntax tree of FormatJS. */
const kinds = { literal: 0, argument: 1, number: 2, select: 5, plural: 6, pound: 7 } as const

/** Makes each of the formats of `Intl` once: one takes longer to make than a page takes to render. */
const madeOnce = <Options, Format>(make: (locale: string, options: Options) => Format) => {
  const made = new Map<string, Format>()
  return (locales: string | Array<string> | undefined, options: Options): Format => {
    const [locale = "en"] = [locales].flat()
    const key = `${locale} ${JSON.stringify(options)}`
    const format = made.get(key) ?? make(locale, options)
    made.set(key, format)
    return format
  }
}

const formatters = {
  getNumberFormat: madeOnce((locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)),
  getDateTimeFormat: madeOnce(
    (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
  ),
  getPluralRules: madeOnce((locale, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options))
}

/** Parses a message of ICU MessageFormat. HTML tags are plain text. Throws a `SyntaxError` if it is malformed. */
const parsed = (text: string, locale: string) =>
  new IntlMessageFormat(text, locale, undefined, { ignoreTag: true, formatters })

/** A message without arguments, as text. An apostrophe may quote a brace. */
export const textOf = (message: string): string =>
  message.includes("'") ? String(parsed(message, "en").format()) : message

/** A message with arguments as a function of them. It is parsed when it is first used. */
export const formatOf = (message: string, locale: string) => {
  let format: IntlMessageFormat | undefined
  return (given: Given): string => {
    format ??= parsed(message, locale)
    return String(format.format(given))
  }
}

const kindOf = (element: Element): ArgumentKind => {
  if (element.type === kinds.argument) return "text"
  if (element.type !== kinds.select) return "number"
  return Object.keys(element.options).every((key) => key === "true" || key === "false" || key === "other")
    ? "flag"
    : "choice"
}

/** The elements of a message and those inside its plurals and choices. */
const elementsIn = (elements: ReadonlyArray<Element>): ReadonlyArray<Element> =>
  elements.flatMap((element) =>
    element.type === kinds.plural || element.type === kinds.select
      ? [element, ...Object.values(element.options).flatMap(({ value }) => elementsIn(value))]
      : element.type === kinds.literal || element.type === kinds.pound
        ? []
        : [element]
  )

const elementsOf = (message: string) => elementsIn(parsed(message, "en").getAst())

/** The arguments of a message by their names. One that is counted anywhere is a number. */
export const argumentsOf = (message: string): ReadonlyMap<string, ArgumentKind> => {
  const found = new Map<string, ArgumentKind>()
  for (const element of elementsOf(message)) {
    if (!("value" in element) || typeof element.value !== "string") continue
    const known = found.get(element.value)
    if (known === undefined || known === "text") found.set(element.value, kindOf(element))
  }
  return found
}

/** True for a message with a plural that has forms by categories, and not by exact numbers alone. */
const hasForms = (message: string): boolean =>
  elementsOf(message).some(
    (element) =>
      element.type === kinds.plural &&
      Object.keys(element.options).some((key) => !key.startsWith("=") && key !== "other")
  )

/** Formats a message with some numbers: a format that `Intl` does not know throws. */
const tryOut = (message: string, locale: string) => {
  const format = formatOf(message, locale)
  const names = Array.from(argumentsOf(message))
  for (const number of [0, 1, 2, 5]) {
    format(Object.fromEntries(names.map(([name, kind]) => [name, kind === "number" ? number : "x"])))
  }
}

/** The categories of plurals that a language has (CLDR) and a plural of the message lacks. */
const lackingForms = (english: string, message: string, locale: string): ReadonlyArray<string> => {
  const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  return elementsOf(message).flatMap((element) => {
    if (element.type !== kinds.plural) return []
    const given = Object.keys(element.options).filter((key) => !key.startsWith("="))
    return given.length === 1 && !hasForms(english) ? [] : needed.filter((category) => !given.includes(category))
  })
}

/** The words between which a message chooses. */
const choicesOf = (message: string): ReadonlyArray<string> =>
  elementsOf(message).flatMap((element) => (element.type === kinds.select ? Object.keys(element.options) : []))

export interface MessageFaults {
  /** The fault that makes the message unusable. */
  readonly broken: string | undefined
  /** The forms and arguments that it lacks, which a reader notices. */
  readonly lacks: ReadonlyArray<string>
}

/** The faults of a translation of an English message. */
export const faultsOf = (english: string, message: string, locale: string): MessageFaults => {
  try {
    const [known, used] = [argumentsOf(english), argumentsOf(message)]
    const foreign = [...used.keys()].find((name) => !known.has(name))
    if (foreign !== undefined) return { broken: `it has an argument {${foreign}} that English has not`, lacks: [] }
    const misused = [...used].find(([name, kind]) => kind === "number" && known.get(name) !== "number")
    if (misused !== undefined) return { broken: `its argument {${misused[0]}} is no number`, lacks: [] }
    const choices = choicesOf(english)
    const unchosen = choicesOf(message).find((word) => word !== "other" && !choices.includes(word))
    if (unchosen !== undefined) return { broken: `it has a choice "${unchosen}" that English has not`, lacks: [] }
    tryOut(message, locale)
    const absent = [...known.keys()].filter((name) => !used.has(name)).map((name) => `the argument {${name}}`)
    return {
      broken: undefined,
      lacks: [...absent, ...lackingForms(english, message, locale).map((form) => `the form "${form}"`)]
    }
  } catch (error) {
    return { broken: `it is no ICU message: ${error instanceof Error ? error.message : String(error)}`, lacks: [] }
  }
}
