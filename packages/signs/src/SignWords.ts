import { stemmer as dutch } from "@orama/stemmers/dutch"
import { stemmer as french } from "@orama/stemmers/french"
import { stemmer as german } from "@orama/stemmers/german"
import { stemmer as italian } from "@orama/stemmers/italian"
import { stemmer as portuguese } from "@orama/stemmers/portuguese"
import { stemmer as spanish } from "@orama/stemmers/spanish"
import { stemmer as turkish } from "@orama/stemmers/turkish"
import { memoize } from "@rare-disease-community/text/ClockCache"
import { foldText } from "@rare-disease-community/text/Folding"
import { stemOf } from "@rare-disease-community/text/Lexemes"
import { americanSpelling } from "@rare-disease-community/text/Spelling"
import spellings from "@rare-disease-community/text/words/spellings.json" with { type: "json" }
import type { Grammar } from "./Grammar.ts"
import { LittleOnes } from "./said/Named.ts"
import { anyOf, foldAccents, folded, matches, rangesOf, smallWords, tokensOf } from "./WordPatterns.ts"

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
  /** True if a word such as "or" is before it. */
  readonly isAlternative: boolean
  /** True if that word is directly before it: "hands and feet", not "hands and her feet". */
  readonly isListed: boolean
  readonly isPart: boolean
  /** True within a phrase that says that something is well by a denial: "no problem to walk" is no "cannot walk". */
  readonly isOfSound: boolean
}

/** A word as it is found, before it is known what is before it. */
type TypedWord = Omit<SignWord, "isJoined" | "isAlternative" | "isListed" | "isPart" | "isOfSound">

const irregular = new Map(Object.entries(spellings.irregular).map(([one, many]) => [many, one]))

