import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Layer, Option } from "effect"
import { UserId } from "../../src/domain/Ids.ts"
import type { User } from "../../src/domain/User.ts"
import { Texts } from "../../src/services/Texts.ts"
import * as MarkdownInline from "../../src/system/MarkdownInline.ts"

const texts = Effect.provide(Texts, Layer.provide(Texts.layer, MarkdownInline.layer))

const user = (bio: Option.Option<string>, bioHtml: Option.Option<string>): User => ({
  id: UserId.make(7),
  username: "maria",
  role: "user",
  bio,
  bioHtml,
  createdAt: DateTime.unsafeMake(0)
})

describe("Texts.withBioHtml", () => {
  it.effect("renders a bio that was stored without its HTML", () =>
    Effect.gen(function* () {
      const { withBioHtml } = yield* texts
      const { bio, bioHtml } = yield* withBioHtml(user(Option.some("*me*"), Option.none()))
      deepStrictEqual([bio, bioHtml], [Option.some("*me*"), Option.some("<p><em>me</em></p>")])
    })
  )

  it.effect("leaves a stored HTML and an absent bio alone", () =>
    Effect.gen(function* () {
      const { withBioHtml } = yield* texts
      for (const given of [user(Option.none(), Option.none()), user(Option.some("a"), Option.some("<p>stored</p>"))]) {
        strictEqual(yield* withBioHtml(given), given)
      }
    })
  )
})
