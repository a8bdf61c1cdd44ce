import { SqlClient, Statement } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import { assertTrue } from "@effect/vitest/utils"
import { Array, Effect, Either, Layer, Option, Schema } from "effect"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { CommentId, DecisionId, PostId, UserId } from "../../../src/domain/Ids.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { ChangesRepo } from "../../../src/ports/ChangesRepo.ts"
import { NewsRepo } from "../../../src/ports/news/NewsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { filtered, moment, newComment, newPost, newUser, toggleLike } from "../../contracts/newRows.ts"
import { databases } from "../../support/Storage.ts"

const window = { offset: 0, limit: 20 }
/** The first of each. */
const post = PostId.make(1)
const member = UserId.make(1)

type Ports =
  | ChangesRepo
  | CommentsRepo
  | CredentialsRepo
  | LikesRepo
  | NewsRepo
  | NotificationsRepo
  | PostsRepo
  | UsersRepo

const identify = (kind: "apiKey" | "session") =>
  Effect.flatMap(CredentialsRepo, (repo) => repo.identify(kind, "no hash", moment))

/** The statements that most requests run, by their method. Search chooses among rows by design: `bench` measures its growth. */
const hotReads: Readonly<Record<string, Effect.Effect<unknown, unknown, Ports>>> = {
  "PostsRepo.page by date": Effect.flatMap(PostsRepo, (repo) => repo.page({ sort: "date" }, window)),
  "PostsRepo.page by views": Effect.flatMap(PostsRepo, (repo) => repo.page({ sort: "views" }, window)),
  "PostsRepo.page by replies": Effect.flatMap(PostsRepo, (repo) => repo.page({ sort: "replies" }, window)),
  "PostsRepo.page of an author": Effect.flatMap(PostsRepo, (repo) => repo.page({ authorId: member }, window)),
  "CommentsRepo.newestOf": Effect.flatMap(CommentsRepo, (repo) => repo.newestOf(member, 10)),
  "PostsRepo.page of a category": Effect.flatMap(PostsRepo, (repo) => repo.page({ category: "topic" }, window)),
  ...Object.fromEntries(
    (["date", "views", "replies"] as const).flatMap((sort) => [
      [
        `PostsRepo.page by agents by ${sort}`,
        Effect.flatMap(PostsRepo, (repo) => repo.page({ authorKind: "agent", sort }, window))
      ],
      [
        `PostsRepo.page by agents of a category by ${sort}`,
        Effect.flatMap(PostsRepo, (repo) => repo.page({ authorKind: "agent", category: "topic", sort }, window))
      ]
    ])
  ),
  "PostsRepo.page of posts with an answer": Effect.flatMap(PostsRepo, (repo) => repo.page({ answered: true }, window)),
  "PostsRepo.page of posts without one, of a category": Effect.flatMap(PostsRepo, (repo) =>
    repo.page({ answered: false, category: "topic" }, window)
  ),
  "PostsRepo.page in a language": Effect.flatMap(PostsRepo, (repo) => repo.page({ language: "pt" }, window)),
  "UsersRepo.page of verified members": Effect.flatMap(UsersRepo, (repo) => repo.page({ verified: true }, window)),
  "PostsRepo.page after a key": Effect.flatMap(PostsRepo, (repo) =>
    repo.page({ sort: "date" }, { ...window, after: { id: post, count: 0 } })
  ),
  "PostsRepo.document": Effect.flatMap(PostsRepo, (repo) => repo.document(post, Option.some(member))),
  "CommentsRepo.page": Effect.flatMap(CommentsRepo, (repo) => repo.page(post, window)),
  "CommentsRepo.place": Effect.flatMap(CommentsRepo, (repo) => repo.place(CommentId.make(1), 100)),
  "LikesRepo.of": Effect.flatMap(LikesRepo, (repo) => repo.of(post, Option.some(member))),
  "NotificationsRepo.page": Effect.flatMap(NotificationsRepo, (repo) => repo.page(member, false, window)),
  "NotificationsRepo.page of unread": Effect.flatMap(NotificationsRepo, (repo) => repo.page(member, true, window)),
  "NotificationsRepo.after": Effect.flatMap(NotificationsRepo, (repo) => repo.after(member, 0, 100)),
  "NotificationsRepo.closeCases": Effect.flatMap(NotificationsRepo, (repo) => repo.closeCases(DecisionId.make(1))),
  "NotificationsRepo.position": Effect.flatMap(NotificationsRepo, (repo) => repo.position(member)),
  "UsersRepo.detail": Effect.flatMap(UsersRepo, (repo) => repo.detail(member)),
  "UsersRepo.byEmail": Effect.flatMap(UsersRepo, (repo) => repo.byEmail("nobody@example.org")),
  "CredentialsRepo.identify of a session": identify("session"),
  "CredentialsRepo.identify of a key": identify("apiKey"),
  "NewsRepo.page": Effect.flatMap(NewsRepo, (repo) => repo.page({}, window)),
  "ChangesRepo.within": Effect.flatMap(ChangesRepo, (repo) => repo.within([{ after: 0, until: 9 }], 100))
}

