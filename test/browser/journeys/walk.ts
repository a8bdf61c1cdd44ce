import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { Site, withPage } from "../Site.ts"
import { families } from "./Families.ts"
import { members } from "./Members.ts"
import { readers } from "./Readers.ts"
import { staff } from "./Staff.ts"
import { steering } from "./Steering.ts"

const site = () => Site.layer.pipe(Layer.provideMerge(community(Memory.layer, unlimited)))

/** Makes all journeys, each as a test. */
export const walk = (suite: string, { hasScript }: { readonly hasScript: boolean }) =>
  layer(site(), { excludeTestServices: true })(suite, (it) => {
    for (const { as, go, isPhone = false, title } of [...readers, ...families, ...members, ...staff, ...steering]) {
      it.effect(title, () =>
        Effect.gen(function* () {
          const site = yield* Site
          const member = as === undefined ? undefined : yield* Effect.promise(() => as(site))
          yield* withPage(site, { as: member, hasScript, isPhone }, (page) => go(page, site))
        })
      )
    }
  })
