import { Effect, Schema } from "effect"
import { PostWithComments } from "./Post.ts"

/**
 * A post with its first comments as the JSON of the wire, byte for byte what encoding `PostWithComments` gives, in two
 * parts around the number of its views: that alone changes with each read.
 */
export interface PostDocument {
  /** Up to `"viewCount":`. */
  readonly before: string
  readonly views: number
  /** From the comma after the number on. */
  readonly after: string
}

const Json = Schema.parseJson(PostWithComments)
const encode = Schema.encodeSync(Json)
const decode = Schema.decode(Json)

/** The name can only be the member's: within a text its quotes would be escaped. */
const member = '"viewCount":'

/** A post as its document. */
export const documentOf = (post: PostWithComments): PostDocument => {
  const text = encode(post)
  const number = text.indexOf(member) + member.length
  return { before: text.slice(0, number), views: post.viewCount, after: text.slice(text.indexOf(",", number)) }
}

/** The JSON of a document, with as many views as are told. */
export const textOf = ({ after, before }: Pick<PostDocument, "after" | "before">, views: number): string =>
  before + views + after

/** A document as the post that it tells of, with as many views as are told. A document that is none is a defect. */
export const postOf = (document: Pick<PostDocument, "after" | "before">, views: number) =>
  Effect.orDie(decode(textOf(document, views)))
