import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Queue } from "effect"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at } from "../../../support/Wire.ts"
import { type Connected, connect, type Generation, generations } from "../../mcp/Clients.ts"
import { beginSession, request, stream } from "../../mcp/Requests.ts"
import { listening } from "../../mcp/stateless/Agent.ts"
import { joinWith, keyOf, letAgents, membersScopes, sent } from "./AudienceViewers.ts"

const uriOf = ({ id }: { readonly id: number }) => `community://posts/${id}`

/** A thread, another one, and whoever is concerned by the disease of the first, or is not. */
const scene = Effect.gen(function* () {
  const [maria, stranger] = [yield* join(), yield* joinWith(undefined)]
  const disease = yield* maria.client.diseases.list({ urlParams: { limit: 1 } })
  const [{ id: diseaseId } = { id: 0 }] = disease.data
  const concerned = yield* joinWith(diseaseId)
  const [thread, other] = [yield* publish(maria, { diseaseId }), yield* publish(maria)]
  const narrow = (audience: string) =>
    sent("PATCH", uriOf(thread).replace("community:/", "/api"), maria.token, { audience })
  return { maria, stranger, concerned, thread, other, narrow }
})

const follows = (agent: Connected, posts: ReadonlyArray<{ readonly id: number }>) =>
  Effect.forEach(posts, (post) => Effect.promise(() => agent.client.subscribeResource({ uri: uriOf(post) })))

