import { endOf, isDenialOfPatient } from "./DenialOfPatient.ts"
import { type Named, type Word, wordsOf } from "./Named.ts"
import type { ReadClause } from "./ReadClause.ts"
import type { RelativeWords } from "./Relatives.ts"

/** True for relatives of ours: "minha mãe", "a minha mãe", "mamã". */
const areOurs = (words: ReadonlyArray<Word>, { first, isWhere, last }: Named, language: RelativeWords): boolean =>
  first === last
    ? isWhere || first === 0
    : words.slice(first, last + 1).some(({ written }) => language.ours.has(written))

/**
 * The relative who is the patient of a text, if one is: nobody where the text tells of signs of the writer or of a
 * child of ours. Else it is the relative of ours whom the text names first, before anybody has a sign. A husband or
 * wife who is named later is the patient instead, unless the text goes on about the first: "my father has dementia. My
 * husband has tremor".
 */
export const patientOf = (
  text: string,
  sentences: ReadonlyArray<ReadonlyArray<ReadClause>>,
  language: RelativeWords
): string | undefined => {
  const isOfOther = (read: ReadClause) =>
    language.isOfWriter(read) || language.isOfChild(read) || isDenialOfPatient(endOf(read), language, true)
  if (language.hasOurChild(text) || sentences.some((clauses) => clauses.some(isOfOther))) return undefined
  // "Brother w/ ptosis, she has scoliosis" is about her.
  const isHers = ({ clause, matches }: ReadClause) =>
    matches.length > 0 && language.pronouns.has(wordsOf(clause.text)[0]?.written ?? "")
  const hasHers = sentences.some((clauses) => clauses.some(isHers))
  const isNoted = (words: ReadonlyArray<Word>, named: Named) => hasHers && language.isNote(words, named)
  let patient: string | undefined
  let [isBegun, isTakenUp] = [false, false]
  for (const clauses of sentences)
    for (const [at, { clause, matches }] of clauses.entries()) {
      const words = wordsOf(clause.text)
      const named = language.subjectOf(words)
      const isTopic = isTopicOf(words, named, clauses[at + 1])
      if (named !== undefined) {
        const isAlone = !isTopic && !named.areMany && areOurs(words, named, language) && !isNoted(words, named)
        const isDead = words.slice(named.last + 1, named.last + 4).some(({ written }) => language.died.has(written))
        const isNext = patient === undefined ? !isBegun : isNearer(named.head, patient, language) && !isTakenUp
        if (isAlone && !isDead && isNext) patient = named.head
        continue
      }
      const isOwnClause = language.isOfPatient(words) || language.bearing.has(words[0]?.written ?? "")
      const isSaid = matches.length > 0 && language.familyIn(clause).before === undefined
      isBegun ||= isSaid || (isOwnClause && language.oneselfIn(clause.text) === undefined)
      isTakenUp ||= patient !== undefined && isSaid && isOwnClause
    }
  return patient
}

/** True for relatives of whom something is said behind a colon: "my mother: ataxia". */
export const isTopicOf = (
  words: ReadonlyArray<Word>,
  named: Named | undefined,
  next: ReadClause | undefined
): boolean => named?.last === words.length - 1 && next?.clause.mark.includes(":") === true

/** True for a husband or wife, who are more often the patient than parents, brothers and sisters. */
const isNearer = (one: string, other: string, language: RelativeWords): boolean =>
  language.isPartner(one) && !language.isPartner(other)
