import { at, last } from "@rare-disease-community/text/arrays/At"
import { textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { foldText } from "@rare-disease-community/text/Folding"
import { type Meaning, wordOf } from "./Meaning.ts"
import { itemsAt, type NameData, type NameKind, nameStatuses, type PhenotypeData } from "./PhenotypeData.ts"
import { isInflection, isNegationInPlace, isOfSound, isSevered, isTornApart } from "./SignPlaces.ts"
import { negationKey, type SignWord, type SignWords } from "./SignWords.ts"

/** A name with the words of a clause that may be its own. */
export interface Candidate {
  readonly name: number
  readonly kind: NameKind
  /** The words of the name, and how many of them the clause lacks. */
  readonly own: Uint32Array
  readonly missing: number
  /** The meaning that the clause has for each other word. */
  readonly chosen: ReadonlyArray<Meaning>
  /** The places of these meanings in the clause, ascending, each once; the span from the first to the last. */
  readonly places: ReadonlyArray<number>
  readonly span: number
  /** The places of words that are not frequent. */
  readonly telling: ReadonlyArray<number>
  readonly clause: ReadonlyArray<SignWord>
  /** The language of the clause. */
  readonly reader: SignWords
}

/** The maximum number of words that may be between those of a sign's name in a text. */
const maxGap = 3

/** A sign's name of fewer words is not found in a text that lacks one of them. */
export const minPartial = 3

/** A medical name with fewer words is not understood by translating each of them. */
const minTranslated = 4

/** An English or a denying wording of ours with fewer words is not understood by translating each of them. */
const minOursTranslated = 3

/** A clause of more words besides those of a wording says more than the wording. */
const maxBesidePlaces = 1

/** A mistyped word of fewer letters alone is not a sign. */
const minCorrectedAlone = 7

/** Words of one stem with fewer letters in common may mean different things: "pedos" and "pedir". */
const minAlike = 5

/** The words of a name as it is written. */
export const wordsAsWritten = ({ texts }: NameData, name: number): ReadonlyArray<string> =>
  textAt(texts, name)
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)

const isNegation = ({ keys }: SignWord) => keys[0] === negationKey

/** Decides which candidates a clause has, and of which of these it is sure. Others are asked about (decision 0038). */
export class SignGates {
  readonly #data: PhenotypeData

  constructor(data: PhenotypeData) {
    this.#data = data
  }

  /** True if the clause says the name, at least in part. */
  isSaid(candidate: Candidate): boolean {
    const { clause, places, reader } = candidate
    return (
      this.#isAllMeant(candidate) &&
      isNegationInPlace(places, clause, reader) &&
      !isOfSound(places, clause) &&
      !this.#isOtherNor(candidate) &&
      !this.#isAbsenceOfSign(candidate) &&
      !isSevered(places, clause, reader) &&
      isClose(candidate) &&
      isEnough(candidate) &&
      isPhrase(candidate) &&
      this.#isTellingAlone(candidate)
    )
  }

  /** True if a name that is said is a sign. `alike` counts its words that are forms of those of the name. */
  isSure(candidate: Candidate, alike: number): boolean {
    return (
      candidate.missing === 0 &&
      // Where no word has a form that the name has, two are not frequent.
      (alike > 0 || candidate.telling.length > 1) &&
      (!isTranslatedByWord(candidate) || isWholeClause(candidate)) &&
      !isDoubtfulAlone(candidate) &&
      !(candidate.own.length < 3 && isTornApart(candidate.places, candidate.clause)) &&
      !this.#isDenialOfSign(candidate) &&
      !this.#isOtherDenial(candidate) &&
      this.#isSaidAsOften(candidate) &&
      this.#hasContent(candidate)
    )
  }

