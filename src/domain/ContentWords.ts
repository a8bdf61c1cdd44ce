import { foldText, lexemesOf } from "./SearchText.ts"

/** A word that says what a text is about, and how it is written there first. */
export interface ContentWord {
  /** What stands for it in an index, any of these: its stem first, the word itself, and other forms and spellings of it. */
  readonly lexemes: ReadonlyArray<string>
  readonly written: string
}

/**
 * Words that say nothing of what an English text is about, or, here, hardly anything: every other text of a community
 * about rare diseases has "disease" and "doctor" in it. Small, since a rare word that is missed costs more than a common
 * one that is kept; the halves of "don't" are among them. Other languages keep all their words.
 */
const everyday = new Set(
  `a about after again all also always am an and another any anybody anyone anything are aren around as at away back be
  because been before being best between both but by came can cannot com come could couldn day days did didn disease
  diseases disorder disorders do doctor doctors does doesn doing don done down each either else even ever every everybody
  everyone everything feel few find first for found from get gets getting give go goes going good got great had hadn has
  hasn have haven having he hello help her here hers herself hi him himself his how however http https i if in into is
  isn it its itself just keep kind know known last least less let like little ll long look looking made make makes many
  may maybe me might more most much must my myself need never new next no nobody nor not nothing now of off often ok old
  on once one only or org other others our ours out over own patient patients people perhaps please put question
  questions quite rare rather re really said same say says see seem seems seen shall she should shouldn since so some
  somebody someone something sometimes soon still such sure syndrome syndromes take taken tell than thank thanks that the
  their theirs them themselves then there these they thing things think this those though through time times to today
  together told too took try two under until up us use used using usually ve very want was wasn way we week weeks well
  went were weren what when where whether which while who whole whom whose why will with within without won wonder work
  would wouldn www year years yes yet you your yours yourself`.split(/\s+/)
)

/** Whether a word says nothing of what an English text is about. */
export const isEveryday = (word: string): boolean => everyday.has(foldText(word))

/** Words of one or two Latin letters or digits tell too little, and so does one character of any script. */
const isShort = (word: string) => /^[a-z0-9]{0,2}$/.test(word) || Array.from(word).length < 2

/** A word with its apostrophes, so that "don't" is looked at whole. */
const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['\u2019][\p{L}\p{N}\p{M}]+)*/gu

/** An address says nothing that its words do. */
const addresses = /\b(?:https?:\/\/|www\.)[^\s<>()]+/gi

/** What an index makes of a word as it is written, mostly one: a word and its stem stand at one position, the word first. */
const wordsOf = (written: string) => {
  const words = new Map<number, { readonly word: string; readonly stem: string }>()
  for (const { lexeme, position } of lexemesOf(written)) {
    words.set(position, { word: words.get(position)?.word ?? lexeme, stem: lexeme })
  }
  return Array.from(words.values())
}

/** Plurals that no ending tells. */
const irregular: Readonly<Record<string, string>> = {
  child: "children",
  foot: "feet",
  tooth: "teeth",
  woman: "women",
  man: "men",
  mouse: "mice"
}
const forms = new Map(Object.entries(irregular).flatMap(([one, many]) => [[one, many] as const, [many, one] as const]))

/** Parts of words that are spelt in two ways, the American one first. */
const spellings = [
  ["emia", "aemia"],
  ["hem", "haem"],
  ["edema", "oedema"],
  ["esoph", "oesoph"],
  ["rrhea", "rrhoea"],
  ["pedi", "paedi"],
  ["pedic", "paedic"],
  ["gynec", "gynaec"],
  ["esthe", "aesthe"],
  ["fetus", "foetus"],
  ["fetal", "foetal"],
  ["celiac", "coeliac"],
  ["estrogen", "oestrogen"],
  ["tumor", "tumour"],
  ["color", "colour"],
  ["fiber", "fibre"],
  ["izer", "iser"],
  ["ize", "ise"],
  ["izing", "ising"],
  ["ization", "isation"],
  ["yze", "yse"]
] as const

const otherSpellings = (word: string): ReadonlyArray<string> =>
  spellings.flatMap(([american, british]) =>
    word.includes(british)
      ? [word.replace(british, american)]
      : word.includes(american)
        ? [word.replace(american, british)]
        : []
  )

/** "diagnosis", "diagnoses" and "diagnosed" have different stems. */
const formsInSis = (word: string): ReadonlyArray<string> => {
  const [, base] = /^([a-z]{3,}s)(?:is|es|ed|ing)$/.exec(word) ?? []
  return base === undefined ? [] : [`${base}is`, `${base}es`]
}

/** What may stand in an index for a word that is meant. */
const likeLexemes = (word: string): ReadonlyArray<string> => {
  const other = forms.get(word)
  const words = [word, ...(other === undefined ? [] : [other]), ...otherSpellings(word), ...formsInSis(word)]
  const stems = words.map((one) => lexemesOf(one).at(-1)?.lexeme ?? one)
  return Array.from(new Set([...stems, word]))
}

/**
 * The words that say what a text is about, each once, in the order of their first mention. Words of one stem, or that
 * differ in their spelling only, are one word. A script written without spaces gives every two neighbouring characters,
 * as the index does.
 */
export const contentWords = (text: string): ReadonlyArray<ContentWord> => {
  const found: Array<ContentWord> = []
  const seen = new Set<string>()
  for (const written of new Set(text.replace(addresses, " ").match(wordPattern))) {
    const words = wordsOf(written)
    for (const { stem, word } of words) {
      if (isShort(word) || everyday.has(word) || seen.has(stem)) continue
      const lexemes = /^[a-z]+$/.test(word) ? likeLexemes(word) : Array.from(new Set([stem, word]))
      for (const lexeme of lexemes) seen.add(lexeme)
      found.push({ lexemes, written: words.length === 1 ? written : word })
    }
  }
  return found
}

/** The `most` longest words, still in the order of the text: long words are rarer, and that costs nothing to see. */
export const longestWords = (words: ReadonlyArray<ContentWord>, most: number): ReadonlyArray<ContentWord> => {
  const longest = new Set(words.toSorted((one, other) => other.written.length - one.written.length).slice(0, most))
  return words.filter((word) => longest.has(word))
}

/** The lexemes of each word that says what a text is about, each stem once: as an index has them, without other forms. */
export const contentLexemes = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const words = new Map<number, Array<string>>()
  for (const { lexeme, position } of lexemesOf(text.replace(addresses, " "))) {
    words.set(position, [...(words.get(position) ?? []), lexeme])
  }
  const stems = new Map<string, ReadonlyArray<string>>()
  for (const lexemes of words.values()) {
    const [word = ""] = lexemes
    if (!isShort(word) && !everyday.has(word)) stems.set(lexemes.at(-1) ?? word, lexemes)
  }
  return Array.from(stems.values())
}
