import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option } from "effect"
import { NewsRepo } from "../../../../src/ports/news/NewsRepo.ts"
import { unique } from "../../../contracts/newRows.ts"
import { newItem } from "../../../contracts/news/newNews.ts"
import { community } from "../../../support/Community.ts"
import { answer, diseaseNamed, joinAdmin, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, listAt, refusedFor } from "../../../support/Wire.ts"

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`Filter (${storage.name})`, (it) => {
    it.effect("GET /api/posts?authorId lists one member's posts, with every other filter and order", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const disease = yield* diseaseNamed(maria, "Marfan syndrome")
        const word = unique()
        const diseaseId = disease.id
        const first = yield* publish(maria, { title: word, category: "question", diseaseId })
        const second = yield* publish(maria, { title: word })
        yield* publish(bob, { title: word, category: "question", diseaseId })
        yield* answer(bob, first.id)
        const author = `authorId=${maria.user.id}`
        const get = (query: string) => send("GET", `/api/posts?${query}`)
        deepStrictEqual(eachOf(yield* get(author)), [second.id, first.id])
        deepStrictEqual(eachOf(yield* get(`${author}&sort=replies`)), [first.id, second.id])
        for (const sort of ["date", "views", "replies", "relevance"]) {
          const all = `${author}&diseaseId=${disease.id}&category=question&search=${word}&sort=${sort}`
          const found = yield* get(all)
          deepStrictEqual([eachOf(found), at(found.body, "pagination", "total")], [[first.id], 1])
        }
        const { body } = yield* get(`${author}&limit=1`)
        const cursor = at(body, "pagination", "nextCursor")
        deepStrictEqual(eachOf(yield* get(`${author}&limit=1&cursor=${cursor}`)), [first.id])
        refusedFor(yield* get(`authorId=${bob.user.id}&limit=1&cursor=${cursor}`), 400, /^cursor/)
        deepStrictEqual(listAt((yield* get("authorId=2147483647")).body, "data"), [])
      })
    )

    it.effect("GET /api/news?search finds words in any form, and a disease by any of its names", () =>
      Effect.gen(function* () {
        const get = (query: string) => send("GET", `/api/news?limit=100${query}`)
        const { id: diseaseId } = yield* diseaseNamed(yield* join(), "Marfan syndrome")
        yield* (yield* NewsRepo).save([newItem({ title: `A sample ${unique()}`, diseaseIds: [diseaseId] })])
        const item = listAt((yield* get("")).body, "data").find((one) => listAt(at(one, "diseases")).length > 0)
        const title = String(at(item, "title"))
        const found = yield* get(`&search=${encodeURIComponent(title.toUpperCase())}`)
        assertTrue(eachOf(found).includes(at(item, "id")))
        const disease = at(item, "diseases", 0)
        const about = eachOf(yield* get(`&diseaseId=${at(disease, "id")}`))
        assertTrue(about.includes(at(item, "id")))
        const named = eachOf(yield* get(`&search=${encodeURIComponent(String(at(disease, "name")))}`))
        deepStrictEqual(
          about.filter((id) => !named.includes(id)),
          []
        )
        const category = String(at(item, "category"))
        const both = yield* get(`&category=${category}&diseaseId=${at(disease, "id")}&search=sample`)
        strictEqual(at(both.body, "pagination", "total"), eachOf(both).length)
        for (const nothing of [`search=${unique()}`, "search=%21%21", "diseaseId=2147483647"]) {
          deepStrictEqual(eachOf(yield* get(`&${nothing}`)), [], nothing)
        }
        deepStrictEqual((yield* get("&search=&diseaseId=")).body, (yield* get("")).body)
      })
    )

    it.effect("GET /api/users?search answers admins alone, by name and email", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const get = (query: string, as = admin.token) => send("GET", `/api/users?${query}`, { as })
        const email = Option.getOrThrow(maria.user.email)
        for (const search of [maria.user.username.toUpperCase(), encodeURIComponent(email), email.split("@")[0]]) {
          deepStrictEqual(eachOf(yield* get(`search=${search}`)), [maria.user.id])
        }
        deepStrictEqual(eachOf(yield* get(`search=${maria.user.username}&role=expert`)), [])
        refusedFor(yield* get("search=maria", maria.token), 403, /admin/)
        refusedFor(yield* get("search=maria&cursor=x", maria.token), 400, /^cursor/)
        strictEqual((yield* get("search=", maria.token)).status, 200)
      })
    )

    it.effect("GET and PATCH /api/users/me are the caller, with the rules of /api/users/:id", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const own = yield* send("GET", `/api/users/${maria.user.id}`, { as: maria.token })
        const me = yield* send("GET", "/api/users/me", { as: maria.token })
        deepStrictEqual([me.status, me.body], [200, own.body])
        const change = (body: unknown) => send("PATCH", "/api/users/me", { as: maria.token, body })
        const changed = yield* change({ bio: "mine" })
        deepStrictEqual([changed.status, at(changed.body, "bio"), at(changed.body, "id")], [200, "mine", maria.user.id])
        refusedFor(yield* change({ role: "admin" }), 403, /admin/)
        refusedFor(yield* change({ diseaseIds: [2_147_483_647] }), 400, /^diseaseIds/)
      })
    )
  })
}
