import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { unique } from "../../contracts/newRows.ts"
import { atOnce } from "../../support/AtOnce.ts"
import { community } from "../../support/Community.ts"
import { joinAdmin, type Member, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { oneDatabase } from "../../support/Storage.ts"
import { at, statusesOf } from "../../support/Wire.ts"
import { behindCommit, forced, type Lock } from "../Forced.ts"

const set = ({ token }: Member, audiences: boolean) =>
  send("PATCH", "/api/community", { as: token, body: { audiences } })

const forMembers = ({ token }: Member) =>
  send("POST", "/api/posts", { as: token, body: { title: unique(), content: unique(), audience: "members" } })

const narrow = ({ token }: Member, id: number) =>
  send("PATCH", `/api/posts/${id}`, { as: token, body: { audience: "members" } })

/** Another instance turns audiences off. */
const turnedOff: Lock = (sql) =>
  Effect.zipRight(
    sql`select pg_advisory_xact_lock(22, 0)`,
    sql`insert into community_settings (audiences) values (false) on conflict (is_only) do update set audiences = false`
  )

/**
 * An admin turns audiences off while members write posts that are not for everyone:
 * - a post, or a change of one, that waits for the admin is refused;
 * - the admin who waits for a post is refused.
 */
forced("audiences that are turned off", (it) => {
  it.effect("refuse a post for members, and a change to one, that wait for it", () =>
    Effect.gen(function* () {
      const [admin, maria] = [yield* joinAdmin, yield* join()]
      const { id } = yield* publish(maria)
      deepStrictEqual(statusesOf(yield* behindCommit(turnedOff, [forMembers(maria)])), [400])
      strictEqual((yield* set(admin, true)).status, 200)
      deepStrictEqual(statusesOf(yield* behindCommit(turnedOff, [narrow(maria, id)])), [400])
      strictEqual((yield* set(admin, true)).status, 200)
    })
  )

  it.effect("stay on where a post for members is stored first", () =>
    Effect.gen(function* () {
      const [admin, maria] = [yield* joinAdmin, yield* join()]
      const { id } = yield* publish(maria)
      const stored: Lock = (sql) =>
        Effect.zipRight(
          sql`select pg_advisory_xact_lock_shared(22, 0)`,
          sql`update all_posts set audience = 'members' where id = ${id}`
        )
      deepStrictEqual(statusesOf(yield* behindCommit(stored, [set(admin, false)])), [409])
    })
  )
})

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: audiences turned off`, (it) => {
    it.effect("beside a post for members: one of both is refused, each time", () =>
      Effect.gen(function* () {
        const [admin, maria] = [yield* joinAdmin, yield* join()]
        for (const _ of Array.range(1, 20)) {
          const [off, post] = yield* Effect.all([set(admin, false), forMembers(maria)], atOnce)
          const statuses = [off.status, post.status].join()
          strictEqual(statuses === "409,201" || statuses === "200,400", true, statuses)
          if (post.status === 201) yield* send("DELETE", `/api/posts/${at(post.body, "id")}`, { as: maria.token })
          strictEqual((yield* set(admin, true)).status, 200)
        }
      })
    )
  })
}
