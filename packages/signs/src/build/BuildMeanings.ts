import { at } from "@rare-disease-community/text/arrays/At"
import { packTexts, textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { foldText } from "@rare-disease-community/text/Folding"
import { type Grammar, noGrammar, type UnspacedDenials } from "../Grammar.ts"
import { type MeaningData, type NameData, packLong } from "../PhenotypeData.ts"
import { isUnspaced } from "../PhenotypeWords.ts"
import { negationKey, SignWords } from "../SignWords.ts"
import { foldAccents, smallWords } from "../WordPatterns.ts"

/** The everyday words of a language, by the English words of names that mean the same. */
export interface Glossary {
  readonly words: Readonly<Record<string, ReadonlyArray<string>>>
  readonly common: ReadonlyArray<string>
}

interface Phrase {
  readonly from: ReadonlyArray<string>
  readonly to: ReadonlyArray<string>
}

/** A sign's name of more words is not typed by people. */
const maxWords = 10

const keyed = (words: SignWords, text: string): ReadonlyArray<string> => {
  // A word that denies in one place only is itself in a name.
  const keyOf = ([first, second]: ReadonlyArray<string>) => (first === negationKey ? (second ?? first) : first)
  const keys = words.words(text).flatMap(({ keys, written }) => keyOf(keys) ?? words.keysOf(written)[0] ?? [])
  const all = keys.map((key) => (key.length === 1 && !/[\p{L}\p{N}]/u.test(key) ? key : `${words.language} ${key}`))
  return all.every((key) => key === negationKey) ? [] : Array.from(new Set(all))
}

/** A word with fewer letters is not what a mistyped one was meant to be. */
const minSpelt = 5

const formsOf = ({
  negationEnds: closing,
  forms,
  negations: negation,
  negationStarts: opening,
  uncounted: stop
}: Grammar): ReadonlyArray<string> => [
  ...[closing, negation, opening, stop].flat(),
  ...Object.entries(forms).flatMap(([lemma, others]) => [lemma, ...others])
]

/** The folded words of some texts, each once, but for short ones. */
const spellingsIn = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const words = texts.flatMap((text) => foldText(text).match(/[a-z]+/g) ?? [])
  return Array.from(new Set(words.filter(({ length }) => length >= minSpelt)))
}

/** The words of texts that have another stem without accents, and of which no text has the word without them. */
const accentedIn = (words: SignWords, texts: Iterable<string>): ReadonlyArray<string> => {
  const written = new Set(Array.from(texts).flatMap((text) => smallWords(text.normalize("NFC"))))
  return Array.from(written).filter((word) => {
    const plain = foldAccents(word)
    return plain !== word && !written.has(plain) && words.stem(plain) !== words.stem(word)
  })
}

/** Words of one stem whose meanings have nothing in common. */
const distinctIn = (words: SignWords, english: SignWords, { words: entries }: Glossary): ReadonlyArray<string> => {
  const byStem = new Map<string, Map<string, Set<string>>>()
  for (const [meaning, texts] of Object.entries(entries)) {
    for (const text of texts.map((one) => one.toLowerCase()).filter((one) => /^\p{L}+$/u.test(one))) {
      const stem = words.stem(text)
      const forms = byStem.get(stem) ?? new Map<string, Set<string>>()
      byStem.set(stem, forms.set(text, new Set([...(forms.get(text) ?? []), ...keyed(english, meaning)])))
    }
  }
  return Array.from(byStem.values()).flatMap((forms) => {
    const all = Array.from(forms)
    const isApart = all.some(([, one], at) =>
      all.slice(at + 1).some(([, other]) => Array.from(one).every((key) => !other.has(key)))
    )
    return isApart ? all.map(([text]) => text) : []
  })
}

/** The phrases of a glossary, with the everyday words for an English one as its meaning too. */
const phrasesIn = (
  words: SignWords,
  english: SignWords,
  { words: entries }: Glossary,
  more: ReadonlyMap<string, ReadonlyArray<ReadonlyArray<string>>>
): ReadonlyArray<Phrase> =>
  Object.entries(entries).flatMap(([meaning, texts]) => {
    const own = keyed(english, meaning)
    const meant = [own, ...(more.get(own.join()) ?? [])].filter(({ length }) => length > 0)
    const from = new Map(texts.map((text) => keyed(words, text)).map((keys) => [keys.join(), keys]))
    return Array.from(from.values()).flatMap((keys) =>
      keys.length === 0 ? [] : meant.map((to) => ({ from: keys, to }))
    )
  })

/** Numbers words in the order in which they come. */
class Numbers {
  readonly #numbers = new Map<string, number>()

  of(word: string): number {
    const known = this.#numbers.get(word) ?? this.#numbers.size
    this.#numbers.set(word, known)
    return known
  }

  has(word: string): boolean {
    return this.#numbers.has(word)
  }

