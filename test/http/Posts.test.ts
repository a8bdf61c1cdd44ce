import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option } from "effect"
import { storages } from "../storage.ts"
import { community } from "./Community.ts"
import { join, send } from "./Members.ts"

const post = { title: "How did you find a specialist?", content: "We waited **six years**.", category: "question" } as const

for (const storage of storages) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: REST's posts`, (it) => {
    it.effect("are published, read, changed and deleted by their author", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { posts } = maria.client
        const created = yield* posts.create({ payload: { ...post, diseaseId: Option.none() } })
        strictEqual(created.contentHtml, "<p>We waited <strong>six years</strong>.</p>")
        const read = yield* posts.get({ path: { id: created.id } })
        strictEqual(read.viewCount, 1)
        deepStrictEqual(yield* posts.remove({ path: { id: created.id } }), { deleted: true, id: created.id })
        strictEqual((yield* send("GET", `/api/posts/${created.id}`)).status, 404)
      })
    )
  })
}