  /**
   * False for one word that nobody is asked about: a frequent one that is no size, or one of a wording with another
   * before it ("runs" are not "the runs").
   */
  #isTellingAlone({ clause, kind, name, own, places, reader }: Candidate): boolean {
    if (own.length > 1) return true
    const word = at(clause, at(places, 0))
    if (word.isCommon && places.length === 1 && !reader.isQuality(word.written)) return false
    return kind !== "ours" || this.#isAsBefore(name, word, reader)
  }

  /** False if a phrase means more than its words in a name: "blind at night" is not blindness. */
  #isAllMeant({ chosen, own }: Candidate): boolean {
    const { meanings } = this.#data.meanings
    return chosen.every(
      (one) => one.kind !== "translated" || itemsAt(meanings, one.phrase).every((word) => own.includes(word))
    )
  }

  /** True for a "nor" that the name has not: "blood nor protein" is no lack of protein in the blood. */
  #isOtherNor({ clause, name, places, reader }: Candidate): boolean {
    const nors = clause.slice(at(places, 0) + 1, last(places) + 1).filter(({ written }) => reader.isNor(written))
    if (nors.length === 0) return false
    const own = wordsAsWritten(this.#data.names, name)
    return nors.some(({ written }) => !own.includes(written))
  }

  /** True for a noun that denies what is behind it, and only describes a sign in a name: "absence of seizures". */
  #isAbsenceOfSign({ clause, name, places, reader }: Candidate): boolean {
    const { denyingNouns, ofWhom } = reader.grammar
    const noun = places.find((place) => denyingNouns.includes(at(clause, place).written))
    if (noun === undefined || !ofWhom.includes(clause[noun + 1]?.before ?? "")) return false
    const own = wordsAsWritten(this.#data.names, name)
    const place = own.findIndex((word) => denyingNouns.includes(word))
    return place >= 0 && !ofWhom.includes(own[place + 1] ?? "")
  }

  /** True for a negation with one word that is a sign itself: "no pain" is not insensitivity to pain. */
  #isDenialOfSign({ clause, kind, own, places }: Candidate): boolean {
    if (kind === "ours" || own.length !== 2 || !places.some((place) => isNegation(at(clause, place)))) return false
    const { namesOfWord, vocabulary, words } = this.#data.meanings
    const other = own.find((word) => textAt(vocabulary, word) !== negationKey)
    return other !== undefined && itemsAt(namesOfWord, other).some((name) => itemsAt(words, name).length === 1)
  }

  /** True for a name of something missing, of which the clause denies something else: "cannot bend her thumb". */
  #isOtherDenial({ clause, name, own, places, reader }: Candidate): boolean {
    const { possession: having, absence: lacking } = reader.grammar
    const denial = places.find((place) => isNegation(at(clause, place)))
    if (denial === undefined || lacking.includes(at(clause, denial).written)) return false
    if (!wordsAsWritten(this.#data.names, name).some((word) => lacking.includes(word))) return false
    // "Cannot feel her feet" says as much as "no feeling in the feet".
    if (own.length > 2 && places.includes(denial + 1)) return false
    const next = clause[denial + 1]
    return next !== undefined && !having.includes(next.before) && !having.includes(next.written)
  }

  /**
   * False for a word that a name has twice and a clause once: "after an infection" is not "infection after infection".
   */
  #isSaidAsOften({ clause, name, reader }: Candidate): boolean {
    const own = wordsAsWritten(this.#data.names, name).map((word) => reader.stem(word))
    const twice = new Set(own.filter((stem, at) => own.indexOf(stem) !== at))
    if (twice.size === 0) return true
    const said = clause.map(({ written }) => reader.stem(written)).filter((stem) => twice.has(stem))
    return said.every((stem, at) => said.indexOf(stem) !== at || said.lastIndexOf(stem) !== at)
  }

  /** False for qualities alone ("large"), and for one word that is too frequent, or of another name, to be a sign. */
  #hasContent(candidate: Candidate): boolean {
    const { clause, own, places, reader } = candidate
    const content = places.map((place) => at(clause, place)).filter((word) => !isNegation(word))
    const [word] = content
    if (word === undefined || content.every(({ written }) => reader.isQuality(written))) return false
    if (content.length > 1) return true
    if (own.length > 1) return !word.isCommon || places.length > 1
    return !word.isCommon && this.#isNameOfOneWord(candidate, word)
  }

  /** True if one word is a name by itself. */
  #isNameOfOneWord({ chosen, kind, name, reader }: Candidate, word: SignWord): boolean {
    const { labels, names } = this.#data
    const isOfKind = (kind: Meaning["kind"]) => chosen.some((one) => one.kind === kind)
    if (kind !== "ours" && textAt(labels, at(names.terms, name)).startsWith("Abnormal")) return false
    if (isOfKind("translated")) return false
    // Synonyms that a machine proposed are often a part of the name: "Orteil" for long toes.
    if (kind === "synonym" && at(nameStatuses, at(names.statuses, name)) !== "official") return false
    if (reader.language === "en" && !isOfKind("corrected") && !this.#isSameForm(name, word, reader)) return false
    if (kind === "ours") return isOfKind("corrected") || this.#isFormOfWording(name, word, reader)
    if (reader.language === "en" || isOfKind("corrected")) return true
    return isInflection(foldText(textAt(names.texts, name)), foldText(word.written), reader.grammar)
  }

  /** False for a word with only a short stem in common with our wording, or one of an abbreviation: "toca" and TOC. */
  #isFormOfWording(name: number, { written }: SignWord, reader: SignWords): boolean {
    if (reader.grammar.inflections.length === 0) return true
    const own = textAt(this.#data.names.texts, name)
      .split(/[^\p{L}\p{M}]+/u)
      .find((word) => reader.keysOf(word.toLowerCase()).some((key) => reader.keysOf(written).includes(key)))
    if (own === undefined || reader.lemmaOf(own.toLowerCase()) === reader.lemmaOf(written)) return true
    const [wording, typed] = [foldText(own), foldText(written)]
    if (own.length > 1 && own === own.toUpperCase()) return wording === typed
    return startsAlike(wording, typed) >= minAlike || isInflection(wording, typed, reader.grammar, 1)
  }

  /** False for an English word of which a name has the verb: the noun "rock" is not "rocking", "boiled" no "boil". */
  #isSameForm(name: number, { written }: SignWord, reader: SignWords): boolean {
    const stem = reader.stem(reader.lemmaOf(written))
    const own = wordsAsWritten(this.#data.names, name).find((word) => reader.stem(reader.lemmaOf(word)) === stem)
    return own === undefined || own.endsWith("s") || written.endsWith("s") || isVerb(own) === isVerb(written)
  }

  /** True if a word has the same before it as in a name, if anything: "runs" are not "the runs". */
  #isAsBefore(name: number, { before, written }: SignWord, reader: SignWords): boolean {
    const own = wordsAsWritten(this.#data.names, name)
    const place = own.findLastIndex((word) => reader.stem(word) === reader.stem(written))
    return place < 1 || foldText(at(own, place - 1)) === foldText(before)
  }
}

