import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { ConfigProvider, Effect } from "effect"
import { communityColour, communityContact, communityName } from "../../src/Config.ts"
import { CommunitySettingsRepo } from "../../src/ports/CommunitySettingsRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { CommunitySetup } from "../../src/services/CommunitySetup.ts"
import { memoryAndDatabase } from "../support/Storage.ts"

const read = Effect.all([communityName, communityContact, communityColour])

for (const storage of memoryAndDatabase) {
  describe(`${storage.name}: what admins have set`, () => {
    it.effect("stands for variables that are not set, where it is one that they may have", () =>
      Effect.gen(function* () {
        const { update } = yield* CommunitySettingsRepo
        const { atomically } = yield* Transaction
        const own = { name: "Marfan Together", contact: "nobody", colour: "#17456f" }
        yield* atomically(update((stored) => ({ ...stored, ...own })))
        const readAs = (variables: Readonly<Record<string, string>>) =>
          read.pipe(
            Effect.provide(CommunitySetup.asVariables),
            Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))
          )
        deepStrictEqual(yield* readAs({ COMMUNITY_NAME: " " }), ["Marfan Together", undefined, "#17456f"])
        deepStrictEqual(yield* readAs({ COMMUNITY_NAME: "Rett Circle", COMMUNITY_COLOUR: "#000000" }), [
          "Rett Circle",
          undefined,
          "#000000"
        ])
      }).pipe(Effect.provide(storage.layer))
    )
  })
}
