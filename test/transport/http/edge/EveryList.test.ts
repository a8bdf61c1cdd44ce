import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { maxPageItems } from "../../../../src/domain/Page.ts"
import { allEndpoints } from "../../../../src/transport/http/Endpoints.ts"
import { community } from "../../../support/Community.ts"
import { rows } from "../../../support/EndpointRows.ts"
import { send } from "../../../support/Members.ts"
import { SharedWorld } from "../../../support/rows/World.ts"
import { withEngine, withMail } from "../../../support/Unlimited.ts"
import { at, eachOf, refusedFor } from "../../../support/Wire.ts"

const lists = allEndpoints.filter(({ parameters }) => parameters.has("limit"))

const malformed = {
  limit: ["0", "-5", "01", "1.5", "1e3", "x", "%2B1", "0x1", "%201", "null"],
  page: ["0", "-1", "01", "1.5", "abc", "2147483648"],
  offset: ["-1", "01", "1.5", "x", "2147483648"]
}

const world = Layer.provideMerge(SharedWorld.layer, community(Memory.layer, { ...withMail, ...withEngine }))

layer(world, { excludeTestServices: true })("Every list", (it) => {
  it.effect("is found by its parameter `limit`", () =>
    Effect.sync(() => {
      assertTrue(lists.length >= 14, String(lists.length))
      deepStrictEqual(
        lists.filter(({ parameters }) => !parameters.has("page") && !parameters.has("offset")),
        []
      )
    })
  )

  for (const { name, parameters } of lists) {
    /** Asks for the list with more parameters, as whoever may. */
    const get = (query: string) =>
      Effect.gen(function* () {
        const stage = yield* SharedWorld
        const row = yield* Effect.fromNullable(rows[name])
        const { as = stage.maria.token, path } = row(stage).ask
        return yield* send("GET", `${path}${path.includes("?") ? "&" : "?"}${query}`, { as })
      })

    it.effect(`${name} gives 100 items at most, its own number for an empty limit, and none past the end`, () =>
      Effect.gen(function* () {
        const usual = yield* get("")
        const [limit, total] = [at(usual.body, "pagination", "limit"), at(usual.body, "pagination", "total")]
        deepStrictEqual([usual.status, typeof limit, typeof total], [200, "number", "number"])
        for (const asked of ["101", "1000", "2147483647"]) {
          strictEqual(at((yield* get(`limit=${asked}`)).body, "pagination", "limit"), maxPageItems, asked)
        }
        const [place, far] = parameters.has("page") ? ["page", "page=21474836"] : ["offset", "offset=2147483647"]
        deepStrictEqual((yield* get(`limit=&${place}=`)).body, usual.body)
        const past = yield* get(`${far}&limit=100`)
        deepStrictEqual([past.status, eachOf(past), at(past.body, "pagination", "hasMore")], [200, [], false])
      })
    )

    it.effect(`${name} is 400 for a limit, page, offset or cursor that is malformed or given twice`, () =>
      Effect.gen(function* () {
        for (const parameter of ["limit", "page", "offset"] as const) {
          if (!parameters.has(parameter)) continue
          for (const value of malformed[parameter]) {
            refusedFor(yield* get(`${parameter}=${value}`), 400, new RegExp(`^${parameter} `))
          }
          refusedFor(yield* get(`${parameter}=1&${parameter}=1`), 400, new RegExp(`^${parameter} must be given once`))
        }
        refusedFor(yield* get("cursor=x"), 400, /^cursor must be/)
      })
    )
  }
})
