import { at, last } from "@rare-disease-community/text/arrays/At"
import { seenText } from "@rare-disease-community/text/Folding"
import { type FoundSigns, firstOfEach, joined, type Recognised, saidIn, type Unsure } from "./FoundSigns.ts"
import { NamesOfSigns } from "./NamesOfSigns.ts"
import { PackedVocabulary } from "./PackedVocabulary.ts"
import { itemsAt, numberOf, type PhenotypeData, termOf } from "./PhenotypeData.ts"
import type { PhenotypeNames } from "./PhenotypeNames.ts"
import { isUnspaced } from "./PhenotypeWords.ts"
import { type Match, SignMatcher } from "./SignMatcher.ts"
import { type SignWord, SignWords } from "./SignWords.ts"
import { ClauseReader, type LanguageReader } from "./said/ClauseReader.ts"
import { Clauses, withAnswers } from "./said/Clauses.ts"
import { Denials } from "./said/Denials.ts"
import { DenialWords } from "./said/DenialWords.ts"
import { type Doubts, DoubtWords } from "./said/DoubtWords.ts"
import { Faculties } from "./said/Faculties.ts"
import type { Owned } from "./said/Named.ts"
import { answered, isHead, isNextToNegation, partAround, type ReadClause, rangeOf, restOf } from "./said/ReadClause.ts"
import { RelativeReader } from "./said/RelativeReader.ts"
import { RelativeWords } from "./said/Relatives.ts"
import { UnspacedSigns } from "./UnspacedSigns.ts"
import { WordMeanings } from "./WordMeanings.ts"
import { type Range, smallWords } from "./WordPatterns.ts"

/** A part of a clause that says of a faculty that it is well, and the sign that it denies by that. */
interface Well extends Range {
  readonly sign: Recognised
}

/**
 * Recognises phenotypes in free text: by words of their names near each other, in any order, with typing errors.
 *
 * "Her fingers are long and thin, she never had seizures. They thought it was scoliosis; she eats crayons" has four
 * clauses:
 * - "Her fingers are long and thin": Arachnodactyly, recognised in "fingers are long and thin".
 * - "she never had seizures": Seizure, recognised and negated, since "never" is before it.
 * - "They thought it was scoliosis": Scoliosis, which is unsure, since it was only thought of.
 * - "she eats crayons": no sign; "crayons" remains unknown, since the other words are frequent.
 */
export class SignReader {
  readonly #data: PhenotypeData
  readonly #byLanguage: ReadonlyMap<string, LanguageReader>
  readonly #matcher: SignMatcher
  readonly #unspaced: UnspacedSigns
  readonly #namesOf = new Map<ReadonlySet<string>, NamesOfSigns>()

  constructor(data: PhenotypeData, names: PhenotypeNames) {
    this.#data = data
    const { grammars, namesOfWord, spellings, vocabulary } = data.meanings
    const words = new PackedVocabulary(vocabulary, (word) => itemsAt(namesOfWord, word).length)
    const readers = Object.entries(grammars).map(([language, grammar]) => new SignWords(language, grammar))
    const english = readers.find(({ language }) => language === "en")
    const spelt = new PackedVocabulary(spellings, () => 0)
    const readerOf = (reader: SignWords): LanguageReader => {
      const denialWords = new DenialWords(reader.grammar)
      return {
        words: reader,
        clauses: new Clauses(reader.grammar),
        denialWords,
        doubtWords: new DoubtWords(reader.grammar, denialWords),
        relatives: new RelativeWords(reader.grammar),
        faculties: new Faculties(reader.grammar),
        meanings: new WordMeanings(data.meanings, words, spelt, reader, english ?? reader)
      }
    }
    this.#byLanguage = new Map(readers.map((reader) => [reader.language, readerOf(reader)]))
    this.#matcher = new SignMatcher(data)
    this.#unspaced = new UnspacedSigns(data, names)
  }

