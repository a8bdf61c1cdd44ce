import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { NewsRepo } from "../../../../src/ports/news/NewsRepo.ts"
import { unique } from "../../../contracts/newRows.ts"
import { newItem } from "../../../contracts/news/newNews.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin, joinModerator } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, listAt, refused } from "../../../support/Wire.ts"

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: DELETE /api/news/:id`, (it) => {
    it.effect("deletes an item for good, from cached lists too, and is for admins alone", () =>
      Effect.gen(function* () {
        const [admin, mod, maria] = [yield* joinAdmin, yield* joinModerator, yield* join()]
        const { save } = yield* NewsRepo
        const item = newItem({ title: unique() })
        yield* save([item])
        const list = Effect.map(send("GET", `/api/news?search=${item.title}`), ({ body }) => listAt(body, "data"))
        const id = at((yield* list)[0], "id")
        const remove = (as: typeof admin.token) => send("DELETE", `/api/news/${id}`, { as })
        for (const { token } of [mod, maria]) refused(yield* remove(token), 403)
        refused(yield* send("DELETE", `/api/news/${id}`), 401)
        const removed = yield* remove(admin.token)
        deepStrictEqual([removed.status, removed.body], [200, { deleted: true, id }])
        refused(yield* remove(admin.token), 404)
        refused(yield* send("GET", `/api/news/${id}`), 404)
        deepStrictEqual(yield* list, [])
        strictEqual((yield* save([item])).added, 0)
        const log = yield* send("GET", `/api/audit?action=news_deleted&userId=${admin.user.id}`, { as: admin.token })
        deepStrictEqual(
          listAt(log.body, "data").map((one) => [at(one, "by", "id"), at(one, "targetId"), at(one, "detail")]),
          [[admin.user.id, id, item.title]]
        )
      })
    )
  })
}
