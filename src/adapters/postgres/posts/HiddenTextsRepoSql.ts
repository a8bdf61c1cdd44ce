import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { Blocked } from "../../../domain/BatchResult.ts"
import { CommentId, DecisionId, PostId, UserId } from "../../../domain/Ids.ts"
import { Comment, CommentNotFound, commentsShown } from "../../../domain/posts/Comment.ts"
import { PostDetail, PostNotFound } from "../../../domain/posts/Post.ts"
import type { Unavailable } from "../../../domain/Unavailable.ts"
import { HiddenTextsRepo, type TextTarget } from "../../../ports/HiddenTextsRepo.ts"
import * as Columns from "../Columns.ts"
import { isContended, orUnavailable } from "../connection/Failures.ts"
import { emptyPendingLists } from "../PendingLists.ts"
import { detail, joined } from "./PostColumns.ts"

/**
 * Runs a move by a function of `migrations/functions/hidden.sql`, which answers null if there is nothing to move. One that waited
 * too long for a lock is `Blocked`, as are writes that do not wait.
 */
const moving =
  <Id extends number, E>(sql: SqlClient.SqlClient, type: TextTarget["type"], notFound: (id: Id) => E) =>
  (id: Id, moved: Statement.Fragment): Effect.Effect<ReadonlyArray<UserId>, Blocked | E | Unavailable> => {
    const move = SqlSchema.single({
      Request: Schema.Void,
      Result: Schema.Struct({ recipients: Schema.NullOr(Schema.Array(UserId)) }),
      execute: () => sql`select ${moved} as recipients`
    })(undefined)
    return Effect.flatMap(
      orUnavailable(Effect.catchIf(move, isContended, () => new Blocked({ by: `${type} ${id}` }))),
      ({ recipients }) => (recipients === null ? Effect.fail(notFound(id)) : Effect.succeed(recipients))
    )
  }

/** The value of a function that answers whether it moved something, as one that answers recipients. */
const nobodyIf = (sql: SqlClient.SqlClient, isMoved: Statement.Fragment) =>
  sql`case when ${isMoved} then '{}'::int[] end`

const lockHidden = (sql: SqlClient.SqlClient, locking: boolean) =>
  SqlSchema.findOne({
    Request: PostId,
    Result: Schema.Struct({ authorId: UserId, title: Schema.String, content: Schema.String, decisionId: DecisionId }),
    execute: (id) => sql`
      select author_id as "authorId", title, content, decision_id as "decisionId" from hidden_posts where id = ${id}
      ${locking ? sql`for update skip locked` : sql``}`
  })

/** The rows of a hidden post under the names of the tables that the columns of shown ones refer to. */
const selectPost = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Struct({ id: PostId, viewer: Schema.OptionFromNullOr(UserId) }),
    Result: Schema.Struct({
      ...PostDetail.fields,
      liked: Schema.OptionFromNullOr(Schema.Boolean),
      comments: Schema.Array(Comment),
      decisionId: DecisionId
    }),
    execute: ({ id, viewer }) => sql`
      with posts as (select * from hidden_posts where id = ${id}),
      likes as (select * from hidden_likes where post_id = ${id}),
      comments as (
        select *, hidden_post_id as post_id from hidden_comments where hidden_post_id = ${id} and decision_id is null
      ),
      post_views as (select id as post_id, views from posts),
      post_counts as (
        select id as post_id, (select count(*)::int from comments) as replies, (select count(*)::int from likes) as likes from posts
      )
      select ${detail(sql, viewer)}, posts.decision_id as "decisionId", (
        select coalesce(json_agg(fitted order by id) filter (where fits), '[]')
        from (select *, ${Columns.fitting(sql, "contentHtml")} as fits from (
          select ${Columns.comment(sql)} from comments join users on users.id = comments.author_id
          order by comments.id limit ${commentsShown}
        ) first) fitted
      ) as comments
      from posts ${joined(sql)}`
  })

const selectComment = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: CommentId,
    Result: Schema.Struct({ postId: PostId, authorId: UserId, excerpt: Schema.String, decisionId: DecisionId }),
    execute: (id) => sql`
      select coalesce(shown_post_id, hidden_post_id) as "postId", hidden_comments.author_id as "authorId",
        hidden_comments.excerpt, coalesce(hidden_comments.decision_id, hidden_posts.decision_id) as "decisionId"
      from hidden_comments left join hidden_posts on hidden_posts.id = hidden_post_id
      where hidden_comments.id = ${id}`
  })

const deletePost = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: PostId,
    Result: Schema.Struct({ id: PostId }),
    execute: (id) => sql`delete from hidden_posts where id = ${id} returning id`
  })

const Target = Schema.Union(
  Schema.Struct({ type: Schema.Literal("post"), id: PostId }),
  Schema.Struct({ type: Schema.Literal("comment"), id: CommentId })
)

