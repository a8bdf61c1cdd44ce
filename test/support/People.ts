import { Context, Effect, Layer, Option, Redacted } from "effect"
import { type SignedInUser, sessionCredential } from "../../src/domain/accounts/CurrentUser.ts"
import { SessionId, type UserId } from "../../src/domain/Ids.ts"
import { joinAdmin, joinModerator, type Member } from "./Given.ts"
import { join, send } from "./Members.ts"
import { at } from "./Wire.ts"

/** Everybody who may call: `user` owns the records of the requests, `other` does not. */
export const callers = ["anonymous", "user", "other", "expert", "moderator", "admin"] as const
export type Caller = (typeof callers)[number]

/** One member of each kind. */
export class People extends Context.Tag("test/People")<
  People,
  Readonly<Record<Exclude<Caller, "anonymous">, Member>>
>() {
  static readonly layer = Layer.effect(
    People,
    Effect.gen(function* () {
      const admin = yield* joinAdmin
      return {
        user: yield* join(),
        other: yield* join(),
        expert: yield* join("expert"),
        moderator: yield* joinModerator,
        admin
      }
    })
  )
}

/** Somebody's token of a new session, so that ending it ends no other. */
export const signIn = ({ payload: { email, password } }: Member) =>
  Effect.map(send("POST", "/api/auth/login", { body: { email, password: Redacted.value(password) } }), ({ body }) =>
    Redacted.make(String(at(body, "token")))
  )

/** The credential that a caller sends: none for nobody. */
export const credentialOf = (caller: Caller) =>
  Effect.map(People, (people) => (caller === "anonymous" ? undefined : people[caller].token))

/** The member behind a caller; the owner where nobody calls. */
export const memberOf = (caller: Caller) =>
  Effect.map(People, (people) => (caller === "anonymous" ? people.user : people[caller]))

/** A member who is signed in by a session. */
export const signedIn = (id: UserId): SignedInUser => ({
  id,
  username: `member ${id}`,
  role: "user",
  suspended: false,
  credential: sessionCredential(SessionId.make(1), Option.none())
})
