import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { community } from "../../../support/Community.ts"
import { answer, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { startEngine } from "../../../support/network/TranslationEngine.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { cookieFor, open } from "../../web/support/Browse.ts"

const engine = await startEngine()
afterAll(engine.close)

const variables = { ...unlimited, TRANSLATE_URL: engine.url, TRANSLATE_KEY: "key" }

const title = "How did you find a specialist?"
const content = "We waited **six years** for a name. What helped you?"

const translation = (type: "posts" | "comments", { id }: { readonly id: number }, as?: Member) =>
  send("GET", `/api/${type}/${id}/translation?to=de`, as === undefined ? {} : { as: as.token })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, variables), { excludeTestServices: true })(
    `${storage.name}: translations of texts that are not for everyone`,
    (it) => {
      it.effect("are 403, those from before too, and no engine gets them", () =>
        Effect.gen(function* () {
          const [maria, bob] = [yield* join(), yield* join()]
          const post = yield* publish(maria, { title, content })
          const comment = yield* answer(maria, post.id, content)
          strictEqual((yield* translation("posts", post, bob)).status, 200)
          const sent = engine.requests.length
          yield* send("PATCH", `/api/posts/${post.id}`, { as: maria.token, body: { audience: "members" } })
          const never = yield* publish(maria, { title, content, audience: "members" })
          for (const as of [maria, bob]) {
            const answers = [
              yield* translation("posts", post, as),
              yield* translation("comments", comment, as),
              yield* translation("posts", never, as)
            ]
            deepStrictEqual(
              answers.map(({ status }) => status),
              [403, 403, 403]
            )
          }
          const page = yield* open(`/posts/${post.id}?translate=yes&lang=de`, { cookie: cookieFor(bob) })
          deepStrictEqual([page.status, page.text.includes(`de:${title}`)], [200, false])
          strictEqual(engine.requests.length, sent)
          strictEqual((yield* translation("posts", post)).status, 404)
        })
      )
    }
  )
}
