import { describe, expect, it, layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Metric } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { PostReader, readerOfAll } from "../../../src/domain/posts/Audience.ts"
import { responseCacheLookups } from "../../../src/metrics/Metrics.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { allEndpoints } from "../../../src/transport/http/Endpoints.ts"
import { community } from "../../support/Community.ts"
import { rows } from "../../support/EndpointRows.ts"
import { ask, pastCache } from "../../support/Raw.ts"
import { world } from "../../support/rows/World.ts"
import { withEngine } from "../../support/Unlimited.ts"
import { settled, until } from "../../support/Waiting.ts"

const cached = allEndpoints.filter(({ keeps }) => keeps !== undefined).map(({ name }) => name)

describe("The endpoints whose responses are cached", () => {
  it("are these, each read by GET", () => {
    expect(cached.sort()).toEqual(
      (
        "comments.get comments.list diseases.get diseases.list feeds.comments feeds.news feeds.posts news.get news.list " +
        "notifications.list phenotypes.get phenotypes.list posts.get posts.list statistics.get users.get users.list users.me"
      ).split(" ")
    )
    expect(allEndpoints.filter(({ keeps, method }) => keeps !== undefined && method !== "GET")).toEqual([])
  })
})

/** Endpoints whose requests would end the credential of the member, who has more to do. */
const endCredentials = new Set(["auth.logout", "auth.changePassword", "users.leave"])

/** The world without its post for members, for which members' reads pass by the cache. */
const openWorld = Effect.tap(world, ({ restricted }) =>
  Effect.flatMap(PostsRepo, (posts) => Effect.provideService(posts.remove(restricted.id), PostReader, readerOfAll))
)

layer(community(Memory.layer, withEngine), { excludeTestServices: true })(
  "A handler whose endpoint is cached",
  (it) => {
    const hits = Effect.map(Metric.value(responseCacheLookups.hit), ({ count }) => count)

    it.effect(
      "is never answered from the cache at a path of pastCache, by which other suites find stale responses",
      () =>
        Effect.gen(function* () {
          const { maria } = yield* openWorld
          const read = ask("GET", "/api/posts", { as: maria.token })
          // The last changes of the world may still drop the response.
          yield* settled
          const readIsHit = Effect.zipWith(hits, Effect.zipRight(read, hits), (before, after) => after === before + 1)
          yield* until(readIsHit)
          const before = yield* hits
          for (const path of ["/api/posts", "/api/posts?limit=5"])
            yield* Effect.forEach([1, 2], () => ask("GET", pastCache(path), { as: maria.token }))
          strictEqual(yield* hits, before)
          // The response may have become too old meanwhile.
          yield* until(readIsHit)
        })
    )

    it.effect("is kept by nobody, and no write either, for a member who reads posts that are not for everyone", () =>
      Effect.gen(function* () {
        const given = yield* world
        for (const { method, name, showsPosts } of allEndpoints) {
          const row = rows[name]?.(given)
          if (row === undefined || row.ask.as !== undefined || (method === "GET" && !showsPosts)) continue
          if (endCredentials.has(name)) continue
          const { body, path } = row.ask
          const sent = body === undefined ? {} : { body: JSON.stringify(body) }
          const { headers } = yield* ask(method, path, { as: given.maria.token, ...sent })
          strictEqual(headers["cache-control"], "private, no-store", name)
        }
      })
    )

    it.effect("tags its response, so that a later request is a cache hit", () =>
      Effect.gen(function* () {
        const given = yield* openWorld
        const missed = yield* Effect.filter(cached, (name) =>
          Effect.gen(function* () {
            const row = rows[name]
            if (row === undefined) return true
            const { as, path } = row(given).ask
            const before = yield* hits
            yield* Effect.forEach([1, 2, 3], () => ask("GET", path, { as: as ?? given.maria.token }))
            return (yield* hits) === before
          })
        )
        deepStrictEqual(missed, [])
      })
    )
  }
)
