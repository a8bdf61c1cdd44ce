import { memoize } from "../../caching/ClockCache.ts"
import { asciiOnly, foldName } from "../../text/Folding.ts"
import { americanSpelling } from "../../text/Spelling.ts"

/** The word that replaces every negation: "no", "cannot", "sans". */
export const negation = "¬"

/** A word of a text in the form that is compared, and its place in the text. */
export interface PlacedWord {
  readonly word: string
  readonly from: number
  readonly to: number
}

const wordsIn = (text: string) => new Set(text.split(" "))

const negations = wordsIn(
  "no not without never none nor neither cannot cant denies sin nunca ni jamas sans pas jamais aucun aucune ohne " +
    "kein keine keinen keiner nicht nie nunca senza non mai geen niet nooit zonder sem nao nem bez ne není nema yok değil degil"
)

/** Words that say nothing about a sign, in the languages of the labels. */
const stopWords = wordsIn(
  "a an the and or of in on at to for with by from as is are was were be been being am i my me we our you your he his him " +
    "she her hers they their them it its this that these those there has have had having do does did also very so too just " +
    "when who which while if than then but can could will would all some any more most much many lot since about into " +
    "le la les l du des de d un une et ou en au aux il elle est a sont avec se sa son ses qui que tres mon ma nous " +
    "el los las lo y o e del al con por su sus es tiene muy mi esta una uno unos der die das dem den des und oder ein eine " +
    "einen einem einer mit von zu im am ist sind hat haben sehr mein meine er sie es sich gli i di da della dei delle ha " +
    "che molto mio mia os as do dos na nos nas em com um uma tem muito meu minha het een en van met op is heeft zijn mijn te"
)

const isPlain = /^[a-z]+$/
const ending = /(?:ings?|edly|ed|ly|ness|ful)$/

/** One form for the inflections of a word, in whichever European language: without plural and other endings. */
export const stemWord = (folded: string): string => {
  if (folded.length < 4 || !isPlain.test(folded)) return folded
  let word = (folded.length < 5 ? folded : americanSpelling(folded)).replace(/ph/g, "f")
  const cut = word.replace(ending, "")
  if (cut.length >= 4 || (cut.length === 3 && word.length >= 6)) word = cut.replace(/([bdgmnprt])\1$/, "$1")
  if (/[^sui]s$/.test(word)) word = word.slice(0, -1)
  if (word.endsWith("ie") || word.endsWith("i")) word = word.replace(/ie?$/, "y")
  let end = word.length
  while (end > 4 && "aeiouyns".includes(word.charAt(end - 1))) end--
  return word.slice(0, end)
}

const eastern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const token = /[\p{L}\p{M}\p{N}]+(?:'\p{L}+)?/gu

/** True for a text in a script without spaces: its names are looked for at each character. */
export const isUnspaced = (text: string): boolean =>
  !asciiOnly.test(text) && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)

/** The word of a folded token; empty for one that says nothing. */
const wordOf = memoize((written): string => {
  if (/n't$/.test(written) || written === "can't") return negation
  // "l'œil" is about the eye, "Marfan's" about Marfan.
  const plain = written.replace(/^\p{L}{1,2}'(?=\p{L}{2})/u, "").replace(/'.*$/, "")
  if (negations.has(plain)) return negation
  return stopWords.has(plain) || (plain.length < 2 && !/\d/.test(plain)) ? "" : stemWord(plain)
}, 60_000)

/** The words of a text that say something, in the form that is compared. A run of a script without spaces is one. */
export const placedWords = (text: string): ReadonlyArray<PlacedWord> => {
  const found: Array<PlacedWord> = []
  for (const match of text.normalize("NFC").matchAll(token)) {
    const [written] = match
    if (isUnspaced(written)) {
      for (const run of written.matchAll(eastern)) {
        const from = match.index + run.index
        found.push({ word: foldName(run[0]), from, to: from + run[0].length })
      }
      continue
    }
    const word = wordOf(foldName(written))
    if (word !== "") found.push({ word, from: match.index, to: match.index + written.length })
  }
  return found
}

/** The maximum number of words of a name. */
const maxWords = 14

/** The words of a name, each once. */
export const wordsOf = (name: string): ReadonlyArray<string> => {
  const words = placedWords(name.replace(/[’‘`´]/g, "'")).map(({ word }) => word)
  return words.every((word) => word === negation) ? [] : Array.from(new Set(words)).slice(0, maxWords)
}

/** The texts that a wording stands for: "(arms|legs) hurt" is "arms hurt" and "legs hurt". */
export const alternatives = (wording: string): ReadonlyArray<string> => {
  const [group, choices] = /\(([^()]*)\)/.exec(wording) ?? []
  if (group === undefined || choices === undefined) return [wording.replace(/\s+/g, " ").trim()]
  return choices.split("|").flatMap((choice) => alternatives(wording.replace(group, () => choice)))
}
