import { Effect, type Redacted } from "effect"
import { newFamily } from "../../../../contracts/diseases/newDiseases.ts"
import { joinModerator } from "../../../../support/Given.ts"
import { joinWith, keyOf, membersScopes, sent } from "../AudienceViewers.ts"
import type { ModelReader } from "./Model.ts"

/** Somebody who writes or reads, and the credential; none is a visitor. */
export interface Person extends ModelReader {
  readonly name: string
  readonly as: Redacted.Redacted | undefined
}

/** Writers and readers with every right, and the disease of all posts. Those without one of its kin follow it. */
export const people = Effect.gen(function* () {
  const family = yield* newFamily
  const [author, concerned, stranger] = [
    yield* joinWith(undefined),
    yield* joinWith(family.asked),
    yield* joinWith(family.stranger)
  ]
  const [below, sibling, moderator] = [
    yield* joinWith(family.form),
    yield* joinWith(family.sibling),
    yield* joinModerator
  ]
  for (const { token } of [concerned, stranger, sibling]) {
    yield* sent("PUT", `/api/users/${author.user.id}/follow`, token)
    yield* sent("PUT", `/api/diseases/${family.asked}/follow`, token)
  }
  const of = (name: string, { token, user }: typeof author, given: Partial<Person> = {}): Person => ({
    ...{ name, as: token, member: user.id, kind: "member", isConcerned: false },
    ...given
  })
  const all = { scopes: membersScopes }
  return {
    diseaseId: family.asked,
    writers: [of("author", author), of("concerned", concerned, { isConcerned: true })],
    moderator: of("moderator", moderator, { kind: "moderator" }),
    readers: [
      { name: "visitor", as: undefined, member: 0, kind: "visitor", isConcerned: false },
      of("author", author),
      of("concerned", concerned, { isConcerned: true }),
      of("stranger", stranger),
      of("below", below, { isConcerned: true }),
      of("sibling", sibling),
      of("moderator", moderator, { kind: "moderator" }),
      of("author's key", author, { as: yield* keyOf(author), kind: "visitor" }),
      of("concerned's key", concerned, { as: yield* keyOf(concerned, all), isConcerned: true }),
      of("stranger's key", stranger, { as: yield* keyOf(stranger, all) }),
      of("concerned's agent", concerned, { as: yield* keyOf(concerned, { agent: true }), kind: "visitor" })
    ] satisfies ReadonlyArray<Person>
  }
})
export type People = Effect.Effect.Success<typeof people>
