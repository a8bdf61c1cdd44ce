import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Option, Random, type Redacted } from "effect"
import { CommentId, PostId } from "../../../../src/domain/Ids.ts"
import type { TextTarget } from "../../../../src/domain/moderation/Target.ts"
import { UsersRepo } from "../../../../src/ports/accounts/UsersRepo.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, type Member, publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { hide, restore } from "../../../support/moderation/Hiding.ts"
import { ask } from "../../../support/Raw.ts"
import { nobody, type World, world } from "../../../support/rows/World.ts"
import { oneDatabase } from "../../../support/Storage.ts"
import { withEngine } from "../../../support/Unlimited.ts"
import { connectAs } from "../../mcp/Clients.ts"
import { follow } from "../../sse/Given.ts"
import {
  answersIn,
  lasting,
  pathsOf,
  proceduresRead,
  toolCalls,
  walked,
  withoutVolatile
} from "../audiences/EverythingRead.ts"

/** What an endpoint shows of hidden texts to their author and to moderators, and to nobody else. */
const known: Readonly<Record<string, string>> = {
  "posts.get": "the hidden post",
  "posts.update": "the hidden post",
  "posts.remove": "the hidden post",
  "posts.revisions": "the earlier texts",
  "comments.revisions": "the earlier texts",
  "reports.list": "the reports of a hidden text",
  "reports.get": "the reports of a hidden text",
  "decisions.list": "the excerpt of a hidden text",
  "decisions.get": "the excerpt of a hidden text",
  "decisions.create": "a hidden text can be restored",
  "users.export": "all that is stored about the member"
}

/** Everybody who may look, by name; nobody who is not signed in has a credential. */
const viewersOf = ({ admin, bob, carol, maria }: World) =>
  Effect.gen(function* () {
    const users = yield* UsersRepo
    const [moderator, expert] = [yield* join(), yield* join("expert")]
    const role = Option.some("moderator" as const)
    yield* users.update(moderator.user.id, { username: Option.none(), bio: Option.none(), role })
    const agentOf = ({ client }: Member) =>
      Effect.map(client.auth.createApiKey({ payload: { name: "an agent", agent: true } }), ({ key }) => key)
    return {
      anonymous: undefined,
      author: maria.token,
      commenter: bob.token,
      other: carol.token,
      expert: expert.token,
      moderator: moderator.token,
      "moderator's agent": yield* agentOf(moderator),
      admin: admin.token,
      "admin's agent": yield* agentOf(admin)
    } satisfies Record<string, Redacted.Redacted | undefined>
  })

type Agent = Effect.Effect.Success<ReturnType<typeof connectAs>>
type Viewers = Effect.Effect.Success<ReturnType<typeof viewersOf>>

const mayKnow: ReadonlySet<string> = new Set(["author", "commenter", "moderator", "admin"])

/** All that one viewer can read: answers of every endpoint twice (from the cache too), walks, tools, MCP, and the stream. */
const everythingRead = (given: World, viewers: Viewers, word: string) =>
  Effect.gen(function* () {
    const seen: Record<string, unknown> = {}
    for (const [viewer, as] of Object.entries(viewers)) {
      for (const { name, path } of pathsOf(given, word)) {
        if (known[name] !== undefined && mayKnow.has(viewer)) continue
        for (const time of ["first", "again"]) {
          const { status, text } = yield* ask("GET", path, { as })
          seen[`${viewer} ${path} ${time}`] = [status, withoutVolatile(text)]
        }
        if (viewer === "anonymous" || viewer === "author") seen[`${viewer} ${path} walked`] = yield* walked(path, as)
      }
      if (as === undefined) continue
      for (const [call, exit] of yield* proceduresRead(given, as, word)) seen[`${viewer} ${call}`] = exit
    }
    return seen
  })

/** The texts of the tools and of a new stream, which may repeat what was missed. */
const spoken = (given: World, member: Member, { client }: Agent, word: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const results: Array<unknown> = []
      for (const { payload, tag } of toolCalls(given, word)) {
        results.push(yield* Effect.promise(() => client.callTool({ name: tag, arguments: { ...payload } })))
      }
      const { next } = yield* follow(member, { lastEventId: "0" })
      return JSON.stringify([results, yield* next.pipe(Effect.timeoutOption("200 millis"))])
    })
  )

