import { stemmer as dutch } from "@orama/stemmers/dutch"
import { stemmer as english } from "@orama/stemmers/english"
import { stemmer as french } from "@orama/stemmers/french"
import { stemmer as german } from "@orama/stemmers/german"
import { stemmer as italian } from "@orama/stemmers/italian"
import { stemmer as portuguese } from "@orama/stemmers/portuguese"
import { stemmer as spanish } from "@orama/stemmers/spanish"
import { stemmer as turkish } from "@orama/stemmers/turkish"
import spellings from "../../../content/spellings.json" with { type: "json" }
import { memoize } from "../../caching/ClockCache.ts"
import { foldName } from "../../text/Folding.ts"
import { americanSpelling } from "../../text/Spelling.ts"
import type { Grammar } from "./Grammar.ts"
import { token, tokensOf } from "./SignTokens.ts"

/** A negation, and a phrase that only seems to deny ("does not stop"), as words of names and texts. */
export const [negationKey, idiomKey] = ["¬", "∞"]

/** A word of a text that counts in a sign. */
export interface SignWord {
  readonly written: string
  /** The word before it in the text. */
  readonly before: string
  readonly from: number
  readonly to: number
  /** The forms in which it is compared; none for a frequent word that no name has. */
  readonly keys: ReadonlyArray<string>
  readonly isCommon: boolean
  /** True if a word such as "and" is before it. */
  readonly isJoined: boolean
  /** True if that word is directly before it: "hands and feet", not "hands and her feet". */
  readonly isListed: boolean
  readonly isPart: boolean
}

/** A word as it is found, before it is known what is before it. */
type TypedWord = Omit<SignWord, "isJoined" | "isListed" | "isPart">

const irregular = new Map(Object.entries(spellings.irregular).map(([one, many]) => [many, one]))

const stemEnglish = (word: string): string => {
  const american = americanSpelling(foldName(irregular.get(word) ?? word))
  const plain = american.length < 6 ? american : american.replace(/(?:iness|ily)$/, "y").replace(/(?:ness|ly)$/, "")
  return english(plain)
}

const stemmers: Readonly<Record<string, (word: string) => string>> = {
  de: german,
  es: spanish,
  fr: (word) => french(word.length > 5 ? word.replace(/(?<=[^m])ent$/, "e") : word),
  it: italian,
  nl: dutch,
  pt: portuguese,
  tr: turkish
}

/** Without accents, but with ñ, which is a letter of its own. */
const foldAccents = (word: string): string => word.split("ñ").map(foldName).join("ñ")

const isAccented = (word: string) => foldAccents(word) !== word