/** The rows of other members that each table holds, and how many of them a statement may read in vain. */
const otherRows = 400
const maxWasted = 100

/** A post of a member with a comment and a like, and many posts, comments and notifications of others. */
const seed = Effect.gen(function* () {
  const { id } = yield* newPost({ authorId: yield* newUser() })
  yield* newComment(id, yield* newUser(), "marfan aorta")
  yield* toggleLike(id, yield* newUser())
  const [authorId, commenter] = [yield* newUser(), yield* newUser()]
  const others = Array.range(1, otherRows)
  const text = { authorKind: "human" as const, content: filtered("anything"), language: "und", createdAt: moment }
  const postOf = () => ({ ...text, authorId, title: "Other", category: "question" as const, diseaseId: Option.none() })
  const posts = yield* Effect.flatMap(PostsRepo, (repo) => repo.addAll(others.map(postOf)))
  const commented = posts.results.flatMap((result) => (Either.isRight(result) ? [result.right.id] : []))
  yield* Effect.flatMap(CommentsRepo, (repo) =>
    repo.addAll(commented.map((postId) => ({ ...text, replyTo: Option.none(), postId, authorId: commenter })))
  )
})

interface Plan {
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number | undefined
  readonly "Rows Removed by Join Filter"?: number | undefined
  readonly Plans?: ReadonlyArray<Plan> | undefined
}

const Plan: Schema.Schema<Plan> = Schema.Struct({
  "Actual Loops": Schema.Number,
  "Rows Removed by Filter": Schema.optional(Schema.Number),
  "Rows Removed by Join Filter": Schema.optional(Schema.Number),
  Plans: Schema.optional(Schema.Array(Schema.suspend(() => Plan)))
})

const Explained = Schema.decodeUnknown(
  Schema.Tuple(Schema.Struct({ "QUERY PLAN": Schema.Tuple(Schema.Struct({ Plan })) }))
)

/** The rows that a plan read and did not need. */
const wastedRows = (plan: Plan): number => {
  const {
    "Actual Loops": loops,
    "Rows Removed by Filter": filtered = 0,
    "Rows Removed by Join Filter": joined = 0
  } = plan
  return (plan.Plans ?? []).reduce((sum, input) => sum + wastedRows(input), (filtered + joined) * loops)
}

for (const { client, name } of databases) {
  describe(`${name}: the plan of a hot statement`, () => {
    it.scopedLive("leads by an index to the rows that it needs, and past the rows of others", () => {
      const statements: Array<readonly [text: string, parameters: ReadonlyArray<unknown>]> = []
      const recording = Statement.setTransformer((statement) =>
        Effect.sync(() => {
          statements.push(statement.compile())
          return statement
        })
      )
      return Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* seed
        yield* sql`analyze`
        for (const [method, read] of Object.entries(hotReads)) {
          statements.length = 0
          yield* Effect.ignore(read)
          const recorded = [...statements]
          assertTrue(recorded.length > 0, `${method} runs a statement`)
          yield* sql.withTransaction(
            Effect.gen(function* () {
              // So that a small table is read from end to end only where no index serves.
              yield* sql`set local enable_seqscan = off`
              for (const [text, parameters] of recorded.filter(([text]) => /^\s*(select|with)\b/i.test(text))) {
                const explained = yield* sql.unsafe(`explain (analyze, format json) ${text}`, parameters)
                const [{ "QUERY PLAN": plans }] = yield* Explained(explained)
                const wasted = wastedRows(plans[0].Plan)
                assertTrue(wasted <= maxWasted, `${method} reads ${wasted} rows in vain: ${text}`)
              }
            })
          )
        }
      }).pipe(Effect.provide(Sql.layer.pipe(Layer.provideMerge(client), Layer.provideMerge(recording))))
    })
  })
}
