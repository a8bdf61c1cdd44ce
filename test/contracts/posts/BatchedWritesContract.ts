import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Either, FastCheck, type Layer, Option } from "effect"
import type { SequencedChange } from "../../../src/domain/Change.ts"
import { storedChange } from "../../../src/domain/Change.ts"
import { DiseaseId, type PostId, type UserId } from "../../../src/domain/Ids.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { ChangesRepo } from "../../../src/ports/ChangesRepo.ts"
import type { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { StatisticsRepo } from "../../../src/ports/StatisticsRepo.ts"
import type { Transaction } from "../../../src/ports/Transaction.ts"
import { filtered, moment, newDiseases, newPost, newUser, time } from "../newRows.ts"

type Storage =
  | ChangesRepo
  | CommentsRepo
  | DiseasesRepo
  | LikesRepo
  | NotificationsRepo
  | PostsRepo
  | StatisticsRepo
  | Transaction
  | UsersRepo

const never = DiseaseId.make(2_000_000_000)
const all = { offset: 0, limit: 100 }

/** Four members, posts of the first two, and a removed post. */
const scene = Effect.gen(function* () {
  const members = yield* Effect.all(Array.makeBy(4, () => newUser()))
  const [ada, bob] = members
  const posts = [
    yield* newPost({ authorId: ada }),
    yield* newPost({ authorId: ada }),
    yield* newPost({ authorId: bob ?? ada }),
    yield* newPost({ authorId: ada })
  ].map(({ id }) => id)
  yield* Effect.flatMap(PostsRepo, ({ remove }) => Effect.forEach(posts.slice(3), remove))
  return { members, posts }
})

type Scene = Effect.Effect.Success<typeof scene>

/** A write of a member about a post, both by their places in the scene; of a like with its wanted state, or a toggle. */
interface Write {
  readonly member: number
  readonly post: number
  readonly wanted?: boolean | null
}

const place = FastCheck.nat({ max: 3 })
const writes = FastCheck.array(FastCheck.record({ member: place, post: place }), { maxLength: 24 })
const likeWrites = FastCheck.array(
  FastCheck.record({ member: place, post: place, wanted: FastCheck.option(FastCheck.boolean()) }),
  { maxLength: 24 }
)

/** The results and the state after writes in batches of a size. */
const writeInBatches = (size: number, likes: ReadonlyArray<Write>, comments: ReadonlyArray<Write>) =>
  Effect.gen(function* () {
    const [likesRepo, commentsRepo, changesRepo] = [yield* LikesRepo, yield* CommentsRepo, yield* ChangesRepo]
    const { members, posts } = yield* scene
    const from = yield* changesRepo.lowWatermark
    const named = ({ member, post }: Write) => Option.all([Array.get(members, member), Array.get(posts, post)])
    const kindOf = (nth: number) => (nth % 2 === 0 ? ("human" as const) : ("agent" as const))
    const toggles = likes.flatMap((write, nth) =>
      Option.toArray(
        Option.map(named(write), ([userId, postId]) => ({
          userId,
          postId,
          actorKind: kindOf(nth),
          wanted: Option.fromNullable(write.wanted),
          at: moment
        }))
      )
    )
    const added = comments.flatMap((write, nth) =>
      Option.toArray(
        Option.map(named(write), ([authorId, postId]) => ({
          authorId,
          postId,
          authorKind: kindOf(nth),
          content: filtered(`comment ${nth}`),
          language: "und",
          replyTo: Option.none(),
          createdAt: moment
        }))
      )
    )
    const toggled = yield* Effect.forEach(Array.chunksOf(toggles, size), likesRepo.writeAll)
    const commented = yield* Effect.forEach(Array.chunksOf(added, size), commentsRepo.addAll)
    const changes = [...toggled, ...commented].flatMap((batch) => batch.changes)
    const logged = (yield* changesRepo.within([{ after: from, until: Number.MAX_SAFE_INTEGER }], 1_000)).changes
    const ids = commented.flatMap(({ results }) => Array.getRights(results).map(({ id }) => id))
    return {
      likes: toggled.flatMap(({ results }) => results.map(Option.getRight)),
      comments: commented.flatMap(({ results }) =>
        results.map(Either.match({ onLeft: () => "gone", onRight: ({ content }) => content }))
      ),
      isInOrder: ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? id)),
      isAllPublished:
        changes.length === logged.length &&
        logged.every((change) => changes.some((published) => isSame(published, change))),
      changes: changesOf({ members, posts }, changes),
      ...(yield* state({ members, posts }))
    }
  })

