import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { Users } from "../../../src/services/accounts/Users.ts"
import { Diseases } from "../../../src/services/diseases/Diseases.ts"
import { community } from "../../support/Community.ts"
import { diseaseNamed, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })(storage.name, (it) => {
    it.effect("Diseases.discussed gives each disease of the newest posts once, the latest first", () =>
      Effect.gen(function* () {
        const author = yield* join()
        const [marfan, rett] = [
          yield* diseaseNamed(author, "Marfan syndrome"),
          yield* diseaseNamed(author, "Rett syndrome")
        ]
        for (const { id } of [marfan, rett, marfan]) yield* publish(author, { diseaseId: id })
        yield* publish(author)
        const discussed = yield* (yield* Diseases).discussed("de")
        deepStrictEqual(
          discussed.map(({ id }) => id),
          [marfan.id, rett.id]
        )
      })
    )

    it.effect("Users.writingAbout gives each author of the posts about a disease once, the latest first", () =>
      Effect.gen(function* () {
        const [one, other, aside] = [yield* join(), yield* join(), yield* join()]
        const disease = yield* diseaseNamed(one, "Fabry disease")
        for (const author of [one, other, one]) yield* publish(author, { diseaseId: disease.id })
        yield* publish(aside)
        const people = yield* (yield* Users).writingAbout(disease.id)
        deepStrictEqual(
          people.map(({ id }) => id),
          [one.user.id, other.user.id]
        )
      })
    )
  })
}