const isVerb = (word: string) => /(?:ing|ed)$/.test(word)

/** True if few other words are between those of a name. */
const isClose = ({ places, span }: Candidate) => span <= places.length + maxGap

/** False for a name in part with fewer than two words that are not frequent. */
const isEnough = ({ missing, telling }: Candidate) => missing === 0 || telling.length >= minPartial - 1

/** Frequent words alone are a phrase only with other frequent words between them. */
const isPhrase = ({ clause, places, telling }: Candidate) =>
  telling.length > 0 || clause.slice(at(places, 0), last(places) + 1).every(({ isCommon }) => isCommon)

/** True for a name of few words that were translated one by one. */
const isTranslatedByWord = ({ chosen, clause, kind, own, reader }: Candidate): boolean => {
  const phrases = new Set(chosen.flatMap((one) => (one.kind === "translated" ? one.phrase : [])))
  if (phrases.size === 0) return false
  // The glossary may have the whole wording: "Köpfchen" for a small head.
  if (kind === "ours" && phrases.size === 1 && chosen.every((one) => one.kind === "translated")) return false
  const isDenial = chosen.some((one) => one.kind !== "translated" && isNegation(wordOf(one, clause)))
  const enough = kind !== "ours" ? minTranslated : reader.language !== "en" || isDenial ? minOursTranslated : 1
  return own.length < enough
}

/** True for a wording of ours that is all that a clause says, without a denial: "bebé mole", not "mole de sono". */
const isWholeClause = ({ clause, kind, places }: Candidate): boolean =>
  kind === "ours" &&
  places.length > 1 &&
  clause.length <= places.length + maxBesidePlaces &&
  clause.every((word, place) => !isNegation(word) && (word.isCommon || places.includes(place)))

/** How many letters two words begin with alike. */
const startsAlike = (one: string, other: string): number => {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

/** True for one word that was corrected, and is short or may as well be another. */
const isDoubtfulAlone = ({ chosen, clause, places }: Candidate): boolean =>
  places.length === 1 &&
  chosen.some(
    (one) =>
      one.isGuess === true || (one.kind === "corrected" && wordOf(one, clause).written.length < minCorrectedAlone)
  )
