import { Option, Schema } from "effect"
import { count, named, optional } from "../Fields.ts"
import { PasskeyId, type UserId } from "../Ids.ts"
import { AnyText, line } from "../Text.ts"

/** The maximum number of passkeys of a member. */
export const maxPasskeys = 20

/** A challenge, and a half-finished sign-in, is valid for five minutes, once (contract, Strong sign-in). */
export const challengeSeconds = 300

/** The longest name of a passkey. */
const maxPasskeyNameCharacters = 100

/** @internal The longest part of a response of an authenticator. */
const maxResponseCharacters = 20_000

const PasskeyName = line(maxPasskeyNameCharacters).annotations({
  jsonSchema: { type: "string", minLength: 1, maxLength: maxPasskeyNameCharacters },
  examples: ["Maria’s phone"]
})

const Base64url = AnyText.pipe(
  Schema.filter((text) =>
    text.length <= maxResponseCharacters && /^[\w-]*$/.test(text) ? undefined : "must be base64url"
  ),
  Schema.annotations({ jsonSchema: { type: "string", maxLength: maxResponseCharacters } })
)

/** @internal The most ways in which an authenticator says that it is reached. */
const maxTransports = 10

/** How an authenticator is reached, such as `internal`; those of later versions, too. */
const Transport = Schema.String.pipe(Schema.pattern(/^[\w-]{1,20}$/))

const ofEveryResponse = {
  id: Base64url,
  rawId: Base64url,
  type: Schema.Literal("public-key")
}

/** The credential that a browser's `navigator.credentials.create` gives, by its `toJSON`. */
export const RegistrationResponse = Schema.Struct({
  ...ofEveryResponse,
  response: Schema.Struct({
    clientDataJSON: Base64url,
    attestationObject: Base64url,
    transports: optional(Schema.Array(Transport).pipe(Schema.maxItems(maxTransports)))
  })
}).annotations(named("PasskeyRegistration", "What `navigator.credentials.create` gives (WebAuthn), as JSON."))
export type RegistrationResponse = typeof RegistrationResponse.Type

/** The credential that a browser's `navigator.credentials.get` gives, by its `toJSON`. */
export const AuthenticationResponse = Schema.Struct({
  ...ofEveryResponse,
  response: Schema.Struct({
    clientDataJSON: Base64url,
    authenticatorData: Base64url,
    signature: Base64url,
    userHandle: optional(Base64url)
  })
}).annotations(named("PasskeyAssertion", "What `navigator.credentials.get` gives (WebAuthn), as JSON."))
export type AuthenticationResponse = typeof AuthenticationResponse.Type

export const Passkey = Schema.Struct({
  id: PasskeyId,
  name: Schema.String,
  createdAt: Schema.DateTimeUtc,
  lastUsedAt: Schema.OptionFromNullOr(Schema.DateTimeUtc)
}).annotations(named("Passkey", "A passkey of the caller, without its key."))
export type Passkey = typeof Passkey.Type

export const PasskeyList = Schema.Struct({ data: Schema.Array(Passkey) })
export type PasskeyList = typeof PasskeyList.Type

export const PasskeyChange = Schema.Struct({ name: PasskeyName }).annotations({ identifier: "PasskeyChange" })
export type PasskeyChange = typeof PasskeyChange.Type

/** The name of a passkey that was added without one. */
export const unnamedPasskey = "Passkey"

/** The fields of a new passkey, beside those of the step before it. */
export const newPasskeyFields = { response: RegistrationResponse, name: optional(PasskeyName) }

/** The signature algorithms that authenticators may use, the best first: Ed25519, ES256 and RS256 (COSE). */
const algorithms = [-8, -7, -257]

const Descriptor = Schema.Struct({
  type: Schema.Literal("public-key"),
  id: Schema.String,
  transports: Schema.Array(Schema.String)
})

const challenge = Schema.String.annotations({ description: "In base64url; valid for five minutes, once." })

const milliseconds = count.annotations({ description: "Milliseconds." })

