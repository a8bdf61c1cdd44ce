import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Context, Effect, Layer, Option, Ref, TestClock } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import type { PostId, UserId } from "../../../src/domain/Ids.ts"
import { type Audience, PostReader, type Reader, readerOfAll, visitor } from "../../../src/domain/posts/Audience.ts"
import { ChangeNotifier } from "../../../src/ports/ChangeNotifier.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { CommentFeed } from "../../../src/services/posts/CommentFeed.ts"
import { filtered, moment, newPost, newUser } from "../../contracts/newRows.ts"

/** What happens once, at the next read of a page of comments: before the read, or after it. */
class Between extends Context.Tag("test/Between")<
  Between,
  { readonly before: Ref.Ref<Effect.Effect<void>>; readonly after: Ref.Ref<Effect.Effect<void>> }
>() {
  static readonly layer = Layer.effect(
    Between,
    Effect.all({
      before: Ref.make<Effect.Effect<void>>(Effect.void),
      after: Ref.make<Effect.Effect<void>>(Effect.void)
    })
  )
}

const once = (ref: Ref.Ref<Effect.Effect<void>>) => Effect.flatten(Ref.getAndSet(ref, Effect.void))

const comments = Layer.effect(
  CommentsRepo,
  Effect.map(Effect.all([CommentsRepo, Between]), ([repo, { after, before }]) =>
    CommentsRepo.of({
      ...repo,
      page: (...request) => Effect.zipLeft(Effect.zipRight(once(before), repo.page(...request)), once(after))
    })
  )
)

/** Whether there are posts that are not for everyone, as an instance knows it of others: before it looks again, none. */
const posts = Layer.effect(
  PostsRepo,
  Effect.map(Effect.all([PostsRepo, Ref.make(false)]), ([repo, isKnown]) =>
    PostsRepo.of({
      ...repo,
      hasRestricted: Ref.get(isKnown),
      restrictedExists: Effect.tap(repo.restrictedExists, (exists) => Ref.set(isKnown, exists))
    })
  )
)

const feed = Effect.provide(
  CommentFeed.layer.pipe(
    Layer.provideMerge(Changes.layer),
    Layer.provideMerge(Layer.mergeAll(comments, posts, ChangeNotifier.none)),
    Layer.provideMerge(Layer.merge(Memory.layer, Between.layer))
  )
)

/** Writes a comment, as a request does that is answered then. */
const write = (postId: PostId, authorId: UserId, text: string) =>
  Effect.gen(function* () {
    const content = filtered(text)
    const written = { postId, authorId, authorKind: "human", content, language: "und" } as const
    const [repo, changes] = [yield* CommentsRepo, yield* Changes]
    const { changes: made } = yield* repo.addAll([
      { ...written, replyTo: Option.none(), createdAt: moment, reader: readerOfAll }
    ])
    yield* changes.publish(made)
  })

/** Changes the audience of a post, as a request does that is answered then. */
const setAudience = (id: PostId, authorId: UserId, audience: Audience) =>
  Effect.gen(function* () {
    const [posts, changes] = [yield* PostsRepo, yield* Changes]
    const none = { title: Option.none(), content: Option.none(), language: Option.none(), category: Option.none() }
    const change = { ...none, diseaseId: Option.none(), authorKind: "human", updatedAt: moment, audience } as const
    yield* Effect.provideService(posts.update(id, change, authorId), PostReader, readerOfAll)
    yield* changes.append([{ kind: "post", id, userId: null }])
  })

/** Runs all fibers until they wait. */
const settled = Effect.zipRight(
  Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
  TestClock.adjust("0 millis")
).pipe(Effect.repeatN(5))

/** A thread that a visitor and somebody who reads all have open. What they are told. */
const scene = Effect.gen(function* () {
  const [author, other] = [yield* newUser(), yield* newUser()]
  const { id } = yield* newPost({ authorId: author })
  const { follow } = yield* CommentFeed
  const listen = (reader: Reader) =>
    Effect.gen(function* () {
      const told: Array<string> = []
      yield* follow(id, 0, {
        isBlocked: () => false,
        send: (sent) => void told.push(...sent.map(({ content }) => content)),
        resync: () => void told.push("resync")
      }).pipe(Effect.provideService(PostReader, reader))
      return told
    })
  const toldOf = { visitor: yield* listen(visitor), all: yield* listen(readerOfAll) }
  yield* settled
  const context = yield* Effect.context<Changes | CommentsRepo | PostsRepo>()
  const { after, before } = yield* Between
  const meanwhile = (
    at: "after" | "before",
    what: Effect.Effect<unknown, unknown, Changes | CommentsRepo | PostsRepo>
  ) => Ref.set({ after, before }[at], Effect.asVoid(Effect.orDie(Effect.provide(what, context))))
  return {
    toldOf,
    meanwhile,
    comment: (text: string) => write(id, other, text),
    narrow: setAudience(id, author, "members")
  }
})

describe("CommentFeed.follow, where the post is narrowed", () => {
  it.scoped("by another instance, as the first post of all: says resync at once to who may not read it", () =>
    Effect.gen(function* () {
      const { narrow, toldOf } = yield* scene
      yield* narrow
      yield* settled
      deepStrictEqual(toldOf, { visitor: ["resync"], all: [] })
    }).pipe(feed)
  )

  it.scoped("between two comments: says resync to who may not read it, and sends the second to the others", () =>
    Effect.gen(function* () {
      const { comment, narrow, toldOf } = yield* scene
      yield* comment("open")
      yield* settled
      yield* narrow
      yield* comment("canary")
      yield* comment("another")
      yield* settled
      deepStrictEqual(toldOf, { visitor: ["*open*", "resync"], all: ["*open*", "*canary*", "*another*"] })
    }).pipe(feed)
  )

  it.scoped("and commented before a page is read: sends nothing of the page to who may not read it", () =>
    Effect.gen(function* () {
      const { comment, meanwhile, narrow, toldOf } = yield* scene
      yield* meanwhile("before", Effect.zipRight(narrow, comment("canary")))
      yield* comment("open")
      yield* settled
      deepStrictEqual(toldOf, { visitor: ["resync"], all: ["*open*", "*canary*"] })
    }).pipe(feed)
  )

  it.scoped("while a page is read: sends nothing of the page to who may not read it", () =>
    Effect.gen(function* () {
      const { comment, meanwhile, narrow, toldOf } = yield* scene
      yield* meanwhile("after", narrow)
      yield* comment("open")
      yield* settled
      deepStrictEqual(toldOf, { visitor: ["resync"], all: ["*open*"] })
    }).pipe(feed)
  )
})
