import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Layer, Option, Random } from "effect"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { wrongCounts, wrongPostCounts } from "../../../src/adapters/postgres/Integrity.ts"
import { DecisionId, type DiseaseId, type PostId, type UserId } from "../../../src/domain/Ids.ts"
import { PostNotFound } from "../../../src/domain/posts/Post.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { NewsRepo } from "../../../src/ports/news/NewsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import {
  moment,
  newComment,
  newDiseases,
  newPost,
  newUser,
  setHelped,
  toggleLike,
  untilFree,
  writeCommentLike
} from "../../contracts/newRows.ts"
import { newItem } from "../../contracts/news/newNews.ts"
import { databases } from "../../support/Storage.ts"

const chosen = <const A>(values: readonly [A, ...ReadonlyArray<A>]) =>
  Effect.map(Random.nextIntBetween(0, values.length), (index) => values[index] ?? values[0])

const idsIn = <Id extends PostId | UserId>(table: "hidden_posts" | "posts" | "users") =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly id: Id }>`select id from ${sql(table)} order by id`,
      Array.map(({ id }) => id)
    )
  )

/** Removes the first comment of a post, if there is one, as the service does. */
const removeFirstComment = (id: PostId) =>
  Effect.gen(function* () {
    const [posts, comments, inbox] = [yield* PostsRepo, yield* CommentsRepo, yield* NotificationsRepo]
    const { atomically } = yield* Transaction
    const removing = Effect.gen(function* () {
      const { authorId } = yield* posts.lock(id)
      const { items } = yield* comments.page(id, { offset: 0, limit: 1 })
      yield* inbox.lock(authorId)
      return yield* Effect.forEach(items, (comment) => comments.remove(comment.id))
    })
    return yield* untilFree(atomically(removing))
  })

/** Marks the first comment of a post as one that helped, or takes the mark back, and likes it, or takes that back. */
const reactToFirstComment = (id: PostId, userId: UserId) =>
  Effect.gen(function* () {
    const comments = yield* CommentsRepo
    const { items } = yield* comments.page(id, { offset: 0, limit: 1 })
    return yield* Effect.forEach(items, (comment) =>
      Effect.zipRight(
        setHelped(comment.id, !comment.helped),
        Effect.ignore(writeCommentLike(comment.id, userId, Option.none()))
      )
    )
  })

/** Verifies a member, or withdraws the verification, whose comments answer or do so no more. */
const toggleVerification = (id: UserId) =>
  Effect.gen(function* () {
    const users = yield* UsersRepo
    const { atomically } = yield* Transaction
    const { verified } = yield* users.detail(id)
    const wanted = Option.isSome(verified) ? Option.none() : Option.some({ by: id, at: moment, as: "nurse" })
    return yield* untilFree(atomically(users.setVerification(id, wanted)))
  })

/** Hides or restores a post and its first comment, whichever can be. */
const hideOrRestore = (id: PostId) =>
  Effect.gen(function* () {
    const [posts, comments, hidden] = [yield* PostsRepo, yield* CommentsRepo, yield* HiddenTextsRepo]
    const { atomically } = yield* Transaction
    const decisionId = DecisionId.make(1)
    const hiding = Effect.gen(function* () {
      yield* posts.lock(id)
      const { items } = yield* comments.page(id, { offset: 0, limit: 1 })
      yield* Effect.forEach(items, (comment) => hidden.hideComment(comment.id, decisionId))
      if (items.length === 0) yield* hidden.hidePost(id, decisionId)
    })
    const restoring = Effect.zipRight(hidden.lockPost(id), hidden.restorePost(id))
    return yield* Effect.orElse(untilFree(atomically(restoring)), () => untilFree(atomically(hiding)))
  })

/** Hides all texts of a member, or restores them if none is shown. */
const hideOrRestoreAll = (id: UserId) =>
  Effect.gen(function* () {
    const [hidden, { atomically }] = [yield* HiddenTextsRepo, yield* Transaction]
    const hiding = yield* untilFree(atomically(hidden.hideAll(id, DecisionId.make(2))))
    if (hiding.length === 0) yield* untilFree(atomically(hidden.restoreAll(id, Option.none())))
  })

