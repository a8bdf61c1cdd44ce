import { Option } from "effect"
import { type ContentWord, contentLexemes } from "./ContentWords.ts"
import type { DiseaseId } from "./Ids.ts"
import type { Kinship } from "./Kinship.ts"
import type { Post } from "./Post.ts"

/** A word to compare by, and how much it tells: the rarer, the more; a whole number above 0. */
export interface WeighedWord extends ContentWord {
  readonly weight: number
}

type AnyKinship = "same" | Kinship

/** A disease that a text is about, or one of its kin, with the one that it is kin to. */
export interface Kin {
  readonly diseaseId: DiseaseId
  readonly kinship: AnyKinship
  /** What the disease is called that the text is about. */
  readonly of: string
}

/** What is compared with posts. */
export interface Subject {
  /** Its words, those of its diseases' names aside; the most telling first, and no more than are compared. */
  readonly words: ReadonlyArray<WeighedWord>
  /** The lexemes of all its words. */
  readonly lexemes: ReadonlySet<string>
  /** The lexemes of its diseases' names. */
  readonly nameLexemes: ReadonlySet<string>
  /** The diseases that it is about and their kin, each once. */
  readonly kin: ReadonlyArray<Kin>
}

/** A post, and what it has of the subject: places of its words, and diseases that it names. */
export interface Compared {
  readonly post: Post
  readonly inPost: ReadonlyArray<number>
  readonly inComments: ReadonlyArray<number>
  readonly named: ReadonlyArray<DiseaseId>
}

/** How near kin are, from 0 to 1. */
const nearness: Readonly<Record<AnyKinship, number>> = { same: 1, subtype: 0.7, supertype: 0.6, sibling: 0.4 }

/**
 * How much a word tells that stands in so many posts of so many. Steady in a small community too, where one post more or
 * less is a great part of all.
 */
export const weightOf = (posts: number, withWord: number): number =>
  Math.max(1, Math.round(10 * Math.log((posts + 50) / (withWord + 1))))

const weightOfAll = (words: ReadonlyArray<WeighedWord | undefined>): number =>
  words.reduce((sum, word) => sum + (word?.weight ?? 0), 0)

/** How much kin tell beside the words: as much as half of these. */
export const kinWeight = (words: ReadonlyArray<WeighedWord>, kinship: AnyKinship): number =>
  Math.round((weightOfAll(words) / 2 + 50) * nearness[kinship])

/** The nearest of a subject's kin that a post is about: filed under it, or naming the disease itself. */
const kinOf = ({ kin }: Subject, { named, post }: Compared): Kin | undefined => {
  const filed = kin.find(({ diseaseId }) => Option.contains(post.diseaseId, diseaseId))
  return filed?.kinship === "same"
    ? filed
    : (kin.find(({ diseaseId, kinship }) => kinship === "same" && named.includes(diseaseId)) ?? filed)
}

/** The share of a text's words that the subject has; a text of fewer than three is not taken for all of it. */
const share = ({ lexemes, nameLexemes }: Subject, text: string): number => {
  const words = contentLexemes(text).filter((word) => !word.some((lexeme) => nameLexemes.has(lexeme)))
  return words.filter((word) => word.some((lexeme) => lexemes.has(lexeme))).length / Math.max(words.length, 3)
}

/** From 0 to 1: as much as `enough` is all that can be expected of two texts that say the same. */
const outOf = (enough: number, share: number) => Math.min(share / enough, 1)

/** A word that stands in comments only tells half. */
const coverOf = ({ words }: Subject, { inComments, inPost }: Compared): number => {
  const at = (places: ReadonlyArray<number>) => weightOfAll(places.map((place) => words[place]))
  return words.length === 0 ? 0 : (at(inPost) + at(inComments) / 2) / weightOfAll(words)
}

/** What is shared by chance: one word, unless it is nearly all there is, or hardly anything. */
const isChance = (cover: number, shared: number) => cover < (shared > 1 ? 0.2 : 0.4)

/** A post is filed under a disease that has nothing to do with those that the text is about. */
const otherDisease = 0.7

/** How much of what the words leave open the same disease fills. */
const ofTheRest = 0.35

/** Few words are little evidence: from four on they count in full. */
const evidence = (shared: number) => Math.min(0.6 + 0.1 * shared, 1)

/**
 * How alike the words of a post are, from 0 to 1: the share of the subject's words that it has, by their weight (0.6), and
 * the share of the words of its beginning (0.25) and of its title (0.15) that the subject has.
 */
const likenessOfWords = (subject: Subject, compared: Compared): number => {
  const { inComments, inPost, post } = compared
  const cover = outOf(0.75, coverOf(subject, compared))
  const opening = outOf(0.8, share(subject, `${post.title} ${post.excerpt}`))
  const title = outOf(0.6, share(subject, post.title))
  return evidence(inPost.length + inComments.length) * (0.6 * cover + 0.25 * opening + 0.15 * title)
}

/**
 * How alike a post is, from 0 to 1: what its words say, and of what they leave to 1 a part, the greater the nearer the
 * disease that it is about is to one of the subject's. About another disease it is less alike than its words say. What
 * shares hardly a word, and no disease, is not alike. A text that is nearly the same gets 0.8 or more.
 */
export const likeness = (subject: Subject, compared: Compared): number => {
  const { inComments, inPost, post } = compared
  const kin = kinOf(subject, compared)
  if (kin === undefined && isChance(coverOf(subject, compared), inPost.length + inComments.length)) return 0
  const words = likenessOfWords(subject, compared)
  const isOther = kin === undefined && subject.kin.length > 0 && Option.isSome(post.diseaseId)
  const near = kin === undefined ? 0 : nearness[kin.kinship]
  const score = isOther ? words * otherDisease : words + (1 - words) * near * ofTheRest
  return Math.round(score * 100) / 100
}

/** Less alike than this is chance, such as a sibling of the disease and not a word. */
export const minLikeness = 0.15

/** From here on two texts say nearly the same. */
const nearlySame = 0.8

/** The most words that a reason lists. */
const maxWordsTold = 8

const kinReasons: Readonly<Record<AnyKinship, (of: string) => string>> = {
  same: () => "about the same disease",
  subtype: (of) => `about a subtype of ${of}`,
  supertype: (of) => `about what ${of} is a subtype of`,
  sibling: (of) => `about another of the kind that ${of} is`
}

/** Why a post is alike, in words. */
export const reasonsFor = (subject: Subject, compared: Compared): ReadonlyArray<string> => {
  const kin = kinOf(subject, compared)
  const { inComments, inPost, post } = compared
  const name = Option.match(post.disease, { onNone: () => kin?.of, onSome: ({ name }) => name })
  const about =
    kin === undefined
      ? []
      : Option.contains(post.diseaseId, kin.diseaseId)
        ? [`${kinReasons[kin.kinship](kin.of)}: ${name}`]
        : [`names the same disease: ${kin.of}`]
  const shared = subject.words.filter((_, place) => inPost.includes(place) || inComments.includes(place))
  const told = shared.slice(0, maxWordsTold).map(({ written }) => written)
  const more = shared.length > maxWordsTold ? ` and ${shared.length - maxWordsTold} more` : ""
  return [
    ...(likenessOfWords(subject, compared) >= nearlySame ? ["says nearly the same"] : []),
    ...about,
    ...(shared.length > 0 ? [`both mention: ${told.join(", ")}${more}`] : [])
  ]
}
