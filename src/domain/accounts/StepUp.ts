import { Option, type Redacted, Schema } from "effect"
import { optional } from "../Fields.ts"
import { AuthenticationResponse } from "./Passkey.ts"
import { TriedPassword } from "./Password.ts"

/** A sign-in that is no older shows that it is the member who acts. */
export const freshSignInSeconds = 300

/** Shows that it is the member who acts: the password, or a passkey that has signed a challenge of a sign-in. */
export const proofFields = {
  password: optional(TriedPassword).annotations({
    description: "Your own password. A sign-in that is at most five minutes old needs none."
  }),
  passkey: optional(AuthenticationResponse).annotations({
    description: "In place of the password: the answer to the options of a sign-in with a passkey."
  })
}

export const Proof = Schema.Struct(proofFields).annotations({ identifier: "Proof" })
export interface Proof {
  readonly password: Option.Option<Redacted.Redacted>
  readonly passkey: Option.Option<AuthenticationResponse>
}

export const hasProof = ({ passkey, password }: Proof): boolean => Option.isSome(password) || Option.isSome(passkey)
