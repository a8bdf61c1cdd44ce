import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at, eachOf, refused } from "../../../support/Wire.ts"

layer(community(Memory.layer), { excludeTestServices: true })("/api/posts/:id/like", (it) => {
  it.effect("gives a like, takes it back and gives it again", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const path = `/api/posts/${(yield* publish(maria)).id}/like`
      for (const [liked, likeCount] of [
        [true, 1],
        [false, 0],
        [true, 1]
      ] as const) {
        const { body, status } = yield* send("POST", path, { as: bob.token })
        deepStrictEqual([status, body], [200, { liked, likeCount }])
      }
      deepStrictEqual((yield* send("POST", path, { as: maria.token })).body, { liked: true, likeCount: 2 })
    })
  )

  it.effect("gives a like by PUT and takes it back by DELETE, again and again, and notifies the author once", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const path = `/api/posts/${(yield* publish(maria)).id}/like`
      for (const [method, liked] of [
        ["DELETE", false],
        ["PUT", true],
        ["PUT", true],
        ["DELETE", false],
        ["DELETE", false],
        ["PUT", true]
      ] as const) {
        const { body, status } = yield* send(method, path, { as: bob.token })
        deepStrictEqual([status, body], [200, { liked, likeCount: Number(liked) }])
      }
      const inbox = yield* send("GET", "/api/notifications", { as: maria.token })
      deepStrictEqual(eachOf(inbox, "type"), ["like"])
      refused(yield* send("PUT", path), 401)
      refused(yield* send("DELETE", path), 401)
      const allowed = yield* send("PATCH", path, { as: bob.token })
      deepStrictEqual([allowed.status, allowed.headers["allow"]], [405, "GET, HEAD, POST, PUT, DELETE"])
    })
  )

  it.effect("counts likes for all callers, and tells members whether they like the post", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const { id } = yield* publish(maria)
      const path = `/api/posts/${id}/like`
      deepStrictEqual((yield* send("GET", path)).body, { likeCount: 0 })
      yield* send("POST", path, { as: bob.token })
      const { body, status } = yield* send("GET", path)
      deepStrictEqual([status, body], [200, { likeCount: 1 }])
      deepStrictEqual((yield* send("GET", path, { as: bob.token })).body, { likeCount: 1, liked: true })
      deepStrictEqual((yield* send("GET", path, { as: maria.token })).body, { likeCount: 1, liked: false })
      const { body: post } = yield* send("GET", `/api/posts/${id}`, { as: bob.token })
      deepStrictEqual([at(post, "likeCount"), at(post, "liked")], [1, true])
    })
  )

  it.effect("answers 404 for an unknown post, and 401 to a toggle without a credential", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      for (const id of ["2147483647", "2147483648", "0", "-1", "01", "abc"]) {
        refused(yield* send("GET", `/api/posts/${id}/like`), 404)
        refused(yield* send("POST", `/api/posts/${id}/like`, { as: token }), 404)
      }
      const path = `/api/posts/${(yield* publish(yield* join())).id}/like`
      refused(yield* send("POST", path), 401)
      refused(yield* send("POST", "/api/posts/2147483647/like"), 401)
      deepStrictEqual((yield* send("GET", path)).body, { likeCount: 0 })
    })
  )

  it.effect("ignores the body of a toggle", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const path = `/api/posts/${(yield* publish(maria)).id}/like`
      const { body, status } = yield* send("POST", path, { as: maria.token, body: { liked: false, likeCount: 9 } })
      deepStrictEqual([status, body], [200, { liked: true, likeCount: 1 }])
    })
  )
})
