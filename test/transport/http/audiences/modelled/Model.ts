import { Option } from "effect"
import {
  type Audience,
  isWidened,
  mayRead,
  readerOfAll,
  readerOfMember,
  visitor
} from "../../../../../src/domain/posts/Audience.ts"

/** A comment as the model knows it. */
export interface ModelComment {
  readonly id: number
  readonly word: string
  readonly author: number
  readonly isGone: boolean
}

/** A post as the model knows it: its word is in its title and text, and in no other text. All are about one disease. */
export interface ModelPost {
  readonly id: number
  readonly word: string
  readonly author: number
  readonly audience: Audience
  readonly place: "shown" | "hidden" | "gone"
  readonly hasOthers: boolean
  readonly comments: ReadonlyArray<ModelComment>
}

/** Who reads: whose credential it is, and what it may. */
export interface ModelReader {
  readonly member: number
  readonly kind: "visitor" | "member" | "moderator"
  readonly isConcerned: boolean
}

const isFor = ({ isConcerned, kind, member }: ModelReader, { audience, author }: ModelPost) => {
  const readers = { visitor, moderator: readerOfAll, member: readerOfMember(member) }
  return mayRead({ audience, authorId: author }, readers[kind], () => isConcerned)
}

/** True for a post that a reader finds in lists. */
export const isFound = (reader: ModelReader, post: ModelPost): boolean => post.place === "shown" && isFor(reader, post)

/** True for a post that a reader may be shown: a hidden one is for its author and for moderators. */
export const mayBeShown = (reader: ModelReader, post: ModelPost): boolean =>
  isFound(reader, post) ||
  (post.place === "hidden" && isFor(reader, post) && (reader.kind === "moderator" || reader.member === post.author))

/** Whether a change of the audience is refused. */
export const isFixed = (post: ModelPost, audience: Audience): boolean => {
  const about = { diseaseId: Option.some(1) }
  return post.hasOthers && isWidened({ audience: post.audience, ...about }, { audience, ...about })
}

/** The words of a post and of its comments that are there. */
const wordsOf = ({ comments, word }: ModelPost) => [
  word,
  ...comments.filter(({ isGone }) => !isGone).map((comment) => comment.word)
]

/** The words that a reader may be shown. */
export const allowedWords = (reader: ModelReader, posts: ReadonlyArray<ModelPost>): ReadonlySet<string> =>
  new Set(posts.filter((post) => mayBeShown(reader, post)).flatMap(wordsOf))

/** The words that a member's own data may say: of their texts, which a key reads only where they are for everyone. */
export const ownWords = ({ kind, member }: ModelReader, posts: ReadonlyArray<ModelPost>): ReadonlySet<string> =>
  new Set(
    posts
      .filter(({ audience }) => kind !== "visitor" || audience === "everyone")
      .flatMap((post) => [
        ...(post.author === member ? [post.word] : []),
        ...post.comments.filter(({ author }) => author === member).map(({ word }) => word)
      ])
  )
