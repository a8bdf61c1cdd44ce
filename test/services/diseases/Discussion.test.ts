import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Option } from "effect"
import { ClientAddress, CurrentUser, Viewer } from "../../../src/domain/accounts/CurrentUser.ts"
import { maxFollows } from "../../../src/domain/follows/Follow.ts"
import { type DiseaseId, PostId } from "../../../src/domain/Ids.ts"
import { FollowsRepo } from "../../../src/ports/follows/FollowsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { Credentials } from "../../../src/services/accounts/Credentials.ts"
import { Users } from "../../../src/services/accounts/Users.ts"
import { Diseases } from "../../../src/services/diseases/Diseases.ts"
import { Follows } from "../../../src/services/follows/Follows.ts"
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

    it.effect("Users.joinDisease adds a disease to those of the caller and follows it, or does neither", () =>
      Effect.gen(function* () {
        const member = yield* join()
        const [marfan, rett] = [
          yield* diseaseNamed(member, "Marfan syndrome"),
          yield* diseaseNamed(member, "Rett syndrome")
        ]
        const caller = yield* Effect.flatMap(Credentials, ({ userOf }) => userOf(member.token))
        const as = Effect.provideService(CurrentUser, caller)
        const { get, joinDisease } = yield* Users
        const { isFollowing } = yield* Follows
        const follows = (id: DiseaseId) =>
          Effect.provideService(isFollowing({ type: "disease", id }), Viewer, Option.some(caller))
        yield* as(joinDisease(marfan.id, Option.some("me")))
        const joined = yield* as(get(caller.id))
        deepStrictEqual([joined.diseaseIds, yield* follows(marfan.id)], [[marfan.id], true])
        const [repo, { atomically }] = [yield* FollowsRepo, yield* Transaction]
        const at = yield* DateTime.now
        const posts = Array.range(1, maxFollows - 1).map((id) => ({ type: "post", id: PostId.make(id) }) as const)
        yield* atomically(Effect.forEach(posts, (post) => repo.add(caller.id, post, at), { discard: true }))
        strictEqual((yield* Effect.flip(as(joinDisease(rett.id, Option.none()))))._tag, "TooManyFollows")
        deepStrictEqual((yield* as(get(caller.id))).diseaseIds, [marfan.id])
      }).pipe(Effect.provideService(ClientAddress, "127.0.0.1"))
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
