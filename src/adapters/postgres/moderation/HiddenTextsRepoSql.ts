import { SqlClient, type Statement } from "@effect/sql"
import { type Context, Effect, Layer, Option, Schema } from "effect"
import { Blocked } from "../../../domain/BatchResult.ts"
import { type Change, eachOnce } from "../../../domain/Change.ts"
import { CommentId, DecisionId, PostId, UserId } from "../../../domain/Ids.ts"
import { CommentNotFound, commentsShown } from "../../../domain/posts/Comment.ts"
import { PostDetail, PostNotFound } from "../../../domain/posts/Post.ts"
import { HiddenTextsRepo } from "../../../ports/moderation/HiddenTextsRepo.ts"
import * as Columns from "../Columns.ts"
import { emptyPendingLists } from "../PendingLists.ts"
import { Row as Comment } from "../posts/CommentsRepoSql.ts"
import { detail, joined } from "../posts/PostColumns.ts"
import { isRestricted, Ownership, ownedColumns, setLocked } from "../posts/PostsRepoSql.ts"
import { updateHiddenPost } from "../posts/UpdatePost.ts"
import { eachAsReader, Reading } from "../Reading.ts"
import { Changed, changesIn, first, firstOr, one, orBlocked, returnsRow, run, Value } from "../Rows.ts"

/**
 * The texts of a member that one statement hides or restores: posts with 50 comments each stay within its time limit.
 */
const maxTextsInStatement = 500

const HiddenPost = Schema.Struct({
  ...PostDetail.fields,
  liked: Schema.OptionFromNullOr(Schema.Boolean),
  comments: Schema.Array(Comment),
  decisionId: DecisionId
})
const HiddenComment = Schema.Struct({
  postId: PostId,
  authorId: UserId,
  content: Schema.String,
  decisionId: DecisionId,
  isWithPost: Schema.Boolean
})
const Locked = Schema.Struct({ ...Ownership.fields, decisionId: DecisionId })
const New = Value("isNew", Schema.Boolean)

const noPost = (id: PostId) => new PostNotFound({ id })
const noComment = (id: CommentId) => new CommentNotFound({ id })

/**
 * Moves texts by functions of `migrations/functions/hidden.sql`, which answer null if there is nothing to move. A move
 * that waited too long for a lock is `Blocked`, as are writes that do not wait.
 */
const moves = (sql: SqlClient.SqlClient, noteWrites: Effect.Effect<unknown>) => {
  const moved = (changes: Statement.Fragment, by: string) =>
    Effect.map(sql`select to_json(${changes}) as changes`.pipe(orBlocked(by), one(Changed)), changesIn)
  const post = (id: PostId, changes: Statement.Fragment) =>
    Effect.flatMap(
      moved(changes, `post ${id}`),
      Effect.orElseFail(() => noPost(id))
    )
  const comment = (id: CommentId, changes: Statement.Fragment) =>
    Effect.flatMap(
      moved(changes, `comment ${id}`),
      Effect.orElseFail(() => noComment(id))
    )
  /** Takes the locks that all texts of a member need, and moves the next ones until there are none. */
  const all = Effect.fnUntraced(function* (id: UserId, next: Statement.Fragment) {
    const by = `member ${id}`
    yield* run(sql`select lock_texts_of(${id})`.pipe(orBlocked(by)))
    const changes: Array<Change> = []
    for (;;) {
      const found = yield* moved(next, by)
      if (Option.isNone(found)) return eachOnce(changes)
      changes.push(...found.value)
    }
  })

  return {
    hidePost: (id, decisionId) => post(id, sql`hide_posts(array[${id}::int], ${decisionId})`),
    hideComment: (id, decisionId) => comment(id, sql`hide_comments(array[${id}::int], ${decisionId})`),
    hideAll: (id, decisionId) => all(id, sql`hide_next_texts(${id}, ${decisionId}, ${maxTextsInStatement})`),
    restorePost: (id) => Effect.zipLeft(post(id, sql`restore_posts(array[${id}::int])`), noteWrites),
    restoreComment: (id) => Effect.zipLeft(comment(id, sql`restore_comments(array[${id}::int])`), noteWrites),
    restoreAll: (id, decisionId) => {
      const next = sql`restore_next_texts(${id}, ${Option.getOrNull(decisionId)}, ${maxTextsInStatement})`
      return Effect.zipLeft(all(id, next), noteWrites)
    }
  } satisfies Partial<Context.Tag.Service<HiddenTextsRepo>>
}