/** The options of `navigator.credentials.create`, as `parseCreationOptionsFromJSON` takes them. */
export const CreationOptions = Schema.Struct({
  rp: Schema.Struct({ id: Schema.String, name: Schema.String }),
  user: Schema.Struct({ id: Schema.String, name: Schema.String, displayName: Schema.String }),
  challenge,
  pubKeyCredParams: Schema.Array(Schema.Struct({ type: Schema.Literal("public-key"), alg: Schema.Int })),
  timeout: milliseconds,
  excludeCredentials: Schema.Array(Descriptor),
  authenticatorSelection: Schema.Struct({
    residentKey: Schema.Literal("required"),
    requireResidentKey: Schema.Literal(true),
    userVerification: Schema.Literal("required")
  }),
  attestation: Schema.Literal("none")
}).annotations(named("PasskeyCreationOptions", "The options of `navigator.credentials.create` (WebAuthn), as JSON."))
export type CreationOptions = typeof CreationOptions.Type

/** The options of `navigator.credentials.get`, as `parseRequestOptionsFromJSON` takes them. */
export const RequestOptions = Schema.Struct({
  challenge,
  rpId: Schema.String,
  timeout: milliseconds,
  allowCredentials: Schema.Array(Descriptor),
  userVerification: Schema.Literal("required")
}).annotations(named("PasskeyRequestOptions", "The options of `navigator.credentials.get` (WebAuthn), as JSON."))
export type RequestOptions = typeof RequestOptions.Type

/** The site that passkeys are for: a name of a host, and the origins of its pages. */
export interface RelyingParty {
  readonly id: string
  readonly name: string
  readonly origins: ReadonlyArray<string>
}

/** A passkey by which an authenticator knows that it has one already. */
interface KnownCredential {
  readonly credentialId: string
  readonly transports: ReadonlyArray<string>
}

/** The member's id in base64url, which authenticators store. It says nothing about a person. */
export const userHandleOf = (id: UserId): string =>
  btoa(String(id)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")

/** A response without a handle is one of its credential. */
export const isOfMember = ({ response: { userHandle } }: AuthenticationResponse, id: UserId): boolean =>
  Option.match(userHandle, { onNone: () => true, onSome: (handle) => handle === userHandleOf(id) })

const timeout = challengeSeconds * 1000

export const creationOptionsOf = (
  { id, name }: RelyingParty,
  member: { readonly id: UserId; readonly username: string },
  known: ReadonlyArray<KnownCredential>,
  challenge: string
): CreationOptions => ({
  rp: { id, name },
  user: { id: userHandleOf(member.id), name: member.username, displayName: member.username },
  challenge,
  pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
  timeout,
  excludeCredentials: known.map(({ credentialId, transports }) => ({
    type: "public-key",
    id: credentialId,
    transports
  })),
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none"
})

/** Options of a sign-in: the same for everybody, so that they do not tell who has an account. */
export const requestOptionsOf = ({ id }: RelyingParty, challenge: string): RequestOptions => ({
  challenge,
  rpId: id,
  timeout,
  allowCredentials: [],
  userVerification: "required"
})

/** No passkey signs in by this response. The message is the same for every reason. */
export class PasskeyRefused extends Schema.TaggedError<PasskeyRefused>()("PasskeyRefused", {}) {
  readonly field = "response"

  override readonly message =
    "this passkey cannot sign in here, or the request came too late: ask for new options, or sign in with your password"
}

/** A response that registers no passkey: an unknown challenge, another site, no verification, or a known credential. */
export class RegistrationRefused extends Schema.TaggedError<RegistrationRefused>()("RegistrationRefused", {}) {
  readonly field = "response"

  override readonly message =
    "this passkey could not be added: the request came too late, is not for this site, or the device has one already. Ask for new options"
}

export class PasskeyNotFound extends Schema.TaggedError<PasskeyNotFound>()("PasskeyNotFound", { id: PasskeyId }) {
  override readonly message = `you have no passkey ${this.id}`
}

export class TooManyPasskeys extends Schema.TaggedError<TooManyPasskeys>()("TooManyPasskeys", {}) {
  override readonly message = `you have ${maxPasskeys} passkeys, the most that are possible: remove one first`
}
