import { type ContentWord, contentLexemes } from "@rare-disease-community/text/ContentWords"
import { Option } from "effect"
import type { Kinship } from "../../domain/diseases/Disease.ts"
import type { DiseaseId, PostId } from "../../domain/Ids.ts"
import type { Post } from "../../domain/posts/Post.ts"

/** The lexemes of a word (`lexemesOf`); a text has the word if it has one of its lexemes. */
export type WordLexemes = ReadonlyArray<string>

/** Document frequencies of words. */
export interface WordCounts {
  readonly posts: number
  /** For each word the number of posts that have it. */
  readonly withWord: ReadonlyArray<number>
}

/** The number of words that are looked for in comments too. */
export const wordsInComments = 8

interface RelatedWord {
  readonly lexemes: WordLexemes
  readonly weight: number
  /** True if few posts have it; of many posts only those with rare words are compared. */
  readonly isRare: boolean
}

/** A name as lexemes that follow one another; a text that has one of `unless` in its place does not match. */
export interface NamePhrase {
  readonly lexemes: WordLexemes
  readonly unless: WordLexemes
}

/** A search for posts with these words and diseases. Weights are whole numbers above 0. */
export interface RelatedRequest {
  /** The greatest weight first. */
  readonly words: ReadonlyArray<RelatedWord>
  readonly filed: ReadonlyArray<{ readonly diseaseId: DiseaseId; readonly weight: number }>
  readonly named: ReadonlyArray<{
    readonly diseaseId: DiseaseId
    readonly phrases: ReadonlyArray<NamePhrase>
    readonly weight: number
  }>
  readonly except: Option.Option<PostId>
  readonly limit: number
}

export interface RelatedPost {
  readonly post: Post
  /** Places of the request's words that the title or the content has, from 0, ascending. */
  readonly inPost: ReadonlyArray<number>
  /** Places of the words that only comments have. */
  readonly inComments: ReadonlyArray<number>
  /** Diseases that the title or the content names, in the order of the request. */
  readonly named: ReadonlyArray<DiseaseId>
}

/** A word with its inverse document frequency, a whole number above 0. */
interface RankedWord extends ContentWord {
  readonly idf: number
}

type AnyKinship = "same" | Kinship

/** A disease that a text is about (`same`), or one related to it. */
export interface RelatedDisease {
  readonly diseaseId: DiseaseId
  readonly kinship: AnyKinship
  /** The name of the disease that the text is about. */
  readonly of: string
}

/** A text that posts are compared with. */
export interface Subject {
  /** Its words with the greatest idf, without those of its diseases' names. */
  readonly words: ReadonlyArray<RankedWord>
  /** The lexemes of all its words. */
  readonly lexemes: ReadonlySet<string>
  readonly nameLexemes: ReadonlySet<string>
  readonly diseases: ReadonlyArray<RelatedDisease>
}

const nearness: Readonly<Record<AnyKinship, number>> = { same: 1, subtype: 0.7, supertype: 0.6, sibling: 0.4 }

/** The idf of a word. The constant keeps it steady in a small community, where each post is a great part of all. */
export const idfOf = (posts: number, withWord: number): number =>
  Math.max(1, Math.round(10 * Math.log((posts + 50) / (withWord + 1))))

const sumOfIdf = (words: ReadonlyArray<RankedWord | undefined>): number =>
  words.reduce((sum, word) => sum + (word?.idf ?? 0), 0)

/** The weight of a related disease compared with the words: at most half of theirs. */
export const diseaseWeight = (words: ReadonlyArray<RankedWord>, kinship: AnyKinship): number =>
  Math.round((sumOfIdf(words) / 2 + 50) * nearness[kinship])

/** The nearest of the subject's diseases that a post is about: filed under it, or naming the disease itself. */
const sharedDisease = ({ diseases }: Subject, { named, post }: RelatedPost): RelatedDisease | undefined => {
  const filed = diseases.find(({ diseaseId }) => Option.contains(post.diseaseId, diseaseId))
  return filed?.kinship === "same"
    ? filed
    : (diseases.find(({ diseaseId, kinship }) => kinship === "same" && named.includes(diseaseId)) ?? filed)
}

/** The share of a text's words that the subject has; a text counts as at least three words. */
const sharedShare = ({ lexemes, nameLexemes }: Subject, text: string): number => {
  const words = contentLexemes(text).filter((word) => !word.some((lexeme) => nameLexemes.has(lexeme)))
  return words.filter((word) => word.some((lexeme) => lexemes.has(lexeme))).length / Math.max(words.length, 3)
}