/** The rows of a hidden post under the names of the tables that the columns of shown ones refer to. */
const selectPost = (sql: SqlClient.SqlClient, id: PostId, viewer: UserId | null) => sql`
      with posts as (
        select * from hidden_posts
        where id = ${id} and may_read(audience, author_id, disease_id, present_reader())
      ),
      likes as (select * from hidden_likes where post_id = ${id}),
      comments as (
        select *, hidden_post_id as post_id from hidden_comments where hidden_post_id = ${id} and decision_id is null
      ),
      post_views as (select id as post_id, views from posts),
      post_counts as (
        select id as post_id, (select count(*)::int from comments) as replies, (select count(*)::int from likes) as likes,
          (select count(*)::int from comments where helped) as helped
        from posts
      )
      select ${detail(sql, viewer)}, posts.decision_id as "decisionId", (
        select coalesce(json_agg(fitted order by id) filter (where fits), '[]')
        from (select *, ${Columns.fitting(sql, "contentHtml")} as fits from (
          select ${Columns.comment(sql, viewer)} from comments join users on users.id = comments.author_id
          order by comments.id limit ${commentsShown}
        ) first) fitted
      ) as comments
      from posts ${joined(sql)}`

/** A hidden comment whose post the reader may read. */
const selectComment = (sql: SqlClient.SqlClient, id: CommentId) => sql`
      select coalesce(shown_post_id, hidden_post_id) as "postId", hidden_comments.author_id as "authorId",
        hidden_comments.content, coalesce(hidden_comments.decision_id, hidden_posts.decision_id) as "decisionId",
        hidden_comments.decision_id is null as "isWithPost"
      from hidden_comments left join hidden_posts on hidden_posts.id = hidden_post_id
      where hidden_comments.id = ${id} and reads_text('comment', ${id})`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const noteWrites = Effect.zip(
    yield* emptyPendingLists(sql, "post_search"),
    yield* emptyPendingLists(sql, "comment_search")
  )
  const { noteRestricted } = yield* Reading
  const hidden = (id: PostId) => sql`
    select ${ownedColumns(sql)}, decision_id as "decisionId" from hidden_posts
    where id = ${id} and may_read(audience, author_id, disease_id, present_reader())`

  return HiddenTextsRepo.of({
    ...moves(sql, noteWrites),
    lockPost: (id) =>
      Effect.flatMap(
        sql`${hidden(id)} for update skip locked`.pipe(first(Locked)),
        // The post is not hidden, or another transaction holds it.
        Effect.orElse(() =>
          Effect.zipRight(hidden(id).pipe(firstOr(Locked, () => noPost(id))), new Blocked({ by: `post ${id}` }))
        )
      ),
    setLocked: (id, locked) => setLocked(sql, "hidden_posts", id, locked),
    setDecision: ({ id, type }, decisionId) => {
      const missing: CommentNotFound | PostNotFound =
        type === "post" ? noPost(PostId.make(id)) : noComment(CommentId.make(id))
      const statement = sql`
        update ${sql(`hidden_${type}s`)} set decision_id = ${decisionId}
        where id = ${id} and decision_id is not null returning id`
      return Effect.asVoid(Effect.filterOrFail(returnsRow(statement), Boolean, () => missing))
    },
    noteUntold: ({ id, type }) => run(sql`update ${sql(`hidden_${type}s`)} set untold = true where id = ${id}`),
    updatePost: (id, change, editor) =>
      returnsRow(updateHiddenPost(sql, id, change, editor)).pipe(
        Effect.filterOrFail(Boolean, () => noPost(id)),
        Effect.zipRight(isRestricted(change) ? noteRestricted : Effect.void)
      ),
    removePost: (id) =>
      Effect.flatMap(returnsRow(sql`delete from hidden_posts where id = ${id} returning id`), (isRemoved) =>
        isRemoved ? Effect.void : noPost(id)
      ),
    post: (id, viewer) =>
      Effect.map(
        selectPost(sql, id, Option.getOrNull(viewer)).pipe(firstOr(HiddenPost, () => noPost(id))),
        ({ decisionId, ...post }) => ({ post, decisionId })
      ),
    comment: (id) => selectComment(sql, id).pipe(firstOr(HiddenComment, () => noComment(id))),
    // Reads as many rows as it counts (indexes posts_author_id, comments_author_id and decisions_restored).
    isNew: (id, texts) => {
      const statement = sql`
        select exists (select from users where id = ${id} and verified_as is null) and ${texts} > (
          select count(*) from (
            select from all_posts where author_id = ${id} union all select from all_comments where author_id = ${id} limit ${texts}
          ) shown
        ) and ${texts} > (
          select count(distinct (target_type, target_id)) from decisions
          where subject_id = ${id} and (action in ('restore', 'publish') or appeal_outcome = 'reversed')
            and action in ('hide', 'restore', 'publish') and target_type <> 'user'
        ) as "isNew"`
      return statement.pipe(one(New))
    }
  })
})

/** Hidden posts and comments in PostgreSQL. */
export const layer = Layer.scoped(HiddenTextsRepo, eachAsReader(make))
