import { Either, Option } from "effect"
import { type CommentId, type DiseaseId, type PostId, UserId } from "../../domain/Ids.ts"
import type { Target } from "../../domain/moderation/Target.ts"
import { mayRead, type ReaderName } from "../../domain/posts/Audience.ts"
import { CommentNotFound } from "../../domain/posts/Comment.ts"
import { PostNotFound } from "../../domain/posts/Post.ts"
import { withSubtypes } from "./diseases/DiseaseViews.ts"
import type { CommentRow, PostRow } from "./Rows.ts"
import { Table, type Tables } from "./Tables.ts"

/** The rows of a table that a reader may see. Writes go to the table itself. */
class ShownTable<Key, Row> extends Table<Key, Row> {
  readonly #all: Table<Key, Row>
  readonly #isShown: (row: Row) => boolean

  constructor(all: Table<Key, Row>, isShown: (row: Row) => boolean) {
    super()
    this.#all = all
    this.#isShown = isShown
    this.lastId = all.lastId
  }

  override copy(): Table<Key, Row> {
    return new ShownTable(this.#all.copy(), this.#isShown)
  }

  override get size(): number {
    return Array.from(this).length
  }

  override get(key: Key): Row | undefined {
    const row = this.#all.get(key)
    return row !== undefined && this.#isShown(row) ? row : undefined
  }

  override has(key: Key): boolean {
    return this.get(key) !== undefined
  }

  override keys(): MapIterator<Key> {
    return new Map(this).keys()
  }

  override values(): MapIterator<Row> {
    return new Map(this).values()
  }

  override [Symbol.iterator](): MapIterator<[Key, Row]> {
    return new Map(Array.from(this.#all).filter(([, row]) => this.#isShown(row))).entries()
  }

  override set(key: Key, row: Row): void {
    this.#all.set(key, row)
  }

  override delete(key: Key): boolean {
    return this.#all.delete(key)
  }
}

/** True for a member who has the disease among theirs, or one above or below it. */
const isConcerned = (tables: Tables, memberId: UserId, diseaseId: DiseaseId): boolean => {
  const own = tables.users.get(memberId)?.diseaseIds ?? []
  const below = withSubtypes(tables, [diseaseId])
  return own.some((id) => below.has(id) || withSubtypes(tables, [id]).has(diseaseId))
}

/** True if a reader may read a post. */
export const reads = (tables: Tables, reader: ReaderName, post: PostRow): boolean =>
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

/** The tables of a step that writes for a reader: `findPost` and its like find only what is for them. */
export const writtenFor = (tables: Tables, reader: ReaderName): Tables =>
  new Proxy(tables, { get: (target, name) => (name === "reader" ? reader : Reflect.get(target, name)) })

const everyOf = <A>(option: Option.Option<A>, holds: (value: A) => boolean) =>
  Option.isNone(option) || holds(option.value)

/** The tables as a reader sees them: the posts for them, with what hangs on these. */
export const shownTo = (tables: Tables, reader: ReaderName): Tables => {
  const { comments, hiddenComments, hiddenPosts, notifications, posts } = tables
  const isFor = (post: PostRow | undefined) => post === undefined || reads(tables, reader, post)
  const isOfShown = ({ postId }: { readonly postId: PostRow["id"] }) =>
    isFor(posts.get(postId) ?? hiddenPosts.get(postId)?.post)
  const shown: Partial<Tables> = {
    reader,
    posts: new ShownTable(posts, isFor),
    comments: new ShownTable(comments, isOfShown),
    hiddenPosts: new ShownTable(hiddenPosts, ({ post }) => isFor(post)),
    hiddenComments: new ShownTable(hiddenComments, ({ comment }) => isOfShown(comment)),
    notifications: new ShownTable(
      notifications,
      ({ decisionId, postId, reportId }) =>
        everyOf(postId, (id) => isFor(posts.get(id))) &&
        everyOf(decisionId, (id) => readsAbout(seen, tables.decisions.referred(id).target)) &&
        everyOf(reportId, (id) => readsAbout(seen, tables.reports.referred(id).target))
    )
  }
  const seen = new Proxy(tables, {
    get: (target, name) => (Object.hasOwn(shown, name) ? Reflect.get(shown, name) : Reflect.get(target, name))
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
export const readsAbout = (tables: Tables, target: Target): boolean => tables.reader !== "" || readsText(tables, target)
