import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Option } from "effect"
import { UsersRepo } from "../../src/repositories/UsersRepo.ts"
import { Texts } from "../../src/services/Texts.ts"
import * as Sql from "../../src/sql/Sql.ts"
import * as MarkdownInline from "../../src/system/MarkdownInline.ts"
import { newUser } from "../contracts/newRows.ts"
import { databases } from "../storage.ts"

const texts = Layer.provide(Texts.layer, MarkdownInline.layer)

for (const { client, name } of databases) {
  layer(Layer.mergeAll(Layer.provideMerge(Sql.layer, client), texts), { timeout: "60 seconds" })(
    `${name}: a bio from before migration 11`,
    (it) => {
      it.effect("comes without HTML from the repository, and with it from Texts.withBioHtml", () =>
        Effect.gen(function* () {
          const [sql, users, { withBioHtml }] = [yield* SqlClient.SqlClient, yield* UsersRepo, yield* Texts]
          const id = yield* newUser({ bio: Option.some({ content: "*old*", html: "<p>stored</p>" }) })
          yield* sql`update users set bio_html = null where id = ${id}`
          const old = yield* users.detail(id)
          deepStrictEqual([old.bio, old.bioHtml], [Option.some("*old*"), Option.none()])
          deepStrictEqual((yield* withBioHtml(old)).bioHtml, Option.some("<p><em>old</em></p>"))
        })
      )
    }
  )
}