/** Texts with a word that no other text has, written by several members at random. */
const plant = (given: World, word: string) =>
  Effect.gen(function* () {
    const authors = [given.maria, given.bob]
    const chosen = <A>(all: ReadonlyArray<A>) =>
      Effect.map(Random.nextIntBetween(0, all.length), (index) => Array.unsafeGet(all, index))
    const posts: Array<PostId> = []
    const comments: Array<{ readonly id: CommentId; readonly postId: PostId }> = []
    for (const _ of Array.range(1, 6)) {
      const category = yield* chosen(["topic", "experience", "question"] as const)
      const diseaseId = yield* chosen([null, given.disease.id])
      const title = `${word} ${unique()}`
      posts.push(
        (yield* publish(yield* chosen(authors), { title, content: `All about ${word}.`, category, diseaseId })).id
      )
      const postId = yield* chosen([given.post.id, ...posts])
      comments.push({ id: (yield* answer(yield* chosen(authors), postId, `I know ${word} too.`)).id, postId })
      yield* (yield* chosen(authors)).client.likes.give({ path: { id: yield* chosen(posts) } })
    }
    const texts = yield* Random.shuffle([
      ...posts.map((id): TextTarget => ({ type: "post", id })),
      ...comments.map(({ id }): TextTarget => ({ type: "comment", id }))
    ])
    return { posts, comments, texts: Array.fromIterable(texts) }
  })

for (const storage of oneDatabase) {
  layer(community(storage.layer, withEngine), { excludeTestServices: true })(
    `${storage.name}: hidden posts and comments`,
    (it) => {
      it.scoped("are in no answer of any endpoint, tool or stream, for any viewer, and all come back", () =>
        Effect.gen(function* () {
          const given = yield* world
          const viewers = yield* viewersOf(given)
          const agents = yield* Effect.forEach([given.maria, given.bob], (member) => connectAs("streamable", member))
          const word = unique()
          const before = lasting(yield* everythingRead(given, viewers, word))
          const { texts } = yield* plant(given, word)
          const planted = yield* everythingRead(given, viewers, word)
          assertTrue(JSON.stringify(planted).includes(word))
          for (const text of texts) yield* hide(text)
          deepStrictEqual(lasting(yield* everythingRead(given, viewers, word)), before)
          for (const [index, agent] of agents.entries()) {
            const text = yield* spoken(given, index === 0 ? given.maria : given.bob, agent, word)
            for (const said of [`about ${word}`, `know ${word}`]) strictEqual(text.includes(said), false)
          }
          for (const text of yield* Random.shuffle(texts)) yield* restore(text)
          const isOfInbox = (key: string) => /notifications/.test(key)
          const shown = (all: Record<string, unknown>) =>
            Object.fromEntries(Object.entries(all).filter(([key]) => !isOfInbox(key)))
          deepStrictEqual(shown(yield* everythingRead(given, viewers, word)), shown(planted))
        }).pipe(Effect.withRandom(Random.make("two")))
      )

      it.effect("have the answers of posts and comments that never were, at every endpoint that takes their ids", () =>
        Effect.gen(function* () {
          const given = yield* world
          const viewers = yield* viewersOf(given)
          const [post, comment] = [yield* publish(given.bob), yield* answer(given.bob, given.post.id)]
          yield* hide({ type: "post", id: post.id })
          yield* hide({ type: "comment", id: comment.id })
          const never: World = {
            ...given,
            post: { ...given.post, id: PostId.make(nobody) },
            comment: { ...given.comment, id: CommentId.make(nobody) }
          }
          const hidden: World = {
            ...given,
            post: { ...given.post, id: post.id },
            comment: { ...given.comment, id: comment.id }
          }
          const isAsked = (name: string, viewer: string) => known[name] === undefined || !mayKnow.has(viewer)
          const statuses = yield* answersIn(given, hidden, viewers, isAsked)
          assertTrue(Object.keys(statuses).length > 50)
          deepStrictEqual(statuses, yield* answersIn(given, never, viewers, isAsked))
        })
      )
    }
  )
}