  /** The words, sorted, and for each number the place of its word. */
  sorted() {
    const words = Array.from(this.#numbers.keys()).sort()
    const places = new Uint32Array(words.length)
    for (const [place, word] of words.entries()) places[this.of(word)] = place
    return { words, places }
  }
}

/** The lists under the rarest word of each. */
const byRarest = (lists: ReadonlyArray<ReadonlyArray<number>>, size: number) => {
  const counts = new Uint32Array(size)
  for (const list of lists) for (const word of list) counts[word] = at(counts, word) + 1
  const byWord: Array<Array<number>> = Array.from({ length: size }, () => [])
  for (const [place, list] of lists.entries()) {
    if (list.length === 0) continue
    at(
      byWord,
      list.reduce((rare, word) => (at(counts, word) < at(counts, rare) ? word : rare))
    ).push(place)
  }
  return packLong(byWord)
}

/** The contents of the files of words: by language the small words and the glossary. */
interface MeaningFiles {
  readonly grammars: Readonly<Record<string, Partial<Grammar>>>
  readonly glossaries: Readonly<Record<string, Glossary>>
  readonly unspacedDenials: UnspacedDenials
}

/** Joins the names with the glossaries, by language. Tells the share that is done after each language. */
export const meaningsOf = (
  names: NameData,
  languages: ReadonlyArray<string>,
  { glossaries, grammars, unspacedDenials }: MeaningFiles,
  report: (share: number) => void
): MeaningData => {
  const none: Glossary = { words: {}, common: [] }
  const english = new SignWords("en", { ...noGrammar, ...grammars["en"] })
  const textsOf = (code: number) =>
    Array.from(names.languages).flatMap((language, name) => (language === code ? [textAt(names.texts, name)] : []))
  const own = new Map(
    languages.map((language, code) => {
      report(code / languages.length)
      const glossary = glossaries[language] ?? none
      const known = { ...noGrammar, ...grammars[language] }
      const texts = [...textsOf(code), ...Object.values(glossary.words).flat(), ...glossary.common]
      const grammar = { ...known, accented: accentedIn(new SignWords(language, known), texts) }
      const common = glossary.common.flatMap((word) => [word, foldText(word)])
      const distinct = language === "en" ? [] : distinctIn(new SignWords(language, grammar), english, glossary)
      const apartFromStem = [...known.apartFromStem, ...distinct]
      const words = new SignWords(language, { ...grammar, apartFromStem })
      const spellings = spellingsIn([...texts, ...formsOf(known)])
      return [language, { glossary, grammar: { ...grammar, common, apartFromStem }, spellings, words }] as const
    })
  )
  const everyday = new Map<string, Array<ReadonlyArray<string>>>()
  for (const [meaning, texts] of Object.entries(glossaries["en"]?.words ?? {})) {
    for (const text of texts) {
      const key = keyed(english, text).join()
      everyday.set(key, [...(everyday.get(key) ?? []), keyed(english, meaning)])
    }
  }
  const numbers = new Numbers()
  const nameWords: Array<ReadonlyArray<number>> = []
  for (const [name, language] of names.languages.entries()) {
    const text = textAt(names.texts, name)
    const words = own.get(at(languages, language))?.words
    const keys = words === undefined || isUnspaced(text) ? [] : keyed(words, text)
    nameWords.push(keys.length > maxWords ? [] : keys.map((key) => numbers.of(key)))
  }
  const phrases = Array.from(own.values())
    .flatMap(({ glossary, words }) => phrasesIn(words, english, glossary, words === english ? new Map() : everyday))
    .filter(({ to }) => to.every((key) => numbers.has(key)))
  const from = phrases.map((phrase) => phrase.from.map((key) => numbers.of(key)))
  const to = phrases.map((phrase) => phrase.to.map((key) => numbers.of(key)))
  const { places, words: sorted } = numbers.sorted()
  const placed = (lists: ReadonlyArray<ReadonlyArray<number>>) =>
    lists.map((list) => list.map((word) => at(places, word)))
  const [wordsOfNames, wordsOfPhrases] = [placed(nameWords), placed(from)]
  return {
    grammars: Object.fromEntries(
      Array.from(own, ([language, { grammar, glossary, words }]) => [
        language,
        { ...grammar, commonInNames: namedIn(grammar, words, glossary, names, languages) }
      ])
    ),
    unspacedDenials,
    vocabulary: packTexts(sorted),
    spellings: packTexts(
      Array.from(own, ([language, { spellings }]) => spellings.map((word) => `${language} ${word}`))
        .flat()
        .sort()
    ),
    words: packLong(wordsOfNames),
    namesOfWord: byRarest(wordsOfNames, sorted.length),
    phrasesOfWord: byRarest(wordsOfPhrases, sorted.length),
    phrases: packLong(wordsOfPhrases),
    meanings: packLong(placed(to))
  }
}

/** The frequent words that occur in names or the glossary, as written there, or compared as such a word. */
const namedIn = (
  { common }: Grammar,
  reader: SignWords,
  { words }: Glossary,
  names: NameData,
  languages: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const frequent = new Set(common)
  const found = new Set<string>()
  const add = (text: string) => {
    for (const word of text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) {
      const lemma = reader.lemmaOf(word)
      if (frequent.has(word) || frequent.has(lemma)) found.add(word).add(lemma)
    }
  }
  if (frequent.size === 0) return []
  for (const texts of Object.values(words)) for (const text of texts) add(text)
  for (const [name, place] of names.languages.entries())
    if (languages[place] === reader.language) add(textAt(names.texts, name))
  return Array.from(found)
}
