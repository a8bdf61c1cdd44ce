import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf, dataDir, start } from "./process/Program.ts"
import { join, send } from "./support/Members.ts"

describe("The server as a program", () => {
  it.scopedLive("starts, gets ready, stores a post, and ends with code 0 after SIGTERM", () =>
    Effect.gen(function* () {
      const program = yield* start({ DATA_DIR: yield* dataDir })
      yield* Effect.gen(function* () {
        yield* Effect.repeat(send("GET", "/ready"), { until: ({ status }) => status === 200 })
        const { client } = yield* join()
        const payload = {
          title: "Hello",
          content: "**Who** else?",
          category: "topic"
        } as const
        const { id } = yield* client.posts.create({ payload })
        expect((yield* send("GET", `/api/posts/${id}`)).status).toBe(200)
      }).pipe(Effect.provide(clientOf(program.url)))
      yield* program.kill("SIGTERM")
      expect(yield* program.ended).toEqual({ code: 0, signal: null })
    })
  )
})