/** English has the stemmer of posts and names; that of Orama is wrong at "-tion": its "infection" is "infec". */
const stemEnglish = (word: string): string => {
  const american = americanSpelling(foldText(irregular.get(word) ?? word))
  const plain = american.length < 6 ? american : american.replace(/(?:iness|ily)$/, "y").replace(/(?:ness|ly)$/, "")
  // A prostate is no prostatitis.
  return plain.endsWith("itis") ? plain : stemOf(plain)
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

const isAccented = (word: string) => foldAccents(word) !== word

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
  readonly #choosings: ReadonlySet<string>
  readonly #severing: ReadonlySet<string>
  readonly #denyingNouns: ReadonlySet<string>
  readonly #ofWhom: ReadonlySet<string>
  readonly #alone: ReadonlySet<string>
  readonly #compounds: ReadonlySet<string>
  readonly #parts: ReadonlySet<string>
  readonly #common: ReadonlySet<string>
  readonly #named: ReadonlySet<string>
  readonly #distinct: ReadonlyMap<string, ReadonlyArray<string>>
  readonly #lemmas: ReadonlyMap<string, string>
  readonly #idioms: RegExp | undefined
  readonly #notOnly: RegExp | undefined
  readonly #negating: RegExp | undefined
  readonly #sound: RegExp | undefined
  readonly #relatives: RegExp | undefined
  readonly #personal: RegExp | undefined
  readonly #free: RegExp | undefined
  readonly #littleOnes: LittleOnes
  readonly #stem: (word: string) => string

  constructor(language: string, grammar: Grammar) {
    this.language = language
    this.grammar = grammar
    this.#diminutives = grammar.diminutives.map(({ base, ending }) => [new RegExp(ending, "u"), base])
    this.#stops = folded(grammar.uncounted)
    this.#negations = folded(grammar.negations)
    this.#openings = folded(grammar.negationStarts)
    this.#closings = folded(grammar.negationEnds)
    this.#joinings = folded(grammar.conjunctions)
    this.#choosings = folded(grammar.deniedTogether)
    this.#severing = folded(grammar.deniesOnlyNext)
    this.#denyingNouns = folded(grammar.denyingNouns)
    this.#ofWhom = folded(grammar.ofWhom)
    this.#alone = folded(grammar.neverASignAlone)
    this.#compounds = new Set(grammar.writtenAsTwo)
    this.#common = folded(grammar.common)
    this.#named = folded(grammar.commonInNames)
    this.#idioms = anyOf([...grammar.notOnly, ...grammar.seemingDenials])
    this.#notOnly = anyOf(grammar.notOnly)
    this.#negating = anyOf(grammar.negatingPhrases)
    this.#sound = anyOf(grammar.saidToBeSound)
    this.#relatives = anyOf(grammar.relativesOfPatient)
    this.#personal = anyOf(grammar.subjects, "\\s*$")
    this.#littleOnes = new LittleOnes(grammar)
    this.#free = grammar.absentEnding === "" ? undefined : new RegExp(`(?<=\\p{L}{4})${grammar.absentEnding}$`, "u")
    const stem = language === "en" ? stemEnglish : (stemmers[language] ?? ((word: string) => word))
    const accented = new Map(grammar.accented.map((word) => [foldAccents(word), word]))
    this.#stem = memoize((word) => foldAccents(stem(accented.get(word) ?? word)).replace(/ph/g, "f"), 20_000)
    const forms = Object.entries(grammar.forms).flatMap(([lemma, same]) => same.map((form) => [form, lemma] as const))
    this.#lemmas = new Map([...forms.map(([form, lemma]) => [foldAccents(form), lemma] as const), ...forms])
    const distinct = new Map<string, Array<string>>()
    for (const word of grammar.apartFromStem) {
      const key = this.#stem(word)
      distinct.set(key, [...(distinct.get(key) ?? []), word])
    }
    this.#distinct = distinct
    this.#parts = new Set(grammar.bodyParts.map((part) => this.#stem(this.lemmaOf(part))))
  }

  /** True for a word that denies only what follows it: "fits without fever" are not fits with fever. */
  isSevering({ written }: SignWord): boolean {
    return this.#severing.has(written)
  }

  /** True for a negation that joins two things which are both denied: "nor". */
  isNor(word: string): boolean {
    return this.#negations.has(word) && this.grammar.deniedTogether.includes(word)
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

  #isPart(word: string): boolean {
    return this.#parts.has(this.#stem(this.lemmaOf(word)))
  }

  /** True for a word of size or the like that a clause says of somebody: "she is small", not "she is small boned". */
  isOfPerson(word: string, before: string, after: string): boolean {
    if (!this.isQuality(word) || !matches(this.#personal, before)) return false
    const [next] = smallWords(after)
    return next === undefined || this.#stops.has(next) || this.#joinings.has(next)
  }

  /** The relative whom the words before a sign in its clause name. */
  relativeIn(before: string): string | undefined {
    return rangesOf(this.#relatives, before).map(({ from, to }) => before.slice(from, to))[0]
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
    return smallWords(text).some((word) => this.#stops.has(word) || this.#common.has(word) || this.#negations.has(word))
  }

  /** The number of words of a text that are small or frequent ones of the language. */
  countSmallWords(text: string): number {
    const { denyingAnswers: answers } = this.grammar
    const isSmall = (word: string) => this.#stops.has(word) || this.#common.has(word) || answers.includes(word)
    return smallWords(text).filter((word) => isSmall(word) || this.#negations.has(word)).length
  }

  /** The words of a clause that count in a sign. */
  words(clause: string): ReadonlyArray<SignWord> {
    const plain = clause.replace(/[’‘`´]/g, "'")
    const found: Array<SignWord> = []
    const sound = rangesOf(this.#sound, plain)
    const negating = rangesOf(this.#negating, plain)
    let [isJoined, isAlternative] = [false, false]
    const pass = (written: string) => {
      isJoined ||= this.#joinings.has(written)
      isAlternative ||= this.#choosings.has(written)
    }
    const add = ({ before, from, isCommon, keys, to, written }: TypedWord) => {
      const isNegating = negating.some((phrase) => phrase.from === from)
      found.push({
        written,
        before,
        from,
        to,
        keys: isNegating ? [negationKey, ...keys] : keys,
        isCommon: isNegating || isCommon,
        isJoined,
        isAlternative,
        isListed: this.#joinings.has(before),
        isPart: this.#isPart(written),
        isOfSound: sound.some((phrase) => from >= phrase.from && from < phrase.to)
      })
      isJoined = false
      isAlternative = false
    }
    let place = 0
    for (const idiom of this.#idioms === undefined ? [] : plain.matchAll(this.#idioms)) {
      this.#addWords(plain, place, idiom.index, add, pass)
      place = idiom.index + idiom[0].length
      const keys = matches(this.#notOnly, idiom[0]) ? [] : [idiomKey]
      add({ written: idiomKey, before: "", from: idiom.index, to: place, keys, isCommon: true })
    }
    this.#addWords(plain, place, plain.length, add, pass)
    return found
  }

  #addWords(clause: string, from: number, to: number, add: (word: TypedWord) => void, pass: (written: string) => void) {
    const tokens = tokensOf(clause.slice(from, to).normalize("NFC"), this.#compounds)
    /** The place where a negation of two parts began. */
    let opened = -1
    for (const [place, token] of tokens.entries()) {
      const { written } = token
      const before = tokens[place - 1]?.written ?? ""
      const range = { from: from + token.from, to: from + token.to }
      const addAs = (keys: ReadonlyArray<string>, isCommon: boolean) =>
        add({ written, before, ...range, keys, isCommon })
      pass(written)
      const isSecond = opened >= 0 && place - opened <= maxParts && this.#closings.has(written)
      // "Non ha tosse e nemmeno febbre" denies twice.
      if (isSecond && !this.#joinings.has(before)) continue
      const isOpening = this.#openings.has(written)
      const isClosed =
        isOpening && tokens.slice(place + 1, place + 1 + maxParts).some(({ written }) => this.#closings.has(written))
      if (isClosed) opened = place
      const base = this.#free === undefined ? written : written.replace(this.#free, "")
      // "Crises d'absence" are there.
      const isOfName = place > 1 && this.#denyingNouns.has(written) && this.#ofWhom.has(before)
      if (isOfName) addAs(this.keysOf(written), false)
      else if (base !== written) {
        addAs([negationKey], true)
        add({ written: base, before: written, ...range, keys: this.keysOf(base), isCommon: false })
      } else if (isClosed || this.#negations.has(written) || written.endsWith("'t")) addAs([negationKey], true)
      else if (this.#stops.has(written)) continue
      else if (this.#littleOnes.isLittleOne(tokens, place)) addAs([], true)
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