/** A share as part of `enough`, the share that texts with the same content reach. */
const outOf = (enough: number, share: number) => Math.min(share / enough, 1)

/** The share of the subject's idf that a post has; a word in comments only counts half. */
const coverageOf = ({ words }: Subject, { inComments, inPost }: RelatedPost): number => {
  const idfAt = (places: ReadonlyArray<number>) => sumOfIdf(places.map((place) => words[place]))
  return words.length === 0 ? 0 : (idfAt(inPost) + idfAt(inComments) / 2) / sumOfIdf(words)
}

/** True if words may be shared by chance: one that is not nearly all of the subject, or hardly any part of it. */
const isChance = (coverage: number, shared: number) => coverage < (shared > 1 ? 0.2 : 0.4)

/** The factor for a post about a disease that is unrelated to the subject's diseases. */
const otherDisease = 0.7

/** The share of the rest to 1 that the same disease adds to the similarity of words. */
const shareOfRest = 0.35

/** Few shared words are little evidence; four and more count in full. */
const evidence = (shared: number) => Math.min(0.6 + 0.1 * shared, 1)

/**
 * The similarity of words from 0 to 1: the share of the subject's idf that a post has (0.6), and the shares of the
 * words of its beginning (0.25) and its title (0.15) that the subject has.
 */
const wordSimilarity = (subject: Subject, related: RelatedPost): number => {
  const { inComments, inPost, post } = related
  const coverage = outOf(0.75, coverageOf(subject, related))
  const opening = outOf(0.8, sharedShare(subject, `${post.title} ${post.excerpt}`))
  const title = outOf(0.6, sharedShare(subject, post.title))
  return evidence(inPost.length + inComments.length) * (0.6 * coverage + 0.25 * opening + 0.15 * title)
}

/**
 * The similarity of a post from 0 to 1: that of its words, plus a part of the rest to 1 that grows with the nearness of
 * its disease. A post about another disease scores less than by its words only. One that shares hardly a word and no
 * disease gets 0; one with nearly the same text gets 0.8 or more.
 */
export const similarity = (subject: Subject, related: RelatedPost): number => {
  const { inComments, inPost, post } = related
  const shared = sharedDisease(subject, related)
  if (shared === undefined && isChance(coverageOf(subject, related), inPost.length + inComments.length)) return 0
  const words = wordSimilarity(subject, related)
  const isOther = shared === undefined && subject.diseases.length > 0 && Option.isSome(post.diseaseId)
  const near = shared === undefined ? 0 : nearness[shared.kinship]
  const score = isOther ? words * otherDisease : words + (1 - words) * near * shareOfRest
  return Math.round(score * 100) / 100
}

/**
 * The least similarity of two discussions: below it is chance, such as a sibling of the disease without a shared word.
 */
export const minSimilarity = 0.15

/** From this similarity of words on, two texts say nearly the same. */
const nearlySame = 0.8

/** The maximum number of words that the reason for a similarity lists. */
const maxListedWords = 8

const diseaseReasons: Readonly<Record<AnyKinship, (of: string) => string>> = {
  same: () => "about the same disease",
  subtype: (of) => `about a subtype of ${of}`,
  supertype: (of) => `about what ${of} is a subtype of`,
  sibling: (of) => `about another of the kind that ${of} is`
}

export const reasonsFor = (subject: Subject, related: RelatedPost): ReadonlyArray<string> => {
  const { inComments, inPost, post } = related
  const reasons = wordSimilarity(subject, related) >= nearlySame ? ["says nearly the same"] : []
  const disease = sharedDisease(subject, related)
  if (disease !== undefined && Option.contains(post.diseaseId, disease.diseaseId)) {
    const name = Option.match(post.disease, { onNone: () => disease.of, onSome: ({ name }) => name })
    reasons.push(`${diseaseReasons[disease.kinship](disease.of)}: ${name}`)
  } else if (disease !== undefined) reasons.push(`names the same disease: ${disease.of}`)
  const shared = subject.words.filter((_, place) => inPost.includes(place) || inComments.includes(place))
  const listed = shared.slice(0, maxListedWords).map(({ written }) => written)
  const more = shared.length > maxListedWords ? ` and ${shared.length - maxListedWords} more` : ""
  if (shared.length > 0) reasons.push(`both mention: ${listed.join(", ")}${more}`)
  return reasons
}
