import { isEveryday } from "./ContentWords.ts"
import { type NameCandidate, nameKey, nameWords } from "./DiseaseNaming.ts"
import { unspaced, wordPattern } from "./SearchText.ts"

/** Letters of the scripts that are written without spaces; what stands between sentences is none. */
const unspacedLetters = new RegExp(`(?:(?=${wordPattern.source})${unspaced.source.replace(/\+$/, "")})+`, "gu")

/** The longest name that is looked for in a text without spaces, and how many of its characters may begin one. */
const maxNameCharacters = 12
const maxCharacters = 1_000

/**
 * What may be a name in a text written without spaces: every run of up to 12 characters. Places are those of
 * `nameCandidates`, and parts of them.
 */
export const unspacedCandidates = (text: string): ReadonlyArray<NameCandidate> => {
  const found: Array<NameCandidate> = []
  let looked = 0
  for (const [place, word] of nameWords(text).entries()) {
    for (const { 0: run, index } of word.matchAll(unspacedLetters)) {
      const characters = Array.from(run)
      for (const begin of characters.keys()) {
        if (++looked > maxCharacters) return found
        for (let end = begin + 2; end <= Math.min(begin + maxNameCharacters, characters.length); end++) {
          const written = characters.slice(begin, end).join("")
          const at = (character: number) => place + (index + character) / (word.length + 1)
          found.push({ from: at(begin), to: at(end), written, keys: [nameKey(written)] })
        }
      }
    }
  }
  return found
}

const title = /^(?:mrs?|ms|dr|prof|professor|doctor|sir|aunt|uncle)\.?$/i
const endOfSentence = /[.!?:]["')\]]*$/
const properName = /^["'(]*(\p{Lu}\p{Ll}[\p{L}-]+)('s)?[^\p{L}]*$/u

/**
 * People from whom a disease may have its name, where that alone is written: "diagnosed with Marfan", "Gaucher's". A word
 * that begins a sentence is none, unless it is a possessive.
 */
export const eponymCandidates = (text: string): ReadonlyArray<NameCandidate> => {
  const words = nameWords(text)
  return words.flatMap((word, place): ReadonlyArray<NameCandidate> => {
    const [, written = "", possessive] = properName.exec(word) ?? []
    const before = words[place - 1]
    const isName = before !== undefined && !endOfSentence.test(before) && !title.test(before)
    if (written.length < 4 || isEveryday(written) || !(isName || possessive !== undefined)) return []
    const key = nameKey(written)
    return [{ from: place, to: place + 1, written, keys: [`${key} syndrome`, `${key} disease`] }]
  })
}
