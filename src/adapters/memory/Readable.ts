import { Either, Option } from "effect"
import { type CommentId, type DiseaseId, type PostId, UserId } from "../../domain/Ids.ts"
import type { Target } from "../../domain/moderation/Target.ts"
import { mayRead, type Reader, visitor } from "../../domain/posts/Audience.ts"
import { CommentNotFound } from "../../domain/posts/Comment.ts"
import { PostNotFound } from "../../domain/posts/Post.ts"
import { withSubtypes } from "./diseases/DiseaseViews.ts"
import type { CommentRow, PostRow } from "./Rows.ts"
import type { Tables } from "./Tables.ts"

/** True for a member who has the disease among theirs, or one above or below it. */
const isConcerned = (tables: Tables, memberId: UserId, diseaseId: DiseaseId): boolean => {
  const own = tables.users.get(memberId)?.diseaseIds ?? []
  const below = withSubtypes(tables, [diseaseId])
  return own.some((id) => below.has(id) || withSubtypes(tables, [id]).has(diseaseId))
}

/** True if a reader may read a post. */
export const reads = (tables: Tables, reader: Reader, post: PostRow): boolean =>
  mayRead(post, reader, (id) =>
    Option.exists(post.diseaseId, (diseaseId) => isConcerned(tables, UserId.make(id), diseaseId))
  )

/** A post that is for the reader of a step. */
export const findPost = (tables: Tables, id: PostId): Either.Either<PostRow, PostNotFound> =>
  Either.fromOption(
    Option.filter(tables.posts.find(id), (post) => reads(tables, tables.reader, post)),
    () => new PostNotFound({ id })
  )

/** A comment on a post that is for the reader of a step. */
export const findComment = (tables: Tables, id: CommentId): Either.Either<CommentRow, CommentNotFound> =>
  Either.fromOption(
    Option.filter(tables.comments.find(id), ({ postId }) => Either.isRight(findPost(tables, postId))),
    () => new CommentNotFound({ id })
  )

/** Tables in which some stand for others. Writes go to the tables themselves. */
const withSome = (tables: Tables, some: Partial<Tables>): Tables =>
  new Proxy(tables, { get: (target, name) => Reflect.get(Object.hasOwn(some, name) ? some : target, name) })

/** The tables of a step that writes for a reader: `findPost` and its like find only what is for them. */
export const writtenFor = (tables: Tables, reader: Reader): Tables => withSome(tables, { reader })

const everyOf = <A>(option: Option.Option<A>, holds: (value: A) => boolean) =>
  Option.isNone(option) || holds(option.value)

/** The tables as a reader sees them: the posts for them, with what hangs on these. */
export const shownTo = (tables: Tables, reader: Reader): Tables => {
  const { comments, hiddenComments, hiddenPosts, notifications, posts } = tables
  const isFor = (post: PostRow | undefined) => post === undefined || reads(tables, reader, post)
  const isOfShown = ({ postId }: { readonly postId: PostRow["id"] }) =>
    isFor(posts.get(postId) ?? hiddenPosts.get(postId)?.post)
  const seen = withSome(tables, {
    reader,
    posts: posts.only(isFor),
    comments: comments.only(isOfShown),
    hiddenPosts: hiddenPosts.only(({ post }) => isFor(post)),
    hiddenComments: hiddenComments.only(({ comment }) => isOfShown(comment)),
    notifications: notifications.only(
      ({ decisionId, postId, reportId }) =>
        everyOf(postId, (id) => isFor(posts.get(id))) &&
        everyOf(decisionId, (id) => readsAbout(seen, tables.decisions.referred(id).target)) &&
        everyOf(reportId, (id) => readsAbout(seen, tables.reports.referred(id).target))
    )
  })
  return seen
}

/** True if there is a post, shown or hidden, that is not for everyone. */
export const hasRestricted = ({ hiddenPosts, posts }: Tables): boolean =>
  posts.some(({ audience }) => audience !== "everyone") || hiddenPosts.some(({ post }) => post.audience !== "everyone")

/**
 * True for a text that the reader may read, were it not hidden: false for one that is gone. The tables are those of a
 * read.
 */
export const readsText = (tables: Tables, { id, type }: Target): boolean => {
  if (type === "user") return true
  return type === "post"
    ? tables.posts.has(id) || tables.hiddenPosts.has(id)
    : tables.comments.has(id) || tables.hiddenComments.has(id)
}

/**
 * True for records about a text that the reader may see, as `reads_about` has it: a visitor, such as an API key without
 * the scope `members`, sees those about texts that are for everyone and still there. The tables are those of a read.
 */
export const readsAbout = (tables: Tables, target: Target): boolean =>
  tables.reader !== visitor || readsText(tables, target)
