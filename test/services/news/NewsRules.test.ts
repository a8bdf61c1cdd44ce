import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as MarkdownFilterInline from "../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { NewsImport } from "../../../src/services/news/NewsImport.ts"
import { SingleInstance } from "../../support/ChangesLayers.ts"

import { rulesOf } from "./ImportedNews.ts"

describe("NewsImport.layer", () => {
  it.scoped("fails for unreadable or invalid rules, and names the variable and the fault", () =>
    Effect.gen(function* () {
      const importWith = (path: string) =>
        NewsImport.layer.pipe(
          Layer.provide(Layer.mergeAll(MarkdownFilterInline.layer, SecretsRandom.layer, rulesOf(path))),
          Layer.provide(Layer.provideMerge(SingleInstance, Memory.layer)),
          Layer.build,
          Effect.flip,
          Effect.map(String)
        )
      expect(yield* importWith("/nowhere/rules.json")).toMatch(/NEWS_RULES.*it cannot be read/s)
      expect(yield* importWith(new URL(import.meta.url).pathname)).toMatch(/NEWS_RULES/)
    })
  )
})