/** One write of any kind, as repositories do them. */
const write = (diseases: ReadonlyArray<DiseaseId>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [posts, users, news, inbox] = [yield* PostsRepo, yield* UsersRepo, yield* NewsRepo, yield* NotificationsRepo]
    const { atomically } = yield* Transaction
    const [author, ...authors] = yield* idsIn<UserId>("users")
    if (author === undefined) return yield* newUser()
    const userId = yield* chosen([author, ...authors])
    const category = yield* chosen(["topic", "experience", "question"])
    const diseaseId = yield* chosen([Option.none(), ...diseases.map((id) => Option.some(id))])
    const authorKind = yield* chosen(["human", "agent"])
    const post = newPost({ authorId: userId, authorKind, category, diseaseId })
    const shown = yield* idsIn<PostId>("posts")
    const [first, ...rest] = [...shown, ...(yield* idsIn<PostId>("hidden_posts"))]
    if (first === undefined) return yield* post
    const id = yield* chosen([first, ...rest])
    const change = {
      category: Option.some(category),
      diseaseId: Option.some(diseaseId),
      authorKind,
      updatedAt: moment
    }
    const role = Option.some(yield* chosen(["user", "expert", "admin"]))
    const item = newItem({
      key: yield* chosen(["a", "b", "c"]),
      category: yield* chosen(["research", "policy", "patient_story", "drug_approval"])
    })
    const writes = [
      newUser(),
      post,
      post,
      posts.update(id, { title: Option.none(), content: Option.none(), language: Option.none(), ...change }, userId),
      posts.remove(id),
      newComment(id, userId),
      newComment(id, userId),
      removeFirstComment(id),
      hideOrRestore(id),
      hideOrRestore(id),
      hideOrRestoreAll(userId),
      toggleLike(id, userId),
      toggleLike(id, userId),
      reactToFirstComment(id, userId),
      reactToFirstComment(id, userId),
      toggleVerification(userId),
      inbox.markRead(userId, Option.none()),
      users.update(userId, { username: Option.none(), bio: Option.none(), role }),
      news.save([item]),
      sql`update posts set author_id = ${userId} where id = ${id}`,
      atomically(Effect.zipRight(Effect.zipRight(newComment(id, userId), post), Effect.fail("undone")))
    ]
    return yield* writes[yield* Random.nextIntBetween(0, writes.length)] ?? post
  })

/** Statements that change many rows, as no service does. */
const byHand = [
  `update posts set category = 'question', disease_id = null, author_id = (select min(id) from users) where id % 2 = 0`,
  `update posts set by_agent = true where id % 3 <> 0`,
  `update posts set by_agent = false, category = 'topic' where id % 5 = 0`,
  `update users set role = 'expert' where id % 2 = 0`,
  `update notifications set read = not read`,
  `update news set category = 'policy'`,
  `delete from diseases where id = (select min(disease_id) from posts)`,
  `insert into posts
     (author_id, by_agent, title, content, content_html, excerpt, category, disease_id, created_at, updated_at)
   select author_id, by_agent, title, content, content_html, excerpt, category, disease_id, created_at, updated_at from posts`,
  `delete from comments where id % 3 = 0`,
  `delete from likes where user_id % 2 = 0`,
  `delete from posts where id % 3 = 0`,
  `delete from users where id % 3 = 0`,
  `delete from news`
]

for (const { client, name } of databases) {
  layer(Layer.provideMerge(Sql.layer, client))(`${name}: counts`, (it) => {
    it.effect("Maintained counts equal the rows after any writes, one by one and concurrent", () =>
      Effect.gen(function* () {
        const diseases = yield* newDiseases("One", "Two", "Three")
        const expected = (error: unknown) => error === "undone" || error instanceof PostNotFound
        const one = Effect.catchIf(untilFree(write(diseases)), expected, () => Effect.void)
        for (const concurrency of [1, 10, 10]) {
          yield* Effect.all(Array.replicate(one, 60), { concurrency, discard: true })
          deepStrictEqual(yield* wrongCounts, [])
          deepStrictEqual(yield* wrongPostCounts, [])
        }
      }).pipe(Effect.withRandom(Random.make("counts")))
    )

    it.effect("Maintained counts equal the rows after SQL statements on many rows", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const diseases = yield* newDiseases("Four", "Five", "Six")
        const likers = yield* Effect.all(Array.replicate(newUser(), 4))
        const posts = yield* Effect.forEach(Array.range(1, 12), (nth) =>
          newPost({ diseaseId: Array.get(diseases, nth % 4) })
        )
        for (const { id } of posts) {
          for (const liker of likers) yield* Effect.zipRight(newComment(id, liker), toggleLike(id, liker))
        }
        yield* Effect.flatMap(NewsRepo, (news) => news.save([newItem(), newItem({ category: "research" })]))
        for (const statement of byHand) {
          strictEqual((yield* sql.unsafe(`${statement} returning 1`)).length > 0, true, statement)
          deepStrictEqual(yield* wrongCounts, [], statement)
        }
      })
    )

    it.effect("Maintained counts are recounted if rows were stored without triggers", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const author = yield* newUser()
        const post = yield* newPost({ authorId: author })
        const comment = yield* newComment(post.id, yield* newUser())
        yield* sql`update comments set likes = 4 where id = ${comment.id}`
        yield* sql`update post_counts set replies = 3, likes = 2, helped = 1, answers = 1 where post_id = ${post.id}`
        yield* sql`update community_counts set count = count + 3`
        yield* sql`update author_counts set posts = 7, agent_posts = 3`
        yield* sql`update inbox_counts set unread = 7`
        yield* sql`insert into disease_counts values (100, 'topic', 5, 2)`
        strictEqual((yield* wrongCounts).length > 3, true)
        strictEqual((yield* wrongPostCounts).length >= 5, true)
        yield* sql`select count_community()`
        deepStrictEqual(yield* wrongCounts, [])
        deepStrictEqual(yield* wrongPostCounts, [])
        yield* newPost({ authorId: author })
        deepStrictEqual(yield* wrongCounts, [])
      })
    )
  })
}
