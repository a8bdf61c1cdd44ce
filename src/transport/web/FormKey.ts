import { Effect, Redacted, Schema } from "effect"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import { Idempotency } from "../../services/Idempotency.ts"
import { valueOf, type WebRequest } from "./WebRequest.ts"

/** What the page after a write is made of. */
const StoredText = Schema.Struct({ id: Schema.Int, hidden: Schema.optional(Schema.Boolean) })

const StoredTextJson = Schema.parseJson(StoredText)

const answerOf = (result: unknown) => ({
  status: 201,
  location: null,
  body: Schema.encodeSync(StoredTextJson)(Schema.validateSync(StoredText, { onExcessProperty: "ignore" })(result))
})

/**
 * Makes the function that makes the write of a form once, however often the form is sent: a form with other values, or of
 * another page, has another key. `write` gives the very result of its transaction or batch (`Idempotency.once`).
 */
export const makeOnce = Effect.map(
  Idempotency,
  ({ once }) =>
    <E, R>({ form: { values }, pathname }: WebRequest, write: Effect.Effect<typeof StoredText.Type, E, R>) =>
      Effect.flatMap(CurrentUser, (caller) => {
        if (valueOf(values, "key") === "") return write
        const keyed = { key: Redacted.make(JSON.stringify(values)), caller, request: pathname }
        return Effect.flatMap(once(keyed, answerOf, write), ({ body }) =>
          Effect.orDie(Schema.decode(StoredTextJson)(body))
        )
      })
)
