import { Effect } from "effect"
import { diseasesSearched, isTelling, type Mention, nameCandidates } from "../domain/DiseaseNaming.ts"
import type { SearchPart } from "../domain/PostSearch.ts"
import type { Asked, SearchQuery } from "../domain/SearchQuery.ts"
import { phraseOf, type Term } from "../domain/SearchText.ts"
import { DiseasesRepo } from "../repositories/DiseasesRepo.ts"

/** How many diseases a search may name at one place, and by how many of their names they are looked for. */
const maxDiseases = 8
const maxNames = 20

const wordsOf = (term: Term): number => (term._tag === "word" ? 1 : term.lexemes.length)

const typedParts = ({ terms }: Asked): ReadonlyArray<SearchPart> =>
  terms.map((term) => ({ terms: [term], diseaseIds: [], words: wordsOf(term) }))

/** What a search asks for as text, in which a name of a disease is looked for; each thing typed is one word of it. */
const namingText = ({ wanted }: SearchQuery): string =>
  wanted.map(({ quoted, written }) => (quoted || /^[*_~`]+$/.test(written) ? "\ufffd" : written)).join(" ")

/** Those that begin behind the end of the one before them. */
const apart = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const kept: Array<Mention> = []
  for (const mention of mentions.toSorted((one, other) => one.from - other.from)) {
    if (mention.from >= (kept.at(-1)?.to ?? 0)) kept.push(mention)
  }
  return kept
}

/** The names of a disease as phrases; an abbreviation that is an everyday word is none. */
const namePhrases = (names: ReadonlyArray<string>): ReadonlyArray<Term> =>
  names
    .filter((name) => /\s/.test(name) || isTelling(name))
    .slice(0, maxNames)
    .flatMap((name) => phraseOf(name, false))

/**
 * How searches of posts and of news are read: word by word, and, when a search names a disease, also with all names of
 * that disease and what is linked to it.
 */
export const searchReadings = Effect.map(DiseasesRepo, (diseases) => {
  /** A disease that is named stands for all its names, and for what is filed under it. */
  const partOf = Effect.fnUntraced(function* (mention: Mention, asked: ReadonlyArray<Asked>) {
    const diseaseIds = Array.from(new Set(mention.ids)).slice(0, maxDiseases)
    const { items } = yield* diseases.shown(diseaseIds)
    const typed = asked.slice(mention.from, mention.to)
    const names = items.flatMap(({ name, synonyms }) => [name, ...synonyms])
    const written = phraseOf(typed.map(({ written }) => written).join(" "), false)
    const words = typed.flatMap(({ terms }) => terms).reduce((sum, term) => sum + wordsOf(term), 0)
    return { terms: [...written, ...namePhrases(names)], diseaseIds, words } satisfies SearchPart
  })

  /** What was typed, word by word; and with the diseases that it names, if it names any. */
  const readingsOf = Effect.fnUntraced(function* (query: SearchQuery) {
    const plain = query.wanted.flatMap(typedParts)
    const candidates = nameCandidates(namingText(query))
    const names = yield* diseases.named(Array.from(new Set(candidates.flatMap(({ keys }) => keys))))
    const mentions = apart(diseasesSearched(candidates, names))
    if (mentions.length === 0) return [plain]
    const named = yield* Effect.forEach(query.wanted, (asked, place) => {
      const mention = mentions.find(({ from, to }) => from <= place && place < to)
      if (mention === undefined) return Effect.succeed(typedParts(asked))
      return mention.from === place ? Effect.map(partOf(mention, query.wanted), (part) => [part]) : Effect.succeed([])
    })
    return [plain, named.flat()]
  })

  return readingsOf
})
