import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { openAt, type Reader, type Received } from "../../support/Reader.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { until } from "../../support/Waiting.ts"
import { at, eachOf } from "../../support/Wire.ts"
import { onServerOf, serverUrl } from "../Databases.ts"
import { clientOf, start } from "../Program.ts"

/** The events up to one that says a word, without it. */
const eventsUntil = ({ next }: Reader, word: string) =>
  Effect.gen(function* () {
    const events: Array<Received> = []
    for (;;) {
      const event = yield* Effect.timeout(next, "1 minute")
      if (JSON.stringify(event).includes(word)) return events
      events.push(event)
    }
  })

// The embedded database is for one process alone.
describe("A post that is narrowed on one of two instances (server)", () => {
  it.scopedLive.skipIf(serverUrl === undefined)(
    "is gone on the other one for who may not read it any more, and in no stream that was open there",
    () =>
      Effect.gen(function* () {
        const variables = { ...unlimited, ...(yield* onServerOf(serverUrl ?? "")) }
        const [one, two] = yield* Effect.all([start(variables), start(variables)], { concurrency: 2 })
        const [here, there] = [clientOf(one.url), clientOf(two.url)]
        const [maria, concerned, stranger] = yield* Effect.provide(Effect.all([join(), join(), join()]), here)
        const { data } = yield* Effect.provide(maria.client.diseases.list({ urlParams: { limit: 1 } }), here)
        const diseaseId = data[0]?.id ?? 0
        const diseases = { as: concerned.token, body: { diseaseIds: [diseaseId] } }
        yield* Effect.provide(send("PATCH", `/api/users/${concerned.user.id}`, diseases), here)
        const [post, own] = [yield* publish(maria, { diseaseId }), yield* publish(stranger)]
        const path = `/api/posts/${post.id}`
        const toThread = (as: Redacted.Redacted, content: string) =>
          send("POST", `${path}/comments`, { as, body: { content } })

        const listen = (as: Redacted.Redacted) => {
          const headers = { cookie: `session=${Redacted.value(as)}`, "sec-fetch-site": "same-origin" }
          const query = { postId: String(post.id) }
          return Effect.tap(openAt(two.url, { path: "/live", query, headers }), ({ next }) => next)
        }
        const [kept, lost] = [yield* listen(concerned.token), yield* listen(stranger.token)]

        // Both write there while the post is narrowed here: each comment is stored or refused.
        const writers = [stranger, concerned, stranger, concerned, stranger]
        const narrow = send("PATCH", path, { as: maria.token, body: { audience: "disease" } })
        const [narrowed, ...written] = yield* Effect.all(
          [
            Effect.provide(narrow, here),
            ...writers.map(({ token }) => Effect.provide(toThread(token, "before"), there))
          ],
          { concurrency: "unbounded" }
        )
        expect(narrowed.status).toBe(200)
        for (const { status } of written) expect([201, 404]).toContain(status)
        const stored = yield* Effect.provide(send("GET", `${path}/comments`, { as: maria.token }), here)
        const acknowledged = written.flatMap(({ body, status }) => (status === 201 ? [at(body, "id")] : []))
        expect(new Set(eachOf(stored))).toEqual(new Set(acknowledged))

        const seen = Effect.map(send("GET", path, { as: stranger.token }), ({ status }) => status)
        yield* until(Effect.map(Effect.provide(seen, there), (status) => status === 404))
        expect((yield* Effect.provide(toThread(stranger.token, "late"), there)).status).toBe(404)
        yield* Effect.provide(toThread(maria.token, "canary"), here)
        yield* eventsUntil(kept, "canary")
        const end = { as: maria.token, body: { content: "the end" } }
        yield* Effect.provide(send("POST", `/api/posts/${own.id}/comments`, end), there)
        const told = yield* eventsUntil(lost, "the end")
        expect(told.at(-1)).toEqual({ event: "resync", data: { postId: post.id } })
        expect(JSON.stringify(told)).not.toContain("canary")
      })
  )
})
