import { foldText } from "@rare-disease-community/text/Folding"
import { phraseOf, stemOf, type Term } from "@rare-disease-community/text/Lexemes"
import file from "../../../content/synonyms.json" with { type: "json" }
import type { SearchPart } from "./PostQuery.ts"

/** The maximum number of words of a synonym in a search for posts. */
const maxWords = 3

const keyOf = (text: string): string => (foldText(text).match(/[\p{L}\p{M}]+/gu) ?? []).map(stemOf).join(" ")

const byKey = (groups: ReadonlyArray<ReadonlyArray<string>>): ReadonlyMap<string, ReadonlyArray<Term>> => {
  const found = new Map<string, ReadonlyArray<Term>>()
  for (const group of groups) {
    const terms = group.flatMap((one) => phraseOf(one, false))
    for (const key of group.map(keyOf)) found.set(key, [...(found.get(key) ?? []), ...terms])
  }
  return found
}

/** By the key of a synonym: the terms of all of its group. */
const termsByKey = byKey(Object.values(file.groups).flat())

/** True for a word with synonyms, in any form. */
export const hasSynonyms = (word: string): boolean => termsByKey.has(keyOf(word))

/** False for the whole name of a disease; a word that is also in some name, as *baby* is, stays a word. */
const isWord = ({ diseaseIds, isHalfName = false, required = false, written }: SearchPart) =>
  written !== undefined && !required && (diseaseIds.length === 0 || isHalfName)

const writtenOf = (parts: ReadonlyArray<SearchPart>) => parts.map(({ written }) => written).join(" ")

const merged = (parts: ReadonlyArray<SearchPart>, synonyms: ReadonlyArray<Term>): SearchPart => {
  const written = writtenOf(parts)
  const typed = parts.length === 1 ? parts.flatMap(({ terms }) => terms) : phraseOf(written, false)
  const words = parts.reduce((sum, part) => sum + part.words, 0)
  const diseaseIds = parts.flatMap((part) => part.diseaseIds)
  const merged = { terms: [...typed, ...synonyms], diseaseIds, words, written }
  return diseaseIds.length === 0 ? merged : { ...merged, isHalfName: true }
}

/** Parts of which the words with synonyms, alone or together, also find these; the same array where there are none. */
export const withSynonyms = (parts: ReadonlyArray<SearchPart>): ReadonlyArray<SearchPart> => {
  const found: Array<SearchPart> = []
  for (let from = 0; from < parts.length; ) {
    const [run = parts.slice(from, from + 1)] = Array.from({ length: maxWords }, (_, shorter) =>
      parts.slice(from, from + maxWords - shorter)
    ).filter((run) => run.every(isWord) && termsByKey.has(keyOf(writtenOf(run))))
    const synonyms = run.every(isWord) ? termsByKey.get(keyOf(writtenOf(run))) : undefined
    if (synonyms === undefined) found.push(...run)
    else found.push(merged(run, synonyms))
    from += run.length
  }
  return found.some((part) => !parts.includes(part)) ? found : parts
}
