import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Redacted } from "effect"
import { usualAudiences } from "../../../../src/domain/CommunitySettings.ts"
import { community } from "../../../support/Community.ts"
import { account, joinAdmin } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { ask } from "../../../support/Raw.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, listAt, refused, refusedFor } from "../../../support/Wire.ts"

const path = "/api/community"

const change = (as: Redacted.Redacted, body: object) => send("PATCH", path, { as, body })

const register = send("POST", "/api/auth/register", { body: account() })

const post = (as: Redacted.Redacted) =>
  Effect.map(send("POST", "/api/posts", { as, body: { title: "Hello", content: "I am new." } }), ({ body, status }) => [
    status,
    at(body, "hidden")
  ])

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, { REVIEW_FIRST_POSTS: "2" }), { excludeTestServices: true })(
    `${storage.name}: ${path}`,
    (it) => {
      it.effect("shows and changes settings, which are the variables first, and count at once", () =>
        Effect.gen(function* () {
          const [admin, maria] = [yield* joinAdmin, yield* join()]
          deepStrictEqual((yield* send("GET", path, { as: admin.token })).body, {
            registration: "open",
            reviewFirstPosts: 2,
            notice: null,
            ...usualAudiences
          })
          deepStrictEqual(yield* post(maria.token), [201, true])
          const none = yield* change(admin.token, { reviewFirstPosts: 0, registration: null })
          const shown = { registration: "open", reviewFirstPosts: 0, notice: null, ...usualAudiences }
          deepStrictEqual([none.status, none.body], [200, shown])
          deepStrictEqual(yield* post(maria.token), [201, undefined])
          strictEqual((yield* change(admin.token, { registration: "closed" })).status, 200)
          refusedFor(yield* register, 403, /registration is closed/)
          const page = yield* ask("GET", "/register", {})
          assertTrue(page.text.includes('class="notice"'))
          strictEqual((yield* change(admin.token, { registration: "open" })).status, 200)
          strictEqual((yield* register).status, 201)
        })
      )

      it.effect("sets the notice on all pages, cached ones too, and takes it away by an empty text", () =>
        Effect.gen(function* () {
          const admin = yield* joinAdmin
          const shown = Effect.map(
            ask("GET", "/diseases?lang=en", {}),
            ({ text }) => /<section class="pinned" aria-label="Notice"><p [^>]*>([^<]*)</.exec(text)?.[1]
          )
          strictEqual(yield* shown, undefined)
          const set = (notice: object) => change(admin.token, { notice })
          const { body } = yield* set({ text: " Maintenance <b>tonight</b> ", until: "2999-01-01T08:00:00Z" })
          deepStrictEqual(at(body, "notice"), {
            text: "Maintenance <b>tonight</b>",
            until: "2999-01-01T08:00:00.000Z"
          })
          strictEqual(yield* shown, "Maintenance &lt;b>tonight&lt;/b>")
          yield* change(admin.token, { reviewFirstPosts: 1 })
          strictEqual(yield* shown, "Maintenance &lt;b>tonight&lt;/b>")
          deepStrictEqual(at((yield* set({ text: "Welcome" })).body, "notice"), { text: "Welcome", until: null })
          strictEqual(yield* shown, "Welcome")
          strictEqual(at((yield* set({ text: " " })).body, "notice"), null)
          strictEqual(yield* shown, undefined)
          const log = yield* send("GET", `/api/audit?userId=${admin.user.id}&limit=2`, { as: admin.token })
          deepStrictEqual(
            listAt(log.body, "data").map((entry) => at(entry, "detail")),
            [
              "notice from “Welcome” to none",
              "notice from “Maintenance <b>tonight</b>” until 2999-01-01T08:00:00.000Z to “Welcome”"
            ]
          )
        })
      )

      it.effect("has each change in the audit log, and none of what stays as it was", () =>
        Effect.gen(function* () {
          const admin = yield* joinAdmin
          yield* change(admin.token, { registration: "open", reviewFirstPosts: 5 })
          yield* change(admin.token, { registration: "open", reviewFirstPosts: 5 })
          yield* change(admin.token, { registration: "closed", reviewFirstPosts: 1 })
          yield* change(admin.token, { registration: "open" })
          const log = yield* send("GET", `/api/audit?action=community_changed&userId=${admin.user.id}`, {
            as: admin.token
          })
          deepStrictEqual(
            listAt(log.body, "data").map((entry) => [at(entry, "by", "id"), at(entry, "detail")]),
            [
              [admin.user.id, "registration from closed to open"],
              [admin.user.id, "registration from open to closed, reviewFirstPosts from 5 to 1"],
              [admin.user.id, at(listAt(log.body, "data")[2], "detail")]
            ]
          )
          assertTrue(/^reviewFirstPosts from \d to 5$/.test(String(at(listAt(log.body, "data")[2], "detail"))))
        })
      )

      it.effect("refuses what is no setting", () =>
        Effect.gen(function* () {
          const admin = yield* joinAdmin
          for (const body of [{ registration: "half" }, { reviewFirstPosts: -1 }, { reviewFirstPosts: 1001 }, []]) {
            refused(yield* change(admin.token, body), 400)
          }
          const notices = [
            {},
            { text: "two\nlines" },
            { text: "x".repeat(301) },
            { text: "x", until: "2020-01-01T00:00:00Z" }
          ]
          for (const body of notices.map((notice) => ({ notice }))) {
            refused(yield* change(admin.token, body), 400)
          }
        })
      )
    }
  )
}
