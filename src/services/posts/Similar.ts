import { diseasesNamed, isDiscriminative } from "@rare-disease-community/names/texts/DiseaseNaming"
import { type ContentWord, contentWords, longestWords } from "@rare-disease-community/text/ContentWords"
import { lexemesOf } from "@rare-disease-community/text/Lexemes"
import { Context, Effect, Layer, Option, Order } from "effect"
import type { Disease } from "../../domain/diseases/Disease.ts"
import type { DiseaseId, PostId } from "../../domain/Ids.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import {
  NothingToCompare,
  type SimilarDiscussion,
  type SimilarDiscussions,
  type SimilarRequest,
  similarLimits
} from "../../domain/posts/Similar.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import {
  diseaseWeight,
  idfOf,
  minSimilarity,
  type NamePhrase,
  type RelatedDisease,
  type RelatedPost,
  reasonsFor,
  type Subject,
  similarity
} from "../../search/posts/Similarity.ts"
import { withSpans } from "../Spans.ts"
import { candidatesIn, keysOf } from "./NamesInTexts.ts"

/** The maximum number of words of a text whose rarity is looked up to find similar discussions. */
const maxRankedWords = 48

/** The maximum number of words by which similar discussions are found. */
const maxWords = 24

/** The maximum number of posts with which a text is compared to find similar discussions. */
const maxCandidates = 100

/** A rare word is in no greater share of the posts. */
const rareShare = 0.02

/** The maximum number of diseases that a text may be about when similar discussions are found. */
const maxDiseases = 8

/** The maximum number of names of a disease by which similar discussions are found. */
const maxNames = 12

/** Discussions that are similar to a question or a post (contract, Records: Similar). */
export class Similar extends Context.Tag("services/posts/Similar")<
  Similar,
  {
    /**
     * The discussions most similar to a text, or to a post, which is never among them; the same for every caller. A
     * discussion is similar by its words, and by being about a disease that the subject is filed under or names by any
     * of its names; the reasons say which. The most similar first, the newer first among equals; as many as `limit`
     * says, within `similarLimits`. Fails with `NothingToCompare` without a text and a post, and with `PostNotFound`.
     */
    readonly to: (request: SimilarRequest) => StorageEffect<SimilarDiscussions, NothingToCompare | PostNotFound>
  }
>() {
  static readonly layer = Layer.effect(Similar, withSpans("Similar", Effect.gen(make)))
}

/** A text that discussions are compared with, and the post that it is of. */
interface Comparison {
  readonly text: string
  readonly diseaseId: Option.Option<DiseaseId>
  readonly postId: Option.Option<PostId>
}

function* make() {
  const posts = yield* PostsRepo
  const { diseasesOf, withRelated } = yield* comparedDiseases

  /** A post is read as an anonymous caller sees it, for every caller, and no view is counted. */
  const comparisonOf = Effect.fnUntraced(function* ({ postId, text }: SimilarRequest) {
    if (Option.isNone(postId)) {
      const draft = yield* Effect.mapError(text, () => new NothingToCompare())
      return { text: draft, diseaseId: Option.none(), postId } satisfies Comparison
    }
    const { content, diseaseId, title } = yield* posts.get(postId.value, Option.none())
    return { text: `${title}\n\n${content}`, diseaseId, postId } satisfies Comparison
  })

  const rankedWords = Effect.fnUntraced(function* (words: ReadonlyArray<ContentWord>) {
    const longest = longestWords(words, maxRankedWords)
    const { posts: all, withWord } = yield* posts.wordCounts(longest.map(({ lexemes }) => lexemes))
    return longest
      .map((word, index) => {
        const count = withWord[index] ?? 0
        return { ...word, idf: idfOf(all, count), isRare: count <= all * rareShare }
      })
      .toSorted((one, other) => other.idf - one.idf)
      .slice(0, maxWords)
  })

  const to = Effect.fnUntraced(function* (request: SimilarRequest) {
    const comparison = yield* comparisonOf(request)
    const about = yield* diseasesOf(comparison)
    const nameLexemes = lexemesIn(about.flatMap(({ name, synonyms }) => [name, ...synonyms]))
    const all = contentWords(comparison.text)
    const words = yield* rankedWords(all.filter(({ lexemes }) => !lexemes.some((lexeme) => nameLexemes.has(lexeme))))
    const related = yield* withRelated(about)
    const subject = { words, diseases: related, nameLexemes, lexemes: new Set(all.flatMap(({ lexemes }) => lexemes)) }
    const candidates = yield* posts.related({
      words: words.map(({ idf, ...word }) => ({ ...word, weight: idf })),
      filed: related.map(({ diseaseId, kinship }) => ({ diseaseId, weight: diseaseWeight(words, kinship) })),
      named: about.flatMap(({ id, name, synonyms }) => {
        const phrases = generalNames([name, ...synonyms])
        return phrases.length === 0 ? [] : [{ diseaseId: id, phrases, weight: diseaseWeight(words, "same") }]
      }),
      except: comparison.postId,
      limit: maxCandidates
    })
    const limit = Math.min(
      Option.getOrElse(request.limit, () => similarLimits.usual),
      similarLimits.max
    )
    return { data: ranked(subject, candidates).slice(0, limit) }
  })

  return { to }
}

