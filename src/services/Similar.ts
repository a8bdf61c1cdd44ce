import { Context, Effect, Layer, Option, Order } from "effect"
import { type ContentWord, contentWords, longestWords } from "../domain/ContentWords.ts"
import type { Disease } from "../domain/Disease.ts"
import { diseasesNamed, isTelling, nameCandidates } from "../domain/DiseaseNaming.ts"
import type { DiseaseId, PostId } from "../domain/Ids.ts"
import { type Kin, kinWeight, likeness, minLikeness, reasonsFor, type Subject, weightOf } from "../domain/Likeness.ts"
import { eponymCandidates, unspacedCandidates } from "../domain/NamesWithin.ts"
import type { PostNotFound } from "../domain/Post.ts"
import type { NamePhrase, RelatedPost } from "../domain/RelatedPosts.ts"
import { lexemesOf } from "../domain/SearchText.ts"
import {
  NothingToCompare,
  type SimilarDiscussion,
  type SimilarDiscussions,
  type SimilarRequest
} from "../domain/Similar.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { DiseasesRepo } from "../repositories/DiseasesRepo.ts"
import { PostsRepo } from "../repositories/PostsRepo.ts"

const usualDiscussions = 10
const maxDiscussions = 50

/** How many words are weighed, how many of them compared, and with how many posts. */
const maxWeighed = 48
const maxWords = 24
const maxCandidates = 100

/** A word that a greater share of the posts has is not rare. */
const rareShare = 0.02

/** How many diseases a text is taken to be about, and how many names of each are looked for. */
const maxDiseases = 8
const maxNames = 12

/** What is asked about. */
interface Asked {
  readonly text: string
  readonly diseaseId: Option.Option<DiseaseId>
  readonly postId: Option.Option<PostId>
}

/** The lexemes of a name, one after the other. */
const lexemesOfName = (name: string): ReadonlyArray<string> =>
  Array.from(new Map(lexemesOf(name).map(({ lexeme, position }) => [position, lexeme])).values())

/** What has an abbreviation for its stem is another word: "ache" is none of "ACH". */
const otherWords = (lexemes: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [word = "", ...more] = lexemes
  return more.length === 0 && /^[a-z]{1,5}$/.test(word) ? ["e", "es", "ed", "ing", "y"].map((end) => word + end) : []
}

/** The names that a text would be found by, the general ones: "Marfan syndrome type 1" holds "Marfan syndrome". */
const generalNames = (names: ReadonlyArray<string>): ReadonlyArray<NamePhrase> => {
  const phrases = names.map((name) => ({ name, lexemes: lexemesOfName(name) }))
  const telling = phrases.filter(({ lexemes, name }) => lexemes.length > 1 || (lexemes.length === 1 && isTelling(name)))
  const general: Array<NamePhrase> = []
  for (const { lexemes } of telling.toSorted((one, other) => one.lexemes.length - other.lexemes.length)) {
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
    .map((one) => ({ one, score: likeness(subject, one) }))
    .filter(({ score }) => score >= minLikeness)
    .map(({ one, score }) => ({ post: one.post, score, reasons: reasonsFor(subject, one) }))
    .toSorted(bestFirst)

const make = Effect.gen(function* () {
  const posts = yield* PostsRepo
  const diseases = yield* DiseasesRepo

  /** Whoever asks, a post is read as nobody signed in sees it, and is not viewed by being compared. */
  const askedBy = Effect.fnUntraced(function* ({ postId, text }: SimilarRequest) {
    if (Option.isNone(postId)) {
      const draft = yield* Effect.mapError(text, () => new NothingToCompare())
      return { text: draft, diseaseId: Option.none(), postId } satisfies Asked
    }
    const { content, diseaseId, title } = yield* posts.peek(postId.value, Option.none())
    return { text: `${title}\n\n${content}`, diseaseId, postId } satisfies Asked
  })

  /** The diseases that a text is about: the one it is filed under, and those it names. */
  const diseasesOf = Effect.fnUntraced(function* ({ diseaseId, text }: Asked) {
    const candidates = [...nameCandidates(text), ...unspacedCandidates(text), ...eponymCandidates(text)]
    const names = yield* diseases.named(Array.from(new Set(candidates.flatMap(({ keys }) => keys))))
    const named = diseasesNamed(text, candidates, names)
    const ids = Array.from(new Set([...Option.toArray(diseaseId), ...named])).slice(0, maxDiseases)
    return ids.length === 0 ? [] : (yield* diseases.shown(ids)).items
  })

  /** The words to compare by, the rarest first. */
  const weighed = Effect.fnUntraced(function* (words: ReadonlyArray<ContentWord>) {
    const some = longestWords(words, maxWeighed)
    const { posts: all, withWord } = yield* posts.wordCounts(some.map(({ lexemes }) => lexemes))
    return some
      .map((word, place) => {
        const posts = withWord[place] ?? 0
        return { ...word, weight: weightOf(all, posts), isRare: posts <= all * rareShare }
      })
      .toSorted((one, other) => other.weight - one.weight)
      .slice(0, maxWords)
  })

  /** Diseases and their kin. */
  const kinOf = Effect.fnUntraced(function* (about: ReadonlyArray<Disease>) {
    const called = new Map(about.map(({ id, name }) => [id, name]))
    const relatives = yield* diseases.relatives(about.map(({ id }) => id))
    return [
      ...about.map(({ id, name }): Kin => ({ diseaseId: id, kinship: "same", of: name })),
      ...relatives.map(({ id, kinship, of }): Kin => ({ diseaseId: id, kinship, of: called.get(of) ?? "" }))
    ]
  })

  const to = Effect.fnUntraced(function* (request: SimilarRequest) {
    const asked = yield* askedBy(request)
    const about = yield* diseasesOf(asked)
    const nameLexemes = lexemesIn(about.flatMap(({ name, synonyms }) => [name, ...synonyms]))
    const all = contentWords(asked.text)
    const words = yield* weighed(all.filter(({ lexemes }) => !lexemes.some((lexeme) => nameLexemes.has(lexeme))))
    const kin = yield* kinOf(about)
    const subject = { words, kin, nameLexemes, lexemes: new Set(all.flatMap(({ lexemes }) => lexemes)) }
    const related = yield* posts.related({
      words,
      filed: kin.map(({ diseaseId, kinship }) => ({ diseaseId, weight: kinWeight(words, kinship) })),
      named: about.flatMap(({ id, name, synonyms }) => {
        const phrases = generalNames([name, ...synonyms])
        return phrases.length === 0 ? [] : [{ diseaseId: id, phrases, weight: kinWeight(words, "same") }]
      }),
      except: asked.postId,
      limit: maxCandidates
    })
    const limit = Math.min(
      Option.getOrElse(request.limit, () => usualDiscussions),
      maxDiscussions
    )
    return { data: ranked(subject, related).slice(0, limit) }
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
