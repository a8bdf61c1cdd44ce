import { Array, DateTime, Effect, Option, type Redacted } from "effect"
import { maxApiKeys } from "../../../src/domain/accounts/ApiKey.ts"
import { CredentialsRepo } from "../../../src/ports/CredentialsRepo.ts"
import { newComment, newKeyRow } from "../../contracts/newRows.ts"
import { diseaseNamed, joinAdmin, publish } from "../Given.ts"
import { join } from "../Members.ts"

/** A request: as the caller of the row, unless it says otherwise. */
export interface Ask {
  readonly path: string
  readonly body?: unknown
  readonly as?: Redacted.Redacted | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** An endpoint at work: a request that succeeds, and one that fails with each status that only this endpoint declares. */
export interface Row {
  readonly status: number
  readonly ask: Ask
  readonly fails: Readonly<Record<number, Ask>>
}

/** A member who has as many keys as allowed. */
const collector = Effect.gen(function* () {
  const member = yield* join()
  const { addKey } = yield* CredentialsRepo
  yield* Effect.forEach(Array.range(1, maxApiKeys), () => addKey(newKeyRow(member.user.id)), { discard: true })
  return member
})

/** A small community: an author with a post and a comment, a member with a key, and an admin. */
export const world = Effect.gen(function* () {
  const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
  const post = yield* publish(maria)
  const comment = yield* newComment(post.id, maria.user.id)
  const key = yield* bob.client.auth.createApiKey({ payload: { name: "agent" } })
  const { addKey } = yield* CredentialsRepo
  const [carol, dora] = [yield* join(), yield* join()]
  const agent = yield* carol.client.auth.createApiKey({ payload: { name: "agent", agent: true } })
  const human = yield* addKey(newKeyRow(carol.user.id))
  const expired = yield* addKey(newKeyRow(carol.user.id, { expiresAt: Option.some(DateTime.unsafeMake(0)) }))
  const narrow = yield* dora.client.auth.createApiKey({ payload: { name: "narrow", scopes: ["write"] } })
  const disease = yield* diseaseNamed(admin, "Marfan syndrome")
  return {
    maria,
    bob,
    admin,
    post,
    comment,
    key,
    carol,
    agent,
    human,
    expired,
    narrow,
    disease,
    collector: yield* collector
  }
})
export type World = Effect.Effect.Success<typeof world>

/** An id that no record has. */
export const nobody = 2_147_483_647
