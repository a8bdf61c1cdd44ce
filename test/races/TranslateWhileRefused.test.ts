import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { startEngine } from "../support/network/TranslationEngine.ts"
import { unlimited } from "../support/Unlimited.ts"
import { statusesOf } from "../support/Wire.ts"
import { behindLock, forced, type Lock } from "./Forced.ts"

const engine = await startEngine()
afterAll(engine.close)

const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  const { id } = yield* publish(maria, { title: "Who knows it?", content: "We waited for six years for a name." })
  const path = `/api/posts/${id}/translation?to=de`
  const set = (translate: boolean) => send("PATCH", "/api/users/me/settings", { as: maria.token, body: { translate } })
  return {
    refuse: set(false),
    allow: set(true),
    translate: send("GET", path, { as: bob.token }),
    read: send("GET", path)
  }
})

/** Neither is a translation stored, nor are translations deleted. */
const translations: Lock = (sql) => sql`lock table translations in share mode`

forced(
  "a translation is made while the author refuses translations",
  (it) => {
    it.effect("it is not stored after the refusal", () =>
      Effect.gen(function* () {
        const { allow, read, refuse, translate } = yield* scene
        deepStrictEqual(statusesOf(yield* behindLock(translations, [refuse, translate])), [200, 403])
        yield* allow
        strictEqual((yield* read).status, 401)
      })
    )

    it.effect("it is deleted by the refusal that comes after it", () =>
      Effect.gen(function* () {
        const { allow, read, refuse, translate } = yield* scene
        deepStrictEqual(statusesOf(yield* behindLock(translations, [translate, refuse])), [200, 200])
        yield* allow
        strictEqual((yield* read).status, 401)
      })
    )
  },
  { ...unlimited, TRANSLATE_URL: engine.url }
)
