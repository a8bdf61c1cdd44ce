import type { Grammar } from "../Grammar.ts"
import type { Glossary } from "./BuildMeanings.ts"

/** By a sign the concepts that are said to be well where it is denied: the heart, platelets. */
export type FacultyConcepts = Readonly<Record<string, ReadonlyArray<string>>>

/** A word keeps so many letters without its ending. */
const minBase = 3

/** A regular expression of the forms of a word: "plaqueta" and "plaquetas", "cœur" and "coeur". */
const formsOf = (word: string, { inflections = [] }: Partial<Grammar>): string => {
  const endings = Array.from(new Set([...inflections, "s"])).sort((one, other) => other.length - one.length)
  const vowel = endings.find((ending) => /^[aeio]$/.test(ending) && word.endsWith(ending)) ?? ""
  const base = word.length - vowel.length < minBase ? word : word.slice(0, word.length - vowel.length)
  return `${base.toLowerCase().replaceAll("œ", "(?:œ|oe)")}(?:${endings.join("|")})${base === word ? "?" : ""}`
}

/** The same of each word of a phrase, and of what is measured of it: "Leber" and "Leberwerte". */
const pattern = (phrase: string, grammar: Partial<Grammar>): string => {
  const { compoundLinks, measures = [] } = grammar
  const forms = phrase.split(" ").map((word) => formsOf(word, grammar))
  return `${forms.join(" ")}(?:${compoundLinks === undefined ? " " : "[ -]?"}(?:${measures.join("|")}))?`
}

/** A grammar with the words that its language has for the concepts of faculties. */
export const withFaculties = (
  language: string,
  grammar: Partial<Grammar>,
  words: Glossary["words"],
  concepts: FacultyConcepts
): Partial<Grammar> => {
  // The concepts of a language with faculties of its own are read, and those of English are named by English words.
  if (grammar.faculties === undefined) return grammar
  const wordsOf = (concept: string) => [...(language === "en" ? [concept] : []), ...(words[concept] ?? [])]
  const faculties = Object.fromEntries(
    Array.from(new Set([...Object.keys(grammar.faculties), ...Object.keys(concepts)]), (id) => [
      id,
      [
        ...(grammar.faculties?.[id] ?? []),
        ...(concepts[id] ?? []).flatMap(wordsOf).map((word) => pattern(word, grammar))
      ]
    ])
  )
  return { ...grammar, faculties: Object.fromEntries(Object.entries(faculties).filter(([, { length }]) => length > 0)) }
}
