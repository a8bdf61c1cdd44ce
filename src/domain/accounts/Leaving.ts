import { type Redacted, Schema } from "effect"
import { oneOf, optional } from "../Fields.ts"
import { UserId } from "../Ids.ts"
import { AuthenticationResponse } from "./Passkey.ts"
import { TriedPassword } from "./Password.ts"
import { hasProof } from "./StepUp.ts"
import { usernameKey } from "./Username.ts"

/** The author of the texts that members leave behind: nobody's profile, in no list, and nobody can sign in as it. */
export const formerMember = { id: UserId.make(2_147_483_647), username: "former member" } as const

export const isReserved = (key: string): boolean => key === usernameKey(formerMember.username)

export const LeftPosts = oneOf("delete", "keep").annotations({
  identifier: "LeftPosts",
  description:
    "`delete` deletes your posts and comments with what hangs on them; `keep` leaves them to a former member."
})
export type LeftPosts = typeof LeftPosts.Type

/** The request to leave; the schema is that of the password. */
export const leavingWith = (tried: Schema.Schema<Redacted.Redacted, string>) =>
  Schema.Struct({
    password: optional(tried),
    passkey: optional(AuthenticationResponse).annotations({ description: "In place of `password`." }),
    posts: LeftPosts
  }).pipe(Schema.filter((proof) => (hasProof(proof) ? undefined : { path: ["password"], message: "is missing" })))

export const Leaving = leavingWith(TriedPassword).annotations({
  identifier: "Leaving",
  description: "The password of the caller, or a passkey, and what becomes of their posts and comments."
})
export type Leaving = typeof Leaving.Type

export const Left = Schema.Struct({ deleted: Schema.Literal(true) }).annotations({ identifier: "Left" })
export const left = { deleted: true } as const