/** What an agent is told up to the first news of a post. */
const toldUntil = ({ updates }: Connected, post: { readonly id: number }) =>
  Effect.gen(function* () {
    const told: Array<string> = []
    while (told.at(-1) !== uriOf(post)) told.push(yield* Effect.timeout(Queue.take(updates), "1 minute"))
    return told
  })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: a subscription to a post that is narrowed`,
    (it) => {
      const ofSessions = (generation: Generation) =>
        Effect.gen(function* () {
          const { concerned, maria, narrow, other, stranger, thread } = yield* scene
          const able = { scopes: membersScopes }
          const keys = [yield* keyOf(concerned, able), yield* keyOf(stranger, able), yield* keyOf(concerned)]
          const agents = yield* Effect.forEach(keys, (apiKey) => connect(generation, { apiKey }))
          for (const agent of agents) yield* follows(agent, [thread, other])
          yield* narrow("disease")
          yield* answer(maria, thread.id)
          yield* answer(maria, other.id)
          const told = yield* Effect.forEach(agents, (agent) => toldUntil(agent, other))
          deepStrictEqual(
            told.map((uris) => uris.includes(uriOf(thread))),
            [true, false, false]
          )
          const reads = yield* Effect.forEach(agents, ({ client }) =>
            Effect.promise(() =>
              client.readResource({ uri: uriOf(thread) }).then(
                () => true,
                () => false
              )
            )
          )
          deepStrictEqual(reads, [true, false, false])
        })

      for (const generation of generations) {
        it.scoped(`over ${generation}: tells only those of its changes who may still read it`, () =>
          ofSessions(generation)
        )
      }

      it.scoped("goes on for a reader who may read the post again", () =>
        Effect.gen(function* () {
          const { concerned, maria, narrow, other, thread } = yield* scene
          const agent = yield* connect("streamable", { apiKey: yield* keyOf(concerned) })
          yield* follows(agent, [thread, other])
          yield* narrow("members")
          yield* answer(maria, other.id)
          deepStrictEqual(yield* toldUntil(agent, other), [uriOf(other)])
          yield* narrow("everyone")
          strictEqual((yield* toldUntil(agent, thread)).at(-1), uriOf(thread))
        })
      )

      /** What an agent is told after a change of who its member is: the thread is for those with its disease. */
      const afterChange = (
        member: Pick<Member, "token">,
        given: Effect.Effect.Success<typeof scene>,
        change: Effect.Effect<unknown, unknown, Effect.Effect.Context<ReturnType<typeof sent>>>,
        key: object = {}
      ) =>
        Effect.gen(function* () {
          const { maria, other, thread } = given
          const agent = yield* connect("streamable", {
            apiKey: yield* keyOf(member, { scopes: membersScopes, ...key })
          })
          yield* follows(agent, [thread, other])
          yield* answer(maria, thread.id)
          deepStrictEqual(yield* toldUntil(agent, thread), [uriOf(thread)])
          yield* change
          yield* answer(maria, thread.id)
          yield* answer(maria, other.id)
          deepStrictEqual(yield* toldUntil(agent, other), [uriOf(other)])
        })

      it.scoped("does not go on for a moderator who is none any more", () =>
        Effect.gen(function* () {
          const given = yield* scene
          const [admin, moderator] = [yield* joinAdmin, yield* joinModerator]
          yield* given.narrow("disease")
          const demoted = sent("PATCH", `/api/users/${moderator.user.id}`, admin.token, { role: "user" })
          yield* afterChange(moderator, given, demoted)
        })
      )

      it.scoped("does not go on for a member who gives up the disease", () =>
        Effect.gen(function* () {
          const given = yield* scene
          const { concerned, narrow } = given
          yield* narrow("disease")
          const without = sent("PATCH", `/api/users/${concerned.user.id}`, concerned.token, { diseaseIds: [] })
          yield* afterChange(concerned, given, without)
        })
      )

      it.scoped("does not go on for an agent once agents may not read what is for members", () =>
        Effect.gen(function* () {
          const given = yield* scene
          const admin = yield* joinAdmin
          yield* given.narrow("members")
          yield* letAgents({ admin }, true)
          yield* afterChange(given.stranger, given, letAgents({ admin }, false), { agent: true })
        })
      )

      it.scoped("tells of its end those only who might read it until then", () =>
        Effect.gen(function* () {
          const { maria, narrow, other, stranger, thread } = yield* scene
          const agent = yield* connect("streamable", { apiKey: yield* keyOf(stranger, { scopes: membersScopes }) })
          yield* follows(agent, [thread, other])
          const remove = (post: typeof thread) => maria.client.posts.remove({ path: { id: post.id } })
          yield* narrow("disease")
          yield* remove(thread)
          yield* remove(other)
          deepStrictEqual(yield* toldUntil(agent, other), [uriOf(other)])
        })
      )

      it.scoped("to notifications tells a key without the scope nothing of those about posts for members", () =>
        Effect.gen(function* () {
          const { concerned, maria, other } = yield* scene
          const agent = yield* connect("streamable", { apiKey: yield* keyOf(concerned) })
          const inbox = "community://notifications"
          yield* Effect.promise(() => agent.client.subscribeResource({ uri: inbox }))
          yield* follows(agent, [other])
          const mention = `[you](/members/${concerned.user.id})`
          yield* publish(maria, { audience: "members", content: mention })
          yield* answer(maria, other.id)
          deepStrictEqual(yield* toldUntil(agent, other), [uriOf(other)])
          yield* publish(maria, { content: mention })
          strictEqual(yield* Effect.timeout(Queue.take(agent.updates), "1 minute"), inbox)
        })
      )

      it.scoped("without a session: tells nobody of its changes who may not read it any more", () =>
        Effect.gen(function* () {
          const { concerned, maria, narrow, other, thread } = yield* scene
          const next = yield* listening(yield* keyOf(concerned), [uriOf(thread), uriOf(other)])
          yield* next
          yield* narrow("members")
          yield* answer(maria, thread.id)
          yield* answer(maria, other.id)
          strictEqual(at(yield* next, "params", "uri"), uriOf(other))
        })
      )

      it.scoped("is not told later either, when its session opens a stream", () =>
        Effect.gen(function* () {
          const { concerned, maria, narrow, other, thread } = yield* scene
          const as = yield* keyOf(concerned)
          const session = yield* beginSession(as)
          for (const [id, post] of [thread, other].entries()) {
            const body = { jsonrpc: "2.0", id, method: "resources/subscribe", params: { uri: uriOf(post) } }
            const subscribed = yield* request({ as, session, body })
            strictEqual((yield* Effect.promise(() => subscribed.text())).includes('"result":{}'), true)
          }
          yield* answer(maria, thread.id)
          yield* narrow("members")
          yield* answer(maria, other.id)
          const { until } = yield* stream({ as, session })
          strictEqual((yield* until(uriOf(other))).includes(uriOf(thread)), false)
        })
      )
    }
  )
}
