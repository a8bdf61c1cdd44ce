import { createConnection } from "node:net"
import { layer } from "@effect/vitest"
import { deepStrictEqual, throws } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { CommunityTools } from "../../src/api/tools/CommunityTools.ts"
import { unique } from "../contracts/newRows.ts"
import { androidKey } from "../support/authenticator/Attestations.ts"
import { newAuthenticator } from "../support/authenticator/Authenticator.ts"
import { community } from "../support/Community.ts"
import { otherRows, rows, sessionsOf } from "../support/EndpointRows.ts"
import { bodyTypeOf, endpoints } from "../support/Endpoints.ts"
import { strayConnections } from "../support/network/Connections.ts"
import { ask, exitOf, port } from "../support/Raw.ts"
import { SharedWorld, world } from "../support/rows/World.ts"
import { makeNextMember, toolRows } from "../support/ToolRows.ts"
import { withEngine, withMail } from "../support/Unlimited.ts"
import { recordOf } from "../support/Wire.ts"
import { addPasskey, creationOptions } from "./http/accounts/factors/Given.ts"

/** A server that nobody of the community may ask. */
const trap = "http://127.0.0.1:9/trap"

const everyText = (value: unknown, text: string): unknown => {
  if (typeof value === "string") return text
  if (Array.isArray(value)) return value.map((one) => everyText(one, text))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everyText(one, text)]))
}

const named = (url: string) =>
  Object.fromEntries(
    ["url", "uri", "link", "image", "icon", "callback", "jku", "endpoint", "crl"].map((name) => [name, url])
  )

/** A body as it is meant, with a URL in place of each of its texts, and with URLs beside its members. */
const hostile = (body: object) => [
  body,
  recordOf(everyText(body, trap)),
  recordOf(everyText(body, "https://trap.example/")),
  recordOf(everyText(body, `![image](${trap}) <${trap}> ${trap}`)),
  { ...body, ...named(trap) }
]

const own = Effect.map(port, (port) => `127.0.0.1:${port}`)

const withWorld = Layer.provideMerge(SharedWorld.layer, community(Memory.layer, { ...withMail, ...withEngine }))

layer(withWorld, { excludeTestServices: true })("Nothing but Outgoing opens a connection or looks a name up", (it) => {
  it.scoped("where the test itself does, which the watch sees", () =>
    Effect.gen(function* () {
      const { stray } = yield* strayConnections(yield* own)
      throws(() => createConnection(9, "127.0.0.1"))
      deepStrictEqual(stray, ["createConnection 127.0.0.1:9"])
    })
  )

  for (const defined of endpoints) {
    const name = `${defined.group}.${defined.endpoint.name}`
    it.scoped(`for ${name} with hostile bodies`, () =>
      Effect.gen(function* () {
        const stage = yield* defined.endpoint.method === "GET" ? SharedWorld : world
        const row = rows[name]?.(stage) ?? otherRows[name]?.(yield* sessionsOf(stage.maria.token))
        const { ask: asked } = yield* Effect.fromNullable(row)
        const { as = stage.maria.token, before = Effect.void, body, headers = {}, path } = asked
        const { stray } = yield* strayConnections(yield* own)
        yield* before
        for (const one of body === undefined ? [undefined] : hostile(recordOf(body))) {
          const sent = one === undefined ? {} : { body: JSON.stringify(one) }
          const types = one === undefined ? {} : { "content-type": bodyTypeOf(defined) }
          yield* ask(defined.endpoint.method, path, { as, headers: { ...headers, ...types }, ...sent })
        }
        deepStrictEqual(stray, [])
      })
    )
  }

  for (const tool of CommunityTools.requests.keys()) {
    it.scoped(`for the tool ${tool} with hostile arguments`, () =>
      Effect.gen(function* () {
        const { maria, post } = yield* SharedWorld
        const scene = { postId: post.id, nextMember: yield* makeNextMember, usedKey: unique() }
        const { succeeds } = yield* Effect.fromNullable(toolRows[tool])
        const { stray } = yield* strayConnections(yield* own)
        for (const payload of hostile(succeeds({ ...scene, foreignId: post.id, closedId: post.id }))) {
          yield* exitOf(maria.token, tool, payload)
        }
        deepStrictEqual(stray, [])
      })
    )
  }

  it.scoped("for a passkey whose certificates name lists of revoked ones", () =>
    Effect.gen(function* () {
      const { maria } = yield* SharedWorld
      const options = yield* creationOptions(maria)
      const { stray } = yield* strayConnections(yield* own)
      const attestation = androidKey(trap, "https://trap.example/crl")
      const { status } = yield* addPasskey(maria, newAuthenticator().makeRegistration(options, { attestation }))
      deepStrictEqual([status, stray], [400, []])
    })
  )
})