/** Indexes posts_author_id, comments_author_id, hidden_posts_author_id and hidden_comments_author_id. */
const selectTexts = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Struct({
      authorId: UserId,
      isHidden: Schema.Boolean,
      after: Schema.Struct({ isComment: Schema.Boolean, id: Schema.Int }),
      limit: Schema.Int
    }),
    Result: Target,
    execute: ({ after, authorId, isHidden, limit }) => {
      const texts = isHidden
        ? sql`select false as is_comment, id from hidden_posts where author_id = ${authorId}
            union all select true, id from hidden_comments where author_id = ${authorId} and decision_id is not null`
        : sql`select false as is_comment, id from posts where author_id = ${authorId}
            union all select true, id from comments where author_id = ${authorId}
            union all select true, id from hidden_comments where author_id = ${authorId} and decision_id is null`
      return sql`
        select case when is_comment then 'comment' else 'post' end as type, id from (${texts}) texts
        where (is_comment, id) > (${after.isComment}, ${after.id}) order by is_comment, id limit ${limit}`
    }
  })

/** The advisory lock of the number of texts of a member. */
const authorLock = 20

const tryLockAuthor = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: UserId,
    Result: Schema.Struct({ isLocked: Schema.Boolean }),
    execute: (id) => sql`select pg_try_advisory_xact_lock(${authorLock}, ${id}) as "isLocked"`
  })

/** Reads as many rows as it counts (the indexes of `selectTexts`). */
const selectIsNew = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: Schema.Struct({ id: UserId, texts: Schema.Int }),
    Result: Schema.Struct({ isNew: Schema.Boolean }),
    execute: ({ id, texts }) => sql`
      select exists (select from users where id = ${id} and verified_as is null) and ${texts} > (
        select count(*) from (
          select from posts where author_id = ${id} union all select from hidden_posts where author_id = ${id}
          union all select from comments where author_id = ${id} union all select from hidden_comments where author_id = ${id}
          limit ${texts}
        ) texts
      ) as "isNew"`
  })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const noteWrites = Effect.zip(
    yield* emptyPendingLists(sql, "post_search"),
    yield* emptyPendingLists(sql, "comment_search")
  )
  const movePost = moving(sql, "post", (id: PostId) => new PostNotFound({ id }))
  const moveComment = moving(sql, "comment", (id: CommentId) => new CommentNotFound({ id }))
  const [lockAuthor, isNew] = [tryLockAuthor(sql), selectIsNew(sql)]
  const [lock, hidden] = [lockHidden(sql, true), lockHidden(sql, false)]
  const [post, comment, texts, remove] = [selectPost(sql), selectComment(sql), selectTexts(sql), deletePost(sql)]

  const noPost = (id: PostId) => Effect.orElseFail(() => new PostNotFound({ id }))

  return HiddenTextsRepo.of({
    hidePost: (id, decisionId) => movePost(id, sql`hide_post(${id}, ${decisionId})`),
    hideComment: (id, decisionId) => moveComment(id, sql`hide_comment(${id}, ${decisionId})`),
    lockPost: (id) =>
      Effect.flatMap(
        orUnavailable(lock(id)),
        Effect.orElse(() =>
          Effect.zipRight(Effect.flatMap(orUnavailable(hidden(id)), noPost(id)), new Blocked({ by: `post ${id}` }))
        )
      ),
    restorePost: (id) => Effect.zipRight(movePost(id, nobodyIf(sql, sql`restore_post(${id})`)), noteWrites),
    restoreComment: (id) => Effect.zipRight(moveComment(id, nobodyIf(sql, sql`restore_comment(${id})`)), noteWrites),
    removePost: (id) => Effect.flatMap(orUnavailable(remove(id)), noPost(id)),
    post: (id, viewer) =>
      Effect.map(
        orUnavailable(post({ id, viewer })),
        Option.map(({ decisionId, ...post }) => ({ post, decisionId }))
      ),
    comment: (id) => orUnavailable(comment(id)),
    isNew: (id, texts) => Effect.map(orUnavailable(isNew({ id, texts })), ({ isNew }) => isNew),
    lockAuthor: (id) =>
      Effect.flatMap(orUnavailable(lockAuthor(id)), ({ isLocked }) =>
        isLocked ? Effect.void : new Blocked({ by: `texts of ${id}` })
      ),
    textsOf: (authorId, state, after, limit) =>
      orUnavailable(
        texts({
          authorId,
          isHidden: state === "hidden",
          after: Option.match(after, {
            onNone: () => ({ isComment: false, id: 0 }),
            onSome: ({ id, type }: TextTarget) => ({ isComment: type === "comment", id })
          }),
          limit
        })
      )
  })
})

/** Hidden posts and comments in PostgreSQL. */
export const layer = Layer.scoped(HiddenTextsRepo, make)