const isSame = (one: SequencedChange, other: SequencedChange) =>
  one.sequence === other.sequence && one.kind === other.kind && one.id === other.id && one.userId === other.userId

/** Changes by the places of posts and members in the scene, in no order. */
const changesOf = ({ members, posts }: Scene, changes: ReadonlyArray<SequencedChange>) =>
  changes
    .map(({ id, kind, userId }) =>
      userId === null ? `${kind} of ${posts.map(Number).indexOf(id)}` : `${kind} to ${members.indexOf(userId)}`
    )
    .toSorted()

/** The visible state of a scene, by the places of posts and members in it. */
const state = ({ members, posts }: Scene) =>
  Effect.gen(function* () {
    const [likes, comments] = [yield* LikesRepo, yield* CommentsRepo]
    const [notifications, repo] = [yield* NotificationsRepo, yield* PostsRepo]
    const one = (post: PostId) =>
      Effect.all({
        likes: likes.of(post, Option.none()),
        likedBy: Effect.forEach(members, (member) => likes.of(post, Option.some(member))),
        replyCount: Effect.map(comments.page(post, all), ({ total }) => total),
        comments: Effect.map(comments.page(post, all), ({ items }) => items.map(({ content }) => content)),
        counted: Effect.map(repo.page({}, all), ({ items }) =>
          items.filter(({ id }) => id === post).map(({ likeCount, replyCount }) => ({ likeCount, replyCount }))
        )
      })
    const notificationsOf = (member: UserId) =>
      Effect.map(notifications.page(member, false, all), ({ items }) =>
        items.map(({ actor, comment, post, type }) => ({
          type,
          by: Option.map(actor, ({ id }) => members.indexOf(id)),
          on: Option.map(post, ({ id }) => posts.indexOf(id)),
          comment: Option.map(comment, ({ excerpt }) => excerpt)
        }))
      )
    return {
      posts: yield* Effect.forEach(posts.slice(0, 3), one),
      notifications: yield* Effect.forEach(members, notificationsOf)
    }
  })