/** Words with and without accents, since people on phones leave these out. */
const folded = (words: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(words.flatMap((word) => [word, foldAccents(word)]))

/** One of some regular expressions as words of their own, with what is before and follows. */
const anyOf = (sources: ReadonlyArray<string>, after = "", before = ""): RegExp | undefined =>
  sources.length === 0 ? undefined : new RegExp(`${before}(?<!\\p{L})(?:${sources.join("|")})(?!\\p{L})${after}`, "giu")

const matches = (one: RegExp | undefined, text: string) => one !== undefined && text.search(one) >= 0

/** The words of texts that have another stem without accents, and of which no text has the word without them. */
export const accentedIn = (words: SignWords, texts: Iterable<string>): ReadonlyArray<string> => {
  const written = new Set<string>()
  for (const text of texts) for (const [word] of text.toLowerCase().normalize("NFC").matchAll(token)) written.add(word)
  return Array.from(written).filter((word) => {
    const plain = foldAccents(word)
    return plain !== word && !written.has(plain) && words.stem(plain) !== words.stem(word)
  })
}

/** Splits the texts of one language into words, and gives these the form in which they are compared. */
export class SignWords {
  readonly language: string
  readonly grammar: Grammar
  readonly #diminutives: ReadonlyArray<readonly [ending: RegExp, base: string]>
  readonly #stops: ReadonlySet<string>
  readonly #negations: ReadonlySet<string>
  readonly #openings: ReadonlySet<string>
  readonly #closings: ReadonlySet<string>
  readonly #joinings: ReadonlySet<string>
  readonly #severing: ReadonlySet<string>
  readonly #clauseEnd: RegExp
  readonly #alone: ReadonlySet<string>
  readonly #compounds: ReadonlySet<string>
  readonly #parts: ReadonlySet<string>
  readonly #common: ReadonlySet<string>
  readonly #named: ReadonlySet<string>
  readonly #distinct: ReadonlyMap<string, ReadonlyArray<string>>
  readonly #lemmas: ReadonlyMap<string, string>
  readonly #idioms: RegExp | undefined
  readonly #guesses: RegExp | undefined
  readonly #excluded: RegExp | undefined
  readonly #circumstances: RegExp | undefined
  readonly #relatives: RegExp | undefined
  readonly #personal: RegExp | undefined
  readonly #subordinate: RegExp | undefined
  readonly #stem: (word: string) => string

  constructor(language: string, grammar: Grammar) {
    this.language = language
    this.grammar = grammar
    this.#diminutives = grammar.diminutives.map(({ base, ending }) => [new RegExp(ending, "u"), base])
    this.#stops = folded(grammar.stop)
    this.#negations = folded(grammar.negation)
    this.#openings = folded(grammar.opening)
    this.#closings = folded(grammar.closing)
    this.#joinings = folded(grammar.joining)
    this.#severing = folded(grammar.severing)
    // "Zittern tut er aber nicht" is one clause.
    const isDenied = `(?!\\s+(?:${grammar.negation.join("|")})\\s*(?:[.;!?\\n,:()]|$))`
    this.#clauseEnd = new RegExp(
      ["[;!?\\n:()]+", "[.,]+(?!\\d)", anyOf(grammar.ending, isDenied)?.source ?? []].flat().join("|"),
      "giu"
    )
    this.#alone = folded(grammar.alone)
    this.#compounds = new Set(grammar.compounds)
    this.#common = folded(grammar.common)
    this.#named = folded(grammar.named)
    this.#idioms = anyOf(grammar.idioms)
    this.#guesses = anyOf([...grammar.guesses, ...grammar.excluded])
    // "Epilepsy has been ruled out": two words between, which join nothing.
    const between = `(?:(?!(?:${grammar.joining.join("|")})\\s)\\p{L}+\\s+){0,2}`
    this.#excluded = anyOf(grammar.excluded, "", `^\\s*${between}`)
    this.#circumstances = anyOf(grammar.circumstances, "(?:\\s+\\S+)?\\s*$")
    this.#relatives = anyOf(grammar.relatives)
    this.#personal = anyOf(grammar.personal, "\\s*$")
    this.#subordinate = anyOf(grammar.subordinate)
    const stem = language === "en" ? stemEnglish : (stemmers[language] ?? ((word: string) => word))
    const accented = new Map(grammar.accented.map((word) => [foldAccents(word), word]))
    this.#stem = memoize((word) => foldAccents(stem(accented.get(word) ?? word)).replace(/ph/g, "f"), 20_000)
    const forms = Object.entries(grammar.forms).flatMap(([lemma, same]) => same.map((form) => [form, lemma] as const))
    this.#lemmas = new Map([...forms.map(([form, lemma]) => [foldAccents(form), lemma] as const), ...forms])
    const distinct = new Map<string, Array<string>>()
    for (const word of grammar.distinct) {
      const key = this.#stem(word)
      distinct.set(key, [...(distinct.get(key) ?? []), word])
    }
    this.#distinct = distinct
    this.#parts = new Set(grammar.parts.map((part) => this.#stem(this.lemmaOf(part))))
  }

  /** The clauses of a text that have words. */
  clauses(text: string): ReadonlyArray<string> {
    return text.split(this.#clauseEnd).filter((clause) => /[\p{L}\p{N}]/u.test(clause))
  }

  /** True for a word that denies only what follows it: "fits without fever" are not fits with fever. */
  isSevering({ written }: SignWord): boolean {
    return this.#severing.has(written)
  }

  /** The word that another is compared as. */
  lemmaOf(word: string): string {
    return this.#lemmas.get(word) ?? word
  }

  isCommon(word: string): boolean {
    return this.#common.has(word) || this.#common.has(this.lemmaOf(word))
  }

  /** True for the first part of a negation of two parts. */
  opensNegation(word: string): boolean {
    return this.#openings.has(word)
  }

  /** True for a word of size, colour or place, which alone is not a sign. */
  isQuality(word: string): boolean {
    return this.#alone.has(word) || this.#alone.has(this.lemmaOf(word))
  }

  /** True if what is around a sign in its clause says that it was only thought of, is like it, or sets off another. */
  isDoubted(before: string, after: string, isOneWord: boolean): boolean {
    if (matches(this.#guesses, before) || matches(this.#excluded, after)) return true
    return isOneWord && matches(this.#circumstances, before)
  }

  #isPart(word: string): boolean {
    return this.#parts.has(this.#stem(this.lemmaOf(word)))
  }

  /** True for a word of size or the like that a clause says of somebody: "she is small", not "she is small boned". */
  isOfPerson(word: string, before: string, after: string): boolean {
    if (!this.isQuality(word) || !matches(this.#personal, before)) return false
    const [next] = after.toLowerCase().match(token) ?? []
    return next === undefined || this.#stops.has(next) || this.#joinings.has(next)
  }

  /** True if what is before a sign in its clause names a relative. */
  isOfRelative(before: string): boolean {
    return matches(this.#relatives, before)
  }

  /** True if what is between two words begins another clause. */
  subordinates(between: string): boolean {
    return matches(this.#subordinate, between)
  }

  /** The word that another is a diminutive of. */
  baseOf(word: string): string | undefined {
    const [ending, base] = this.#diminutives.find(([ending]) => ending.test(word)) ?? []
    return ending === undefined || base === undefined ? undefined : word.replace(ending, base)
  }

  /** The stem, even of a word that is distinct from others with it. */
  stem(word: string): string {
    return this.#stem(word)
  }

  /**
   * The forms in which a word is compared: where its stem has other meanings the word itself, or what it inflects
   * ("bouchée").
   */
  keysOf(written: string): ReadonlyArray<string> {
    const word = this.lemmaOf(written)
    const stem = this.#stem(word)
    const words = this.#distinct.get(stem)
    if (words === undefined) return [stem]
    const same = words.includes(word) ? [word] : words.filter((other) => foldAccents(other) === word)
    const inflected = same.length > 0 ? same : words.filter((other) => isAccented(other) && word.startsWith(other))
    return (inflected.length > 0 ? inflected : words).map((other) => `=${other}`)
  }

  /** True for a text with small or frequent words of the language. */
  hasSmallWords(text: string): boolean {
    const words = text.toLowerCase().match(token) ?? []
    return words.some((word) => this.#stops.has(word) || this.#common.has(word) || this.#negations.has(word))
  }

  /** The words of a clause that count in a sign. */
  words(clause: string): ReadonlyArray<SignWord> {
    const plain = clause.replace(/[’‘`´]/g, "'")
    const found: Array<SignWord> = []
    let isJoined = false
    const add = (word: TypedWord) => {
      found.push({ ...word, isJoined, isListed: this.#joinings.has(word.before), isPart: this.#isPart(word.written) })
      isJoined = false
    }
    let place = 0
    for (const idiom of this.#idioms === undefined ? [] : plain.matchAll(this.#idioms)) {
      this.#addWords(plain, place, idiom.index, add, () => (isJoined = true))
      place = idiom.index + idiom[0].length
      add({ written: idiomKey, before: "", from: idiom.index, to: place, keys: [idiomKey], isCommon: true })
    }
    this.#addWords(plain, place, plain.length, add, () => (isJoined = true))
    return found
  }

  #addWords(clause: string, from: number, to: number, add: (word: TypedWord) => void, join: () => void) {
    const tokens = tokensOf(clause.slice(from, to).normalize("NFC"), this.#compounds)
    /** The place where a negation of two parts began. */
    let opened = -1
    for (const [place, { written, ...token }] of tokens.entries()) {
      const before = tokens[place - 1]?.written ?? ""
      const addAs = (keys: ReadonlyArray<string>, isCommon: boolean) =>
        add({ written, before, from: from + token.from, to: from + token.to, keys, isCommon })
      if (this.#joinings.has(written)) join()
      if (opened >= 0 && place - opened <= maxParts && this.#closings.has(written)) continue
      const isOpening = this.#openings.has(written)
      const isClosed =
        isOpening && tokens.slice(place + 1, place + 1 + maxParts).some(({ written }) => this.#closings.has(written))
      if (isClosed) opened = place
      if (isClosed || this.#negations.has(written) || written.endsWith("'t")) addAs([negationKey], true)
      else if (this.#stops.has(written)) continue
      else {
        const isCommon = this.isCommon(written)
        const isNamed = this.#named.has(written) || this.#named.has(this.lemmaOf(written))
        addAs(isCommon && !isNamed ? [] : this.keysOf(written), isCommon)
      }
    }
  }
}

/** The two parts of a negation are at most this many words apart. */
const maxParts = 5
