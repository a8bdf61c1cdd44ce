import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Effect } from "effect"
import { CommunityTools } from "../../../src/api/tools/CommunityTools.ts"
import { ToolMetadata } from "../../../src/api/tools/Tool.ts"
import { unique } from "../../contracts/newRows.ts"
import { atOnce } from "../../support/AtOnce.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { exitOf } from "../../support/Raw.ts"
import { oneDatabase } from "../../support/Storage.ts"
import { makeNextMember, toolRows } from "../../support/ToolRows.ts"
import { at } from "../../support/Wire.ts"
import { connectAs } from "../mcp/Clients.ts"
import { ownChanges } from "./OwnChanges.ts"

const writing = Array.from(CommunityTools.requests.values()).filter(
  ({ annotations }) => !Context.unsafeGet(annotations, ToolMetadata).readOnly
)

/** A member with a post and two notifications, and the ways in which they call a tool. */
const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  const { id: postId } = yield* publish(maria)
  yield* answer(bob, postId)
  const [legacy, streamable] = [yield* connectAs("legacy", maria), yield* connectAs("streamable", maria)]
  const call = (tool: string) => (payload: object) => {
    const rpc = Effect.map(exitOf(maria.token, tool, payload), (exit) => at(exit, "value"))
    // Clients of sessions cannot be asked to confirm a deletion.
    if (tool === "delete_post") return { rpc, legacy: rpc, streamable: rpc }
    return {
      rpc,
      legacy: Effect.map(legacy.call(tool, { ...payload }), ({ json }) => json),
      streamable: Effect.map(streamable.call(tool, { ...payload }), ({ json }) => json)
    }
  }
  return { maria, postId, streamable, call, nextMember: yield* makeNextMember }
})

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: every tool that writes`, (it) => {
    it.effect("CommunityTools has six: of posts, replies, likes, deletion, reading and reports", () =>
      Effect.sync(() => {
        const names = writing.map(({ _tag }) => _tag)
        deepStrictEqual(names, [
          "create_post",
          "reply_to_post",
          "like_post",
          "delete_post",
          "mark_notifications_read",
          "report_content"
        ])
      })
    )

    for (const { _tag } of writing) {
      it.scoped(`${_tag} has one effect and one result for its key, in turn and at once, over RPC and MCP`, () =>
        Effect.gen(function* () {
          const { call, maria, nextMember, postId } = yield* scene
          const target = _tag === "delete_post" ? Effect.map(publish(maria), ({ id }) => id) : Effect.succeed(postId)
          const { succeeds } = yield* Effect.fromNullable(toolRows[_tag])
          const payload = {
            ...succeeds({ postId: yield* target, foreignId: postId, closedId: postId, nextMember, usedKey: "" }),
            idempotencyKey: unique()
          }
          const { legacy, rpc, streamable } = call(_tag)(payload)

          const before = yield* ownChanges(maria.user.id)
          const first = yield* rpc
          assertTrue(typeof first === "object" && first !== null)
          const effect = (yield* ownChanges(maria.user.id)) - before
          for (const again of [legacy, streamable, rpc]) deepStrictEqual(yield* again, first)
          strictEqual((yield* ownChanges(maria.user.id)) - before, effect)

          const other = {
            ...succeeds({ postId: yield* target, foreignId: postId, closedId: postId, nextMember, usedKey: "" }),
            idempotencyKey: unique()
          }
          const start = yield* ownChanges(maria.user.id)
          const once = call(_tag)(other)
          const twins = yield* Effect.all([once.rpc, once.legacy, once.streamable, once.rpc], atOnce)
          for (const twin of twins) deepStrictEqual(twin, twins[0])
          if (!["mark_notifications_read", "report_content"].includes(_tag))
            strictEqual((yield* ownChanges(maria.user.id)) - start > 0, true)
          const made = yield* ownChanges(maria.user.id)
          deepStrictEqual(yield* once.rpc, twins[0])
          strictEqual(yield* ownChanges(maria.user.id), made)
        })
      )
    }

    it.scoped("refuses a key of another call, and one that is not a key; without a key each call counts", () =>
      Effect.gen(function* () {
        const { call, maria, postId, streamable } = yield* scene
        const key = unique()
        const reply = (content: string, idempotencyKey?: string) =>
          streamable.call("reply_to_post", { postId, content, idempotencyKey })
        strictEqual((yield* reply("one", key)).isError, false)
        const refused = yield* reply("two", key)
        deepStrictEqual([refused.isError, /was sent with another request/.test(refused.text)], [true, true])
        const liked = yield* streamable.call("like_post", { postId, idempotencyKey: key })
        strictEqual(liked.isError, true)
        for (const bad of ["", "x".repeat(256), "ü", "a\nb"]) {
          const { isError, text } = yield* reply("three", bad)
          strictEqual(isError, true)
          assertTrue(text.startsWith('idempotencyKey must be 1 to 255 printable ASCII characters; you sent "'), text)
        }
        const twice = call("reply_to_post")({ postId, content: "four" })
        const [one, two] = [yield* twice.rpc, yield* twice.rpc]
        assertTrue(at(one, "id") !== at(two, "id"))
        const failed = { title: "A title", content: "Text", diseaseId: 2_147_483_647, idempotencyKey: unique() }
        strictEqual(at(yield* exitOf(maria.token, "create_post", failed), "_tag"), "Failure")
        const { diseaseId: _, ...right } = failed
        strictEqual(at(yield* exitOf(maria.token, "create_post", right), "_tag"), "Success")
      })
    )
  })
}
