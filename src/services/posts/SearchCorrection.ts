import { isEveryday } from "@rare-disease-community/text/ContentWords"
import { editDistance } from "@rare-disease-community/text/EditDistance"
import { foldText, seenText } from "@rare-disease-community/text/Folding"
import { searchQuery } from "@rare-disease-community/text/SearchQuery"
import { Clock, Effect, Option } from "effect"
import { coalescedRun } from "../../concurrency/CoalescedRun.ts"
import { PostReader, visitor } from "../../domain/posts/Audience.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { CommunityWords, type NearWord } from "../../search/posts/CommunityWords.ts"
import { hasSynonyms } from "../../search/posts/Synonyms.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"

/** The words of the community are read again after this many times the duration of reading them. */
const pauseFactor = 20

/** The longest time for which the words of the community, by which searches are corrected, are kept. */
const maxPauseMillis = 300_000

/** The maximum number of words of a search that are compared with all others, to be corrected. */
const maxCorrected = 8

const letters = /[\p{L}\p{M}]+/gu

/**
 * Makes the effect that gives the words of the community. They are read when a search needs them, shared by concurrent
 * searches, and kept while reading them again would take more than a small part of the time.
 */
export const makeCommunityWords = Effect.gen(function* () {
  const posts = yield* PostsRepo
  let words = new CommunityWords([])
  let nextMillis = Number.NEGATIVE_INFINITY
  const reading = yield* coalescedRun(
    Effect.gen(function* () {
      const began = yield* Clock.currentTimeMillis
      if (began < nextMillis) return
      // All searches share them, so they are those of what everyone may read.
      words = new CommunityWords(yield* Effect.provideService(posts.countedWords, PostReader, visitor))
      const ended = yield* Clock.currentTimeMillis
      nextMillis = ended + Math.min((ended - began) * pauseFactor, maxPauseMillis)
    })
  )
  return Effect.gen(function* () {
    if ((yield* Clock.currentTimeMillis) >= nextMillis) yield* reading
    return words
  })
})

/**
 * Corrects the words of a search outside quotations which no post and no name of a disease has:
 * each by the nearest word of the community or of the names. None if there is nothing to correct.
 */
export const corrections = Effect.map(DiseaseFinder, ({ index }) =>
  Effect.fnUntraced(function* (typed: string, words: CommunityWords) {
    const names = yield* index
    const search = seenText(typed)
    const { wanted } = searchQuery(search)
    const corrected = new Map<string, string>()
    const compared = new Set<string>()
    for (const [place, { quoted, written }] of wanted.entries()) {
      const unquoted = quoted ? [] : (foldText(written).match(letters) ?? [])
      for (const word of unquoted) {
        if (compared.size >= maxCorrected) break
        if (
          compared.has(word) ||
          isEveryday(word) ||
          hasSynonyms(word) ||
          names.hasWord(word) ||
          words.has(word, place === wanted.length - 1)
        )
          continue
        compared.add(word)
        const near = nearer(words.nearest(word), nameNear(word, names.similarWord(word)))
        if (near !== undefined) corrected.set(word, near.word)
      }
    }
    return corrected.size === 0
      ? Option.none<string>()
      : Option.some(search.replace(letters, (word) => corrected.get(foldText(word)) ?? word))
  })
)

const nameNear = (typed: string, word: string | undefined): NearWord | undefined =>
  word === undefined ? undefined : { word, errors: editDistance(typed, word, typed.length) }

const nearer = (one: NearWord | undefined, other: NearWord | undefined) =>
  one === undefined || (other !== undefined && other.errors < one.errors) ? other : one