/** The contract of batched writes. */
export const batchedWritesContract = <E>(adapter: string, storage: Layer.Layer<Storage, E>) =>
  layer(storage)(`${adapter}: batched writes`, (it) => {
    it.effect.prop(
      "A batch of likes and comments gives the results of single writes, and publishes every change",
      [likeWrites, writes],
      ([likes, comments]) =>
        Effect.gen(function* () {
          const batched = yield* writeInBatches(64, likes, comments)
          deepStrictEqual(batched, yield* writeInBatches(1, likes, comments))
          deepStrictEqual({ all: batched.isAllPublished, order: batched.isInOrder }, { all: true, order: true })
        }),
      { fastCheck: { numRuns: 12 } }
    )

    it.effect(
      "A batch gives the notifications that it adds as their recipients read them, and the id before each",
      () =>
        Effect.gen(function* () {
          const [likes, comments, notifications] = [yield* LikesRepo, yield* CommentsRepo, yield* NotificationsRepo]
          const [author, other, bob, eve] = yield* Effect.all(Array.makeBy(4, () => newUser()))
          if (author === undefined || other === undefined || bob === undefined || eve === undefined) {
            return yield* Effect.dieMessage("no members")
          }
          const [first, second] = [yield* newPost({ authorId: author }), yield* newPost({ authorId: other })]
          const commentOf = (authorId: UserId, postId: PostId, authorKind: "agent" | "human") =>
            ({
              authorId,
              postId,
              authorKind,
              content: filtered("Thank you 🌿"),
              language: "en",
              replyTo: Option.none(),
              createdAt: moment
            }) as const
          const likeOf = (userId: UserId, postId: PostId, actorKind: "agent" | "human") =>
            ({ userId, postId, actorKind, wanted: Option.none(), at: moment }) as const
          const batches = [
            yield* comments.addAll([
              commentOf(bob, first.id, "human"),
              commentOf(author, first.id, "human"),
              commentOf(eve, second.id, "agent"),
              commentOf(eve, first.id, "agent")
            ]),
            yield* likes.writeAll([likeOf(bob, second.id, "human"), likeOf(eve, first.id, "agent")]),
            yield* likes.writeAll([likeOf(bob, second.id, "human"), likeOf(bob, second.id, "human")])
          ]
          const changes = batches.flatMap((batch) => batch.changes)
          for (const [member, count] of [[author, 3] as const, [other, 2] as const]) {
            const stored = yield* notifications.after(member, 0, 10)
            strictEqual(stored.length, count)
            deepStrictEqual(
              changes.filter(({ userId }) => userId === member).map(({ added, id, kind }) => ({ added, id, kind })),
              stored.map((notification, index) => ({
                added: { previousId: stored[index - 1]?.id ?? 0, isForEveryone: true, notification },
                id: notification.id,
                kind: "notification" as const
              }))
            )
          }
          deepStrictEqual(
            changes.filter(({ added, kind }) => added !== undefined && kind !== "notification"),
            []
          )
        })
    )

    it.effect("A batch of no items writes nothing", () =>
      Effect.gen(function* () {
        const [likes, comments, posts] = [yield* LikesRepo, yield* CommentsRepo, yield* PostsRepo]
        const nothing = { results: [], changes: [] }
        deepStrictEqual(yield* likes.writeAll([]), nothing)
        deepStrictEqual(yield* comments.addAll([]), nothing)
        deepStrictEqual(yield* posts.addAll([]), nothing)
      })
    )

    it.effect("A batch of posts refuses unknown and retired diseases, and stores the others under the next ids", () =>
      Effect.gen(function* () {
        const [posts, changes] = [yield* PostsRepo, yield* ChangesRepo]
        const authorId = yield* newUser()
        const [known] = yield* newDiseases("a disease that posts are filed under")
        const from = yield* changes.lowWatermark
        const post = (title: string, diseaseId: Option.Option<DiseaseId>) => ({
          authorId,
          authorKind: "human" as const,
          title,
          content: filtered(title),
          language: "und",
          category: "topic" as const,
          diseaseId,
          createdAt: moment
        })
        const written = yield* posts.addAll([
          post("first", Option.none()),
          post("second", Option.some(never)),
          post("third", Option.fromNullable(known))
        ])
        const titles = written.results.map(
          Either.match({ onLeft: (left) => ("ids" in left ? left.ids : left), onRight: ({ title }) => title })
        )
        deepStrictEqual(titles, ["first", [never], "third"])
        const [first = 0, third = 0] = Array.getRights(written.results).map(({ id }) => id)
        strictEqual(first < third, true)
        deepStrictEqual(
          written.changes.map(({ sequence: _, ...change }) => change),
          [first, third].flatMap((id) =>
            (["post", "post_published"] as const).map((kind) => storedChange(kind, id, authorId))
          )
        )
        deepStrictEqual(
          (yield* changes.within([{ after: from, until: Number.MAX_SAFE_INTEGER }], 10)).changes,
          written.changes
        )
      })
    )

    it.effect("A batch makes the authors of stored items active, and nobody else", () =>
      Effect.gen(function* () {
        const [likes, statistics] = [yield* LikesRepo, yield* StatisticsRepo]
        const { members, posts } = yield* scene
        const [writer, late] = members.slice(2)
        const [there, , , gone] = posts
        if (writer === undefined || late === undefined || there === undefined || gone === undefined) {
          return yield* Effect.dieMessage("no scene")
        }
        const at = time("2026-03-04T05:06:07.890Z")
        const active = statistics.active(time("2026-03-04T05:06:00.000Z"))
        const before = yield* active
        yield* likes.writeAll([
          { postId: there, userId: writer, actorKind: "human" as const, wanted: Option.none(), at },
          { postId: gone, userId: late, actorKind: "human" as const, wanted: Option.none(), at }
        ])
        strictEqual((yield* active) - before, 1)
      })
    )
  })
