import { Context, Effect, Layer, Option, Order } from "effect"
import { type ContentWord, contentWords, tellingWords } from "../domain/ContentWords.ts"
import { diseasesNamed, nameCandidates } from "../domain/DiseaseNaming.ts"
import type { DiseaseId, PostId } from "../domain/Ids.ts"
import type { PostNotFound } from "../domain/Post.ts"
import {
  NothingToCompare,
  type SimilarDiscussion,
  type SimilarDiscussions,
  type SimilarRequest
} from "../domain/Similar.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { DiseasesRepo } from "../repositories/DiseasesRepo.ts"
import { PostsRepo, type RelatedPost } from "../repositories/PostsRepo.ts"

const usualDiscussions = 10
const maxDiscussions = 50

/** How much of what is asked about is compared, and with how many posts. */
const maxWords = 24
const maxDiseases = 8
const maxCandidates = 100

/** The most words that a reason lists. */
const maxWordsTold = 8

/** Less alike than this is chance: one common word of many. */
const minScore = 0.05

/** What is asked about. */
interface Subject {
  readonly text: string
  readonly diseaseId: Option.Option<DiseaseId>
  readonly postId: Option.Option<PostId>
}

/** What it is compared by. */
interface Traits {
  readonly words: ReadonlyArray<ContentWord>
  readonly diseaseIds: ReadonlyArray<DiseaseId>
}

const isAboutOneOf = (diseaseIds: ReadonlyArray<DiseaseId>, { post }: RelatedPost) =>
  Option.exists(post.diseaseId, (id) => diseaseIds.includes(id))

/**
 * How alike a post is: the mean of these parts by their weights. The post is about one of the diseases (1 or 0, weight
 * 0.5); the share of the words that it has (0.35); the share of its title's words that are among them (0.15). What the
 * subject has not, a disease or words, is no part of its mean.
 */
const scoreOf = ({ diseaseIds, words }: Traits, related: RelatedPost): number => {
  const disease = { weight: 0.5, part: isAboutOneOf(diseaseIds, related) ? 1 : 0 }
  const text = { weight: 0.35, part: related.shared.length / words.length }
  const titled = Math.max(contentWords(related.post.title).length, 1)
  const title = { weight: 0.15, part: Math.min(related.inTitle.length / titled, 1) }
  const parts = [...(diseaseIds.length > 0 ? [disease] : []), ...(words.length > 0 ? [text, title] : [])]
  const sum = parts.reduce((sum, { part, weight }) => sum + part * weight, 0)
  return Math.round((sum / parts.reduce((sum, { weight }) => sum + weight, 0)) * 100) / 100
}

const reasonsOf = ({ diseaseIds, words }: Traits, related: RelatedPost): ReadonlyArray<string> => {
  const { disease } = related.post
  const about = isAboutOneOf(diseaseIds, related) && Option.isSome(disease)
  const shared = words.filter(({ lexeme }) => related.shared.includes(lexeme)).map(({ written }) => written)
  const more = shared.length > maxWordsTold ? ` and ${shared.length - maxWordsTold} more` : ""
  return [
    ...(about ? [`about the same disease: ${disease.value.name}`] : []),
    ...(shared.length > 0 ? [`both mention: ${shared.slice(0, maxWordsTold).join(", ")}${more}`] : [])
  ]
}

const bestFirst: Order.Order<SimilarDiscussion> = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ score }) => score),
  Order.mapInput(Order.reverse(Order.number), ({ post }) => post.id)
)

const make = Effect.gen(function* () {
  const posts = yield* PostsRepo
  const diseases = yield* DiseasesRepo

  /** Whoever asks, a post is read as nobody signed in sees it, and is not viewed by being compared. */
  const subjectOf = Effect.fnUntraced(function* ({ postId, text }: SimilarRequest) {
    if (Option.isNone(postId)) {
      const draft = yield* Effect.mapError(text, () => new NothingToCompare())
      return { text: draft, diseaseId: Option.none(), postId } satisfies Subject
    }
    const { content, diseaseId, title } = yield* posts.peek(postId.value, Option.none())
    return { text: `${title}\n\n${content}`, diseaseId, postId } satisfies Subject
  })

  const traitsOf = Effect.fnUntraced(function* ({ diseaseId, text }: Subject) {
    const candidates = nameCandidates(text)
    const names = yield* diseases.named(Array.from(new Set(candidates.flatMap(({ keys }) => keys))))
    const named = diseasesNamed(text, candidates, names)
    return {
      words: tellingWords(contentWords(text), maxWords),
      diseaseIds: Array.from(new Set([...Option.toArray(diseaseId), ...named])).slice(0, maxDiseases)
    } satisfies Traits
  })

  const to = Effect.fnUntraced(function* (request: SimilarRequest) {
    const subject = yield* subjectOf(request)
    const traits = yield* traitsOf(subject)
    const related = yield* posts.related({
      lexemes: traits.words.map(({ lexeme }) => lexeme),
      diseaseIds: traits.diseaseIds,
      except: subject.postId,
      limit: maxCandidates
    })
    const limit = Math.min(
      Option.getOrElse(request.limit, () => usualDiscussions),
      maxDiscussions
    )
    const data = related
      .map((one) => ({ post: one.post, score: scoreOf(traits, one), reasons: reasonsOf(traits, one) }))
      .filter(({ score }) => score >= minScore)
    return { data: data.toSorted(bestFirst).slice(0, limit) }
  })

  return { to }
})

/** Discussions that are like a question or a post (contract, Records: Similar). */
export class Similar extends Context.Tag("services/Similar")<
  Similar,
  {
    /**
     * The discussions most like a text, or like a post, which is never among them; the same for whoever asks. Alike is
     * what is about a disease that the subject is filed under or names by any of its names, and what has its words; the
     * reasons say which. The most alike first, the newer first among equals; 10 unless `limit` asks for other, at most 50;
     * none where nothing is alike. Fails with `NothingToCompare` without a text and a post, and with `PostNotFound`.
     */
    readonly to: (
      request: SimilarRequest
    ) => Effect.Effect<SimilarDiscussions, NothingToCompare | PostNotFound | Unavailable>
  }
>() {
  /** The rules above, over the ports. */
  static readonly layer = Layer.effect(Similar, make)
}
