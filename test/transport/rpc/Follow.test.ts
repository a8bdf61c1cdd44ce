import { request } from "node:http"
import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Chunk, Clock, Effect, Redacted, Schedule, Stream } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { beatingOn } from "../../../src/transport/rpc/RpcHttp.ts"
import { newComment } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { port } from "../../support/Raw.ts"
import { Sink } from "../sse/Sink.ts"
import { rpcs } from "./Clients.ts"

/** Waits by the clock of the machine, as sockets do. */
const until = (isSo: () => boolean) =>
  Effect.repeat(Effect.sync(isSo), { until: (so) => so, schedule: Schedule.spaced("5 millis") }).pipe(
    Effect.withClock(Clock.make())
  )

/** A client on the wire that follows the notifications of a member after an id. */
const following = (token: Redacted.Redacted, after?: number) =>
  Effect.gen(function* () {
    const heard = { text: "", status: 0, headers: {} as Readonly<Record<string, unknown>> }
    const body = JSON.stringify({ _tag: "Request", id: "7", tag: "follow_notifications", payload: { after } })
    const sent = request({
      port: yield* port,
      path: "/api/rpc",
      method: "POST",
      headers: { authorization: `Bearer ${Redacted.value(token)}`, "content-type": "application/ndjson" }
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => sent.destroy()))
    sent.on("error", () => undefined)
    sent.on("response", (response) => {
      Object.assign(heard, { status: response.statusCode, headers: response.headers })
      response.setEncoding("utf8").on("data", (text: string) => {
        heard.text += text
      })
    })
    sent.end(body)
    yield* until(() => heard.status !== 0)
    return heard
  })

layer(community(Memory.layer), { excludeTestServices: true })("follow_notifications", (it) => {
  it.scoped("sends its head at once, for no proxy to buffer, and then what comes", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const post = yield* publish(maria)
      const heard = yield* following(maria.token)
      deepStrictEqual([heard.status, heard.headers["x-accel-buffering"], heard.text], [200, "no", ""])
      yield* answer(bob, post.id)
      yield* until(() => heard.text.endsWith("\n"))
      strictEqual(JSON.parse(heard.text)._tag, "Chunk")
    })
  )

  it.effect("has a space as its beat, and none while its client takes nothing", () =>
    Effect.gen(function* () {
      const sink = new Sink({ highWaterMark: 3 })
      const { beat } = beatingOn(sink)
      beat()
      strictEqual(sink.text, " ")
      sink.isStalled = true
      for (let beats = 0; beats < 10; beats++) beat()
      sink.drain()
      yield* until(() => sink.text === " ".repeat(4))
    })
  )

  it.scoped("has no end: it brings all notifications after 0, however many there are", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const post = yield* publish(maria)
      yield* Effect.replicateEffect(newComment(post.id, bob.user.id), 300)
      const rpc = yield* rpcs(maria.token)
      const all = yield* Stream.runCollect(Stream.take(rpc.follow_notifications({ after: 0 }), 300))
      strictEqual(new Set(Chunk.map(all, ({ id }) => id)).size, 300)
    })
  )
})
