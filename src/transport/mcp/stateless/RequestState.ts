import { Clock, Effect, Option, Redacted, Schema } from "effect"
import type { Secret } from "../../../domain/accounts/Credential.ts"
import { Secrets } from "../../../ports/Secrets.ts"
import { ProtocolError } from "../ProtocolError.ts"
import type { StatelessRequest } from "./Envelope.ts"

/** The time that a client has to answer. */
const maxAgeMillis = 10 * 60_000

/** The most characters of a state that a client sends. */
const maxCharacters = 4_096

const Payload = Schema.parseJson(
  Schema.Struct({ state: Schema.String, request: Schema.String, expiresAt: Schema.Number })
)
const encodePayload = Schema.encodeSync(Payload)
const decodePayload = Schema.decodeOption(Payload)

const invalid = ProtocolError.of(
  "invalidParams",
  "requestState must be the one of the result before, sent back unchanged within 10 minutes by the same caller with the " +
    "same params: send the request again without requestState and inputResponses"
)

/**
 * Seals the state between two requests of a client, so that any instance can open it without storage. The key is the
 * caller's credential: another caller can neither use nor forge it. It belongs to one method and its params.
 */
export const makeRequestStates = Effect.gen(function* () {
  const secrets = yield* Secrets

  const digestOf = ({ method, params }: StatelessRequest) =>
    secrets.digest(JSON.stringify([method, params["name"], params["uri"], params["arguments"]]))

  const macOf = (secret: Secret, payload: string) => secrets.mac(secret, `MCP request state ${payload}`)

  const seal = (secret: Secret, request: StatelessRequest, state: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const json = encodePayload({ state, request: digestOf(request), expiresAt: now + maxAgeMillis })
      const payload = Buffer.from(json).toString("base64url")
      return `${payload}.${macOf(secret, payload)}`
    })

  const open = Effect.fnUntraced(function* (secret: Secret, request: StatelessRequest) {
    const sealed = request.params["requestState"]
    if (sealed === undefined) return undefined
    if (typeof sealed !== "string" || sealed.length > maxCharacters) return yield* invalid
    const [payload = "", mac = "", ...rest] = sealed.split(".")
    const isGenuine = secrets.isSame(Redacted.make(mac), Redacted.make(macOf(secret, payload)))
    if (rest.length > 0 || !isGenuine) return yield* invalid
    const decoded = decodePayload(Buffer.from(payload, "base64url").toString("utf8"))
    const now = yield* Clock.currentTimeMillis
    const valid = Option.filter(decoded, (one) => one.request === digestOf(request) && now < one.expiresAt)
    return Option.isNone(valid) ? yield* invalid : valid.value.state
  })

  return { seal, open }
})
