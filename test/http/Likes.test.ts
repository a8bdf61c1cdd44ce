import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { storages } from "../storage.ts"
import { community } from "./Community.ts"
import { publish } from "./Given.ts"
import { join, send } from "./Members.ts"
import { at, refused } from "./Wire.ts"

for (const storage of storages) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: likes`, (it) => {
    it.effect("are given, taken back and given again", () =>
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

    it.effect("are counted for anybody, and tell those who signed in whether they like it", () =>
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

    it.effect("of a post that is unknown are 404, and a toggle asks for a credential", () =>
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

    it.effect("take a toggle with a body for one without", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const path = `/api/posts/${(yield* publish(maria)).id}/like`
        const { body, status } = yield* send("POST", path, { as: maria.token, body: { liked: false, likeCount: 9 } })
        deepStrictEqual([status, body], [200, { liked: true, likeCount: 1 }])
      })
    )
  })
}
