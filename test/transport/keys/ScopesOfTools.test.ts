import { FetchHttpClient, HttpServer } from "@effect/platform"
import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Redacted, Stream } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { CommunityTools } from "../../../src/api/tools/CommunityTools.ts"
import * as CommunityRpcClient from "../../../src/client/CommunityRpcClient.ts"
import { type AccessScope, allScopes } from "../../../src/domain/accounts/Credential.ts"
import { MissingScope } from "../../../src/domain/accounts/CurrentUser.ts"
import { community } from "../../support/Community.ts"
import { publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { ask, exitOf } from "../../support/Raw.ts"
import { makeNextMember, toolRows } from "../../support/ToolRows.ts"
import { at } from "../../support/Wire.ts"
import { connect, generations, protocolError } from "../mcp/Clients.ts"
import { keyWith, lacks, without } from "./ScopedKeys.ts"

/** The tools that need another scope than `read`. */
const needs: Readonly<Record<string, AccessScope>> = {
  create_post: "write",
  reply_to_post: "write",
  like_post: "write",
  delete_post: "write",
  get_notifications: "notifications",
  mark_notifications_read: "notifications",
  report_content: "write"
}

const scene = Effect.gen(function* () {
  const maria = yield* join()
  const { id: postId } = yield* publish(maria)
  return { maria, postId, nextMember: yield* makeNextMember }
})

layer(community(Memory.layer), { excludeTestServices: true })("A key with scopes", (it) => {
  for (const { _tag: name } of Array.from(CommunityTools.requests.values())) {
    const scope = needs[name] ?? "read"

    it.scoped(`calls ${name} with ${scope} alone, over RPC and both transports of MCP`, () =>
      Effect.gen(function* () {
        const { maria, nextMember, postId } = yield* scene
        const row = yield* Effect.fromNullable(toolRows[name])
        const args = () => ({
          ...row.succeeds({ postId, foreignId: postId, closedId: postId, nextMember, usedKey: "" })
        })
        const [missing, alone] = [yield* keyWith(maria, without(scope)), yield* keyWith(maria, [scope])]
        strictEqual(at(yield* exitOf(alone.key, name, args()), "_tag"), "Success")
        const error = at(yield* exitOf(missing.key, name, args()), "cause", "error")
        deepStrictEqual(error, { _tag: "MissingScope", scope })
        // Clients of sessions are not told of it, since they cannot be asked to confirm it.
        if (name === "delete_post") return
        for (const generation of generations) {
          const able = yield* connect(generation, { apiKey: alone.key })
          strictEqual((yield* able.call(name, args())).isError, false)
          const unable = yield* connect(generation, { apiKey: missing.key })
          // Also where the result is in the cache, and before arguments are looked at.
          for (const sent of [args(), { nonsense: 1 }]) {
            const { isError, json, text } = yield* unable.call(name, sent)
            deepStrictEqual({ isError, json, text }, { isError: true, json: undefined, text: lacks(scope) })
          }
        }
      })
    )
  }

  for (const generation of generations) {
    for (const scope of allScopes) {
      it.scoped(`${generation}: begins a session with ${scope} alone, and reads the resources of that scope`, () =>
        Effect.gen(function* () {
          const { maria, postId } = yield* scene
          const { client } = yield* connect(generation, { apiKey: (yield* keyWith(maria, [scope])).key })
          strictEqual((yield* Effect.promise(() => client.listTools())).tools.length, 13)
          const resources = [
            ["community://notifications", "notifications"],
            [`community://posts/${postId}`, "read"],
            ["community://diseases/ORPHA:558", "read"]
          ] as const
          for (const [uri, needed] of resources) {
            for (const use of [() => client.readResource({ uri }), () => client.subscribeResource({ uri })]) {
              const used = Effect.tryPromise({ try: use, catch: protocolError })
              if (needed === scope) yield* used
              else {
                const { code, message } = yield* Effect.flip(used)
                deepStrictEqual([code, message.endsWith(lacks(needed))], [-32003, true])
              }
            }
          }
        })
      )
    }
  }

  it.scoped("follows notifications over RPC with the scope notifications alone", () =>
    Effect.gen(function* () {
      const { maria, postId } = yield* scene
      const rpc = (as: Redacted.Redacted) =>
        HttpServer.addressFormattedWith((baseUrl) =>
          Effect.provide(CommunityRpcClient.make({ baseUrl, credential: as }), FetchHttpClient.layer)
        )
      const follow = (as: Redacted.Redacted) =>
        Effect.flatMap(rpc(as), (procedures) => Stream.runHead(procedures.follow_notifications({})))
      const bob = yield* join()
      yield* bob.client.comments.create({ path: { id: postId }, payload: { content: "I have." } })
      const deaf = yield* keyWith(maria, without("notifications"))
      deepStrictEqual(yield* Effect.flip(follow(deaf.key)), new MissingScope({ scope: "notifications" }))
    })
  )

  it.scoped("of less than the session's own key does not continue the session", () =>
    Effect.gen(function* () {
      const { maria } = yield* scene
      const [full, same, less] = [
        yield* keyWith(maria, allScopes),
        yield* keyWith(maria, allScopes),
        yield* keyWith(maria, ["read"])
      ]
      const initialize = {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
      }
      const accept = "application/json, text/event-stream"
      const begun = yield* ask("POST", "/api/mcp", {
        as: full.key,
        headers: { accept },
        body: JSON.stringify(initialize)
      })
      const headers = { accept, "mcp-session-id": String(begun.headers["mcp-session-id"]) }
      const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" })
      strictEqual((yield* ask("POST", "/api/mcp", { as: less.key, headers, body })).status, 404)
      strictEqual((yield* ask("POST", "/api/mcp", { as: same.key, headers, body })).status, 200)
      strictEqual((yield* ask("POST", "/api/mcp", { as: maria.token, headers, body })).status, 200)
    })
  )
})
