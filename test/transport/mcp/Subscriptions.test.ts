import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Duration, Effect, Queue } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { catalogueChanged } from "../../../src/domain/Change.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { type Connected, connectAs, generations, protocolError } from "./Clients.ts"
import { beginSession, request, stream } from "./Requests.ts"

const inbox = "community://notifications"

const subscribe = ({ client }: Connected, uri: string) =>
  Effect.tryPromise({ try: () => client.subscribeResource({ uri }), catch: protocolError })

const unsubscribe = ({ client }: Connected, uri: string) => Effect.promise(() => client.unsubscribeResource({ uri }))

const next = ({ updates }: Connected) => Effect.timeout(Queue.take(updates), "1 minute")

const catalogue = "community://diseases/1"

/** The updates before that of a change which is made now, and of which the client subscribes before. */
const before = Effect.fnUntraced(function* (agent: Connected) {
  yield* subscribe(agent, catalogue)
  yield* (yield* Changes).append([catalogueChanged])
  const updates: Array<string> = []
  for (let uri = yield* next(agent); uri !== catalogue; uri = yield* next(agent)) updates.push(uri)
  return updates
})

const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  return { maria, bob, post: yield* publish(maria) }
})

layer(community(Memory.layer), { excludeTestServices: true })("A subscription", (it) => {
  for (const generation of generations) {
    it.scoped(`over ${generation}: on notifications notifies the member of their own only`, () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        const agents = [yield* connectAs(generation, maria), yield* connectAs(generation, bob)] as const
        yield* Effect.forEach(agents, (agent) => subscribe(agent, inbox))
        yield* answer(bob, post.id)
        strictEqual(yield* next(agents[0]), inbox)
        deepStrictEqual(yield* before(agents[1]), [])
      })
    )

    it.scoped(`over ${generation}: on a post notifies of comments, likes and changes until it ends`, () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        const uri = `community://posts/${post.id}`
        const agent = yield* connectAs(generation, bob)
        yield* subscribe(agent, uri)
        const path = { id: post.id }
        const { id } = yield* answer(bob, post.id)
        strictEqual(yield* next(agent), uri)
        yield* bob.client.comments.update({ path: { id }, payload: { content: "Another" } })
        strictEqual(yield* next(agent), uri)
        yield* bob.client.comments.remove({ path: { id } })
        strictEqual(yield* next(agent), uri)
        yield* bob.client.likes.toggle({ path })
        strictEqual(yield* next(agent), uri)
        yield* unsubscribe(agent, uri)
        yield* maria.client.posts.remove({ path })
        deepStrictEqual(yield* before(agent), [])
      })
    )
  }

  it.scoped("on a disease notifies of a change of the catalogue, and of no other change", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      const agent = yield* connectAs("streamable", maria)
      yield* subscribe(agent, catalogue)
      yield* subscribe(agent, `community://posts/${post.id}`)
      yield* answer(bob, post.id)
      deepStrictEqual(yield* before(agent), [`community://posts/${post.id}`])
      strictEqual((yield* Queue.takeAll(agent.updates)).length, 0)
    })
  )

  it.scoped("notifies of many changes at most once a second", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      const agent = yield* connectAs("legacy", maria)
      yield* subscribe(agent, inbox)
      const [taken, told] = yield* Effect.timed(
        Effect.gen(function* () {
          yield* Effect.forEach(Array.range(1, 20), () => answer(bob, post.id))
          yield* next(agent)
          yield* next(agent)
          return 2 + (yield* before(agent)).length
        })
      )
      const most = Math.floor(Duration.toSeconds(taken)) + 1
      assertTrue(told <= most, `${told} times in ${Duration.format(taken)}`)
    })
  )

  it.scoped("delivers what changed while the client had no stream open, when it opens one", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      const session = yield* beginSession(maria.token)
      const message = { jsonrpc: "2.0", id: 7, method: "resources/subscribe", params: { uri: inbox } }
      const subscribed = yield* request({ as: maria.token, session, body: message })
      assertTrue((yield* Effect.promise(() => subscribed.text())).includes('"result":{}'))
      const open = yield* connectAs("streamable", maria)
      yield* subscribe(open, inbox)
      yield* answer(bob, post.id)
      yield* next(open)
      const { until } = yield* stream({ as: maria.token, session })
      assertTrue((yield* until("notifications/resources/updated")).includes(inbox))
    })
  )

  it.scoped("is refused for a missing post or disease, and limited to a hundred in a session", () =>
    Effect.gen(function* () {
      const agent = yield* connectAs("legacy", yield* join())
      for (const uri of ["community://posts/2147483647", "community://diseases/2147483647"]) {
        strictEqual((yield* Effect.flip(subscribe(agent, uri))).code, -32002)
      }
      yield* Effect.forEach(Array.range(1, 100), (id) => subscribe(agent, `community://diseases/${id}`), {
        concurrency: 20
      })
      yield* subscribe(agent, "community://diseases/2")
      const { code, message } = yield* Effect.flip(subscribe(agent, inbox))
      deepStrictEqual([code, message.includes("at most 100")], [-32602, true])
      yield* unsubscribe(agent, "community://diseases/2")
      yield* unsubscribe(agent, "never://followed")
      yield* subscribe(agent, inbox)
    })
  )

  it.scoped("on a malformed URI is -32602, and is not counted", () =>
    Effect.gen(function* () {
      const agent = yield* connectAs("streamable", yield* join())
      const impossible = [
        "other://thing/1",
        "community://posts/x",
        "community://posts/0",
        "community://posts/01",
        "community://posts/1/comments",
        "community://nothing",
        "community://diseases/marfan",
        `community://posts/${"1".repeat(100_000)}`,
        `community://diseases/ORPHA:${"0".repeat(300)}558`,
        ""
      ]
      for (const uri of impossible) {
        const { code, message } = yield* Effect.flip(subscribe(agent, uri))
        strictEqual(code, -32602, uri.slice(0, 60))
        assertTrue(message.length < 300, message)
      }
      // All of the hundred places are free still.
      yield* Effect.forEach(Array.range(1, 100), (id) => subscribe(agent, `community://diseases/${id}`))
    })
  )

  it.scoped("on notifications notifies of those that were deleted with their post", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      yield* answer(bob, post.id)
      const agent = yield* connectAs("legacy", maria)
      yield* subscribe(agent, inbox)
      yield* maria.client.posts.remove({ path: { id: post.id } })
      strictEqual(yield* next(agent), inbox)
    })
  )

  it.scoped("on notifications notifies of those that were marked read", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      yield* answer(bob, post.id)
      const agent = yield* connectAs("legacy", maria)
      yield* subscribe(agent, inbox)
      yield* send("PATCH", "/api/notifications", { as: maria.token })
      strictEqual(yield* next(agent), inbox)
    })
  )
})
