import { editDistance } from "@rare-disease-community/text/EditDistance"
import { consonantsOf } from "@rare-disease-community/text/Sounds"

/** A word of so many letters with one error is no other word: "Krampfamfall". */
const minCertain = 10

/** The vowels of a word between its consonants, of several beside each other the first. */
const vowelsOf = (word: string): string =>
  word
    .replaceAll("y", "i")
    .replace(/[^aeiou]+/g, "-")
    .replace(/([aeiou])[aeiou]+/g, "$1")

const lettersOf = (word: string): string => Array.from(word).sort().join("")

/**
 * True for a folded word that is another as it is heard ("convulciones"), with two letters exchanged ("swollne"), or
 * long. With other errors a word is as likely another that the glossary lacks: "academia" is no acidemia.
 */
export const isMisspelling = (typed: string, meant: string): boolean => {
  const hasOneError = editDistance(typed, meant, 1) === 1
  if (hasOneError && (typed.length >= minCertain || lettersOf(typed) === lettersOf(meant))) return true
  const sounds = consonantsOf(meant)
  return vowelsOf(typed) === vowelsOf(meant) && consonantsOf(typed).some((one) => sounds.includes(one))
}
