import type { DiseaseIndex } from "@rare-disease-community/names/DiseaseIndex"
import { isEveryday } from "@rare-disease-community/text/ContentWords"
import { editDistance } from "@rare-disease-community/text/EditDistance"
import { foldText, seenText } from "@rare-disease-community/text/Folding"
import { maxTerms, stemOf, type Term } from "@rare-disease-community/text/Lexemes"
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

/** A typed word that so many texts have is known, whichever of them are gone: to look for it would cost more. */
const commonTexts = 100

/** A search is not corrected if after this many checks its words are still those of texts that are gone. */
const maxChecks = 4

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

/** A word of the community on which a correction depends. */
interface Relied {
  /** Found where a text has the word, or any form of one that was typed. */
  readonly term: Term
  readonly forget: () => void
}

/** A typed word that is known. */
const typedWord = (words: CommunityWords, word: string, halfTyped: boolean): Relied => {
  const stem = stemOf(word)
  return {
    term: { _tag: "word", stem, prefix: halfTyped ? word : undefined },
    forget: () => {
      words.forget(stem)
      words.forget(word, halfTyped)
    }
  }
}

/** A word that a typed one is corrected by. */
const nearWord = (words: CommunityWords, word: string): Relied => ({
  term: { _tag: "word", stem: word, prefix: undefined },
  forget: () => words.forget(word)
})

/** The corrected words of a search, and the words of the community that say so. */
const corrected = (search: string, words: CommunityWords, names: DiseaseIndex) => {
  const { wanted } = searchQuery(search)
  const replaced = new Map<string, string>()
  const relied: Array<Relied> = []
  const compared = new Set<string>()
  for (const [place, { quoted, written }] of wanted.entries()) {
    const unquoted = quoted ? [] : (foldText(written).match(letters) ?? [])
    for (const word of unquoted) {
      if (compared.size >= maxCorrected || relied.length >= maxTerms) break
      if (compared.has(word) || isEveryday(word) || hasSynonyms(word) || names.hasWord(word)) continue
      const halfTyped = place === wanted.length - 1
      const texts = words.textsWithForms(word, halfTyped)
      if (texts > 0) {
        if (texts < commonTexts) relied.push(typedWord(words, word, halfTyped))
        continue
      }
      compared.add(word)
      const ours = words.nearest(word)
      const near = nearer(ours, nameNear(word, names.similarWord(word)))
      if (near === undefined) continue
      replaced.set(word, near.word)
      if (near === ours) relied.push(nearWord(words, near.word))
    }
  }
  return { replaced, relied }
}

/**
 * Corrects the words of a search outside quotations which no post and no name of a disease has:
 * each by the nearest word of the community or of the names. None if there is nothing to correct. The words of the
 * community may have been read before their texts were hidden, narrowed or deleted: those that no text for everyone has
 * any more are forgotten first.
 */
export const corrections = Effect.map(Effect.all([DiseaseFinder, PostsRepo]), ([{ index }, { heldTerms }]) =>
  Effect.fnUntraced(function* (typed: string, words: CommunityWords) {
    const names = yield* index
    const search = seenText(typed)
    for (let check = 0; check < maxChecks; check++) {
      const { relied, replaced } = corrected(search, words, names)
      const terms = relied.map(({ term }) => term)
      const held = terms.length === 0 ? [] : yield* Effect.provideService(heldTerms(terms), PostReader, visitor)
      const gone = relied.filter((_, place) => held[place] !== true)
      for (const { forget } of gone) forget()
      if (gone.length > 0) continue
      return replaced.size === 0
        ? Option.none<string>()
        : Option.some(search.replace(letters, (word) => replaced.get(foldText(word)) ?? word))
    }
    return Option.none<string>()
  })
)

const nameNear = (typed: string, word: string | undefined): NearWord | undefined =>
  word === undefined ? undefined : { word, errors: editDistance(typed, word, typed.length) }

const nearer = (one: NearWord | undefined, other: NearWord | undefined) =>
  one === undefined || (other !== undefined && other.errors < one.errors) ? other : one
