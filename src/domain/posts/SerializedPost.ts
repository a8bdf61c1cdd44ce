import { Effect, Schema } from "effect"
import { PostWithComments } from "./Post.ts"

/**
 * A post with its first comments as the JSON of the wire, byte for byte what encoding `PostWithComments` gives, in two
 * parts around the number of its views: that alone changes with each read.
 */
export interface SerializedPost {
  /** Up to `"viewCount":`. */
  readonly prefix: string
  readonly views: number
  /** From the comma after the number on. */
  readonly suffix: string
}

const Json = Schema.parseJson(PostWithComments)
const encode = Schema.encodeSync(Json)
const decode = Schema.decode(Json)

/** The name can only be the member's: within a text its quotes would be escaped. */
const member = '"viewCount":'

/** A post as its document. */
export const documentOf = (post: PostWithComments): SerializedPost => {
  const text = encode(post)
  const number = text.indexOf(member) + member.length
  return { prefix: text.slice(0, number), views: post.viewCount, suffix: text.slice(text.indexOf(",", number)) }
}

/** The JSON of a document, with as many views as are told. */
export const textOf = ({ prefix, suffix }: Pick<SerializedPost, "prefix" | "suffix">, views: number): string =>
  prefix + views + suffix

/** A document as the post that it tells of, with as many views as are told. A document that is none is a defect. */
export const postOf = (document: Pick<SerializedPost, "prefix" | "suffix">, views: number) =>
  Effect.orDie(decode(textOf(document, views)))