const comparedDiseases = Effect.map(DiseasesRepo, (diseases) => {
  /** The disease that a text is filed under, and those it names. */
  const diseasesOf = Effect.fnUntraced(function* ({ diseaseId, text }: Comparison) {
    const candidates = yield* candidatesIn(text, { eponyms: true })
    const names = yield* diseases.named(keysOf(candidates))
    const named = diseasesNamed(text, candidates, names)
    const ids = Array.from(new Set([...Option.toArray(diseaseId), ...named])).slice(0, maxDiseases)
    return yield* diseases.findByIds(ids)
  })

  const withRelated = Effect.fnUntraced(function* (about: ReadonlyArray<Disease>) {
    const names = new Map(about.map(({ id, name }) => [id, name]))
    const relatives = yield* diseases.relatives(about.map(({ id }) => id))
    return [
      ...about.map(({ id, name }): RelatedDisease => ({ diseaseId: id, kinship: "same", of: name })),
      ...relatives.map(({ id, kinship, of }): RelatedDisease => ({ diseaseId: id, kinship, of: names.get(of) ?? "" }))
    ]
  })

  return { diseasesOf, withRelated }
})

/** The lexemes of a name, one for each position. */
const lexemesOfName = (name: string): ReadonlyArray<string> =>
  Array.from(new Map(lexemesOf(name).map(({ lexeme, position }) => [position, lexeme])).values())

/** Words that have an abbreviation for their stem and are not meant by it: "ache" is not "ACH". */
const otherWords = (lexemes: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [word = "", ...more] = lexemes
  return more.length === 0 && /^[a-z]{1,5}$/.test(word) ? ["e", "es", "ed", "ing", "y"].map((end) => word + end) : []
}

/** The shortest names, without those that hold another one: "Marfan syndrome type 1" holds "Marfan syndrome". */
const generalNames = (names: ReadonlyArray<string>): ReadonlyArray<NamePhrase> => {
  const phrases = names.map((name) => ({ name, lexemes: lexemesOfName(name) }))
  const discriminative = phrases.filter(
    ({ lexemes, name }) => lexemes.length > 1 || (lexemes.length === 1 && isDiscriminative(name))
  )
  const general: Array<NamePhrase> = []
  for (const { lexemes } of discriminative.toSorted((one, other) => one.lexemes.length - other.lexemes.length)) {
    const whole = ` ${lexemes.join(" ")} `
    if (general.some((known) => whole.includes(` ${known.lexemes.join(" ")} `))) continue
    general.push({ lexemes, unless: otherWords(lexemes) })
  }
  return general.slice(0, maxNames)
}

const lexemesIn = (texts: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => lexemesOf(text).map(({ lexeme }) => lexeme)))

const bestFirst: Order.Order<SimilarDiscussion> = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ score }) => score),
  Order.mapInput(Order.reverse(Order.number), ({ post }) => post.id)
)

const ranked = (subject: Subject, related: ReadonlyArray<RelatedPost>): ReadonlyArray<SimilarDiscussion> =>
  related
    .map((one) => ({ one, score: similarity(subject, one) }))
    .filter(({ score }) => score >= minSimilarity)
    .map(({ one, score }) => ({ post: one.post, score, reasons: reasonsFor(subject, one) }))
    .toSorted(bestFirst)