  /** The languages that texts are read in. */
  get languages(): ReadonlyArray<string> {
    return Array.from(this.#byLanguage.keys())
  }

  /** The languages with words of everyday language. */
  get everydayLanguages(): ReadonlyArray<string> {
    return this.languages.filter((language) => (this.#data.meanings.grammars[language]?.common.length ?? 0) > 0)
  }

  /** True for a text with small or frequent words of one of some languages. */
  isIn(text: string, languages: ReadonlyArray<string>): boolean {
    return languages.some((language) => this.#byLanguage.get(language)?.words.hasSmallWords(text) === true)
  }

  /** True for a text with a word that denies in one of some languages. */
  hasNegation(text: string, languages: ReadonlyArray<string>): boolean {
    const words = smallWords(seenText(text))
    return languages.some((language) => {
      const negations = this.#byLanguage.get(language)?.denialWords.negation
      return words.some((word) => negations?.has(word) === true)
    })
  }

  /** The languages with most small words of a text, those with everyday words first; these where it has none. */
  languagesBySmallWords(text: string): ReadonlyArray<string> {
    const { everydayLanguages } = this
    const ordered = [...everydayLanguages, ...this.languages.filter((one) => !everydayLanguages.includes(one))]
    const counts = ordered.map((one) => {
      const reader = this.#byLanguage.get(one)
      if (reader === undefined) return 0
      return reader.words.countSmallWords(text) + reader.denialWords.phrasesIn(text).denying.length
    })
    const most = Math.max(...counts)
    return most === 0 ? everydayLanguages : ordered.filter((_, at) => counts[at] === most)
  }

  /** The names of some signs by their ids. */
  namesOf(ids: ReadonlySet<string>): NamesOfSigns {
    const names = this.#namesOf.get(ids) ?? new NamesOfSigns(this.#data, ids)
    this.#namesOf.set(ids, names)
    return names
  }

  /**
   * Reads the text in each language, keeps the best reading, and yields between its clauses. With `only` it reads
   * nothing but these signs, which costs a part of it.
   */
  *read(
    text: string,
    languages: ReadonlyArray<string> = ["en"],
    only?: NamesOfSigns | undefined
  ): Generator<void, FoundSigns> {
    let best: FoundSigns | undefined
    for (const language of new Set(languages)) {
      const reader = this.#byLanguage.get(language)
      if (reader === undefined) continue
      const found = yield* this.#readIn(withAnswers(seenText(text)), reader, only)
      if (best === undefined || saidIn(found) > saidIn(best)) best = found
    }
    return best ?? (yield* this.read(text, ["en"], only))
  }

  *#readIn(text: string, reader: LanguageReader, only: NamesOfSigns | undefined): Generator<void, FoundSigns> {
    const sentences = yield* new ClauseReader(reader, this.#matcher, only).sentences(text)
    if (sentences.length === 0) return joined([])
    const relatives = new RelativeReader(reader.relatives, text, sentences)
    const parts: Array<FoundSigns> = []
    for (const [nth, sentence] of sentences.entries()) {
      yield
      parts.push(this.#signsOfSentence(sentence, reader, relatives, sentences[nth + 1]?.[0], nth > 0))
    }
    const { unknown, unsure, ...found } = joined(parts)
    const recognised = [...found.recognised, ...this.#notContradicted(found.well, found.recognised)]
    const isOther = () => partsBesideHeads(unknown, sentences.flat(), reader.relatives) > 1
    const isOfLanguage = recognised.length !== 1 || unknown.length < 2 || !isOther() || reader.words.hasSmallWords(text)
    const sure = isOfLanguage ? firstOfEach(recognised) : []
    const sureTerms = new Set(sure.map(({ term }) => term))
    const asked = (isOfLanguage ? unsure : [...unsure, ...recognised]).filter(({ term }) => !sureTerms.has(term))
    return { recognised: sure, unsure: firstOfEach(asked), unknown: Array.from(new Set(unknown)), well: [] }
  }

  #signsOfSentence(
    read: ReadonlyArray<ReadClause>,
    reader: LanguageReader,
    relatives: RelativeReader,
    following: ReadClause | undefined,
    isLater: boolean
  ): FoundSigns {
    const denials = new Denials(read, reader.words, reader.denialWords)
    const owned = relatives.sentence(read)
    const doubtsIn = (at: number) => reader.doubtWords.in(read, at, following)
    return joined(
      read.map(({ clause }, at) =>
        isUnspaced(clause.text)
          ? this.#unspaced.read(clause.text)
          : // A relative named in the first clause of a text is the patient.
            this.#signsOf(read, at, denials, doubtsIn(at), reader, owned[at] ?? [], isLater || at > 0)
      )
    )
  }

  #signsOf(
    sentence: ReadonlyArray<ReadClause>,
    nth: number,
    denials: Denials,
    doubts: Doubts,
    reader: LanguageReader,
    owned: ReadonlyArray<Owned>,
    mayBeOfRelative: boolean
  ): FoundSigns {
    const read = at(sentence, nth)
    const [recognised, unsure]: [Array<Recognised>, Array<Unsure>] = [[], []]
    const unknown: Array<string> = []
    const { matches, words } = read
    const clause = read.clause.text
    const well = owned.length === 0 ? this.#well(answered(read, sentence[nth + 1]), reader) : []
    const isOfWell = (one: Range) => well.some(({ from, to }) => one.from >= from && one.to <= to)
    const isMeasured = (match: Match) => {
      const { from, to } = rangeOf(read, match)
      return reader.faculties.isMeasured(clause.slice(from, to))
    }
    const isSaid = (match: Match) =>
      denials.isSaid(match) &&
      !doubts.isPartOfDoubt(rangeOf(read, match)) &&
      !(isOfWell(rangeOf(read, match)) && (!match.isWhole || isMeasured(match)))
    for (const match of matches.filter(isSaid)) {
      const { isCorrected, isWhole, name, places } = match
      const start = at(places, 0)
      const [first, final] = [at(words, start), at(words, last(places))]
      const text = clause.slice(first.from, final.to)
      const denial = denials.of(match)
      const owner = ownerOf(reader.relatives, owned, clause, words, places)
      const isNotOfPatient = owner?.isNotOfPatient === true
      const negated = denial !== undefined || isNotOfPatient
      const [before, after] = [clause.slice(0, first.from), clause.slice(final.to)]
      const named = owner?.whose ?? (mayBeOfRelative ? reader.words.relativeIn(before) : undefined)
      const whose = isNotOfPatient ? undefined : named
      const isDoubted = doubts.isDoubted(first.from, places.length === 1)
      const isOfPerson = places.length === 1 && reader.words.isOfPerson(first.written, before, after)
      // Nobody is asked about a sign that is not there: whoever writes "no temperature" means fever.
      const isDenied = negated && (isWhole || (!isCorrected && isNextToNegation(read, places)))
      const isSure = (isDenied || ((isWhole || isOfPerson) && !isDoubted)) && whose === undefined
      // "Can't bend his thumb" does not say that the thumb is not bent.
      const isOfAbility =
        denial !== undefined && reader.denialWords.isOfAbility(denial.written, partAround(read, places))
      if (isOfAbility || (negated && !isSure)) unknown.push(text)
      else {
        const sign = {
          text,
          term: at(this.#data.names.terms, name),
          negated,
          ...(isCorrected ? { isCorrected: true as const } : {})
        }
        if (isSure) recognised.push(sign)
        else if (whose !== undefined) unsure.push({ ...sign, whose })
        else unsure.push(isWhole && isDoubted ? { ...sign, isDoubted } : sign)
      }
    }
    const silent = [...read.denying, ...read.unsettled, ...well]
    const isSilent = ({ from }: SignWord) => silent.some((range) => from >= range.from && from < range.to)
    const taken = new Set(matches.flatMap(({ places }) => places))
    unknown.push(...restOf(clause, words, (word, place) => taken.has(place) || isSilent(word)))
    // "Without hearing aids he is deaf" says that he is.
    const said = recognised.filter((one) => !one.negated || this.#notContradicted([one], recognised).length > 0)
    return { recognised: said, unknown, unsure, well: well.map(({ sign }) => sign) }
  }

  /** Drops denials that a recognised sign contradicts: "sees well" denies no impairment of somebody blind at night. */
  #notContradicted(well: ReadonlyArray<Recognised>, recognised: ReadonlyArray<Recognised>): ReadonlyArray<Recognised> {
    const { ancestors } = this.#data
    const there = recognised.filter(({ negated }) => !negated).map(({ term }) => term)
    return well.filter(({ term }) => !there.some((one) => one === term || itemsAt(ancestors, one).includes(term)))
  }

  /** The signs that a clause denies, since it says of a faculty that it is well, and no sign in the same words. */
  #well({ clause, matches, words }: ReadClause, { faculties }: LanguageReader): ReadonlyArray<Well> {
    const isMeasured = ({ places }: Match) =>
      faculties.isMeasured(clause.text.slice(at(words, at(places, 0)).from, at(words, last(places)).to))
    const signs = matches.filter((match) => match.isWhole && !isMeasured(match))
    const isSign = ({ from, to }: Range) =>
      signs.some(({ places }) => at(words, at(places, 0)).from < to && at(words, last(places)).to > from)
    return faculties
      .wellIn(clause.text, words)
      .filter((well) => !isSign(well))
      .flatMap(({ from, id, to }) => {
        const term = termOf(this.#data, numberOf(id))
        return term === undefined
          ? []
          : [{ from, to, sign: { text: clause.text.slice(from, to), term, negated: true } }]
      })
  }
}

/** How many unknown parts of a text are not of heads of lists: "FHx", "PMH:". */
const partsBesideHeads = (
  unknown: ReadonlyArray<string>,
  clauses: ReadonlyArray<ReadClause>,
  relatives: RelativeWords
): number => {
  const heads = clauses.map((read) => (isHead(read) ? read.clause.text : relatives.headOf(read)))
  const words = new Set(heads.flatMap(smallWords))
  return unknown.filter((part) => smallWords(part).some((word) => !words.has(word))).length
}

/** The relative who has a sign, if one has: "his seizures" are not those of the mother whom the clause is about. */
const ownerOf = (
  relatives: RelativeWords,
  owned: ReadonlyArray<Owned>,
  clause: string,
  words: ReadonlyArray<SignWord>,
  places: ReadonlyArray<number>
): Owned | undefined => {
  const [start, { to }] = [at(places, 0), at(words, last(places))]
  const { from } = at(words, start)
  const before = smallWords(clause.slice(words[start - 1]?.to ?? 0, from))
  if (relatives.ofOthers.has(before.at(-1) ?? "")) return undefined
  return owned.find((one) => to > one.from && from < one.to)
}
