import { Effect, Redacted, Schema } from "effect"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import { IdempotencyConflict } from "../../domain/Idempotency.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { Idempotency } from "../../services/Idempotency.ts"

/** The payload of a tool that writes. */
export interface Keyed {
  readonly idempotencyKey?: string | null | undefined
}

/** A tool that writes. */
export interface WritingTool<P, PI, A, AI> {
  readonly _tag: string
  readonly payloadSchema: Schema.Schema<P, PI>
  readonly successSchema: Schema.Schema<A, AI>
}

/** Makes the calls of a tool answer a repeated `idempotencyKey` with the result that they recorded, for MCP and RPC. */
export const makeIdempotentTool = Effect.map(
  Idempotency,
  ({ once }) =>
    <P extends Keyed, PI extends Keyed, A, AI, E>(
      { _tag, payloadSchema, successSchema }: WritingTool<P, PI, A, AI>,
      write: (payload: P) => Effect.Effect<A, E, CurrentUser>
    ) => {
      const encode = Schema.encodeSync(payloadSchema)
      const result = Schema.parseJson(successSchema)
      const encodeResult = Schema.encodeUnknownSync(result)
      const decodeResult = Schema.decode(result)

      const requestOf = (payload: P) => {
        const { idempotencyKey: _, ...request } = encode(payload)
        return `${_tag} ${JSON.stringify(request)}`
      }

      const answerOf = (made: unknown) => ({ status: 200, location: null, body: encodeResult(made) })

      const keyed = Effect.fnUntraced(function* (payload: P, key: string) {
        const call = { key: Redacted.make(key), caller: yield* CurrentUser, request: requestOf(payload) }
        const { body, isWhole } = yield* once(call, answerOf, write(payload))
        // A part of a result does not fit the schema of results.
        if (!isWhole) return yield* new IdempotencyConflict({ reason: "tooLongToReplay", id: JSON.parse(body).id })
        return yield* Effect.orDie(decodeResult(body))
      })

      return (payload: P): Effect.Effect<A, E | IdempotencyConflict | TooManyRequests | Unavailable, CurrentUser> => {
        const key = payload.idempotencyKey ?? undefined
        return key === undefined ? write(payload) : keyed(payload, key)
      }
    }
)
