import { Effect, Redacted, Schema } from "effect"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import { answerCodec, Idempotency } from "../../services/Idempotency.ts"
import { valueOf, type WebRequest } from "./WebRequest.ts"

/** The fields of a stored text that the page after the write needs. */
const StoredText = Schema.Struct({ id: Schema.Int, hidden: Schema.optional(Schema.Boolean) })

const storedText = answerCodec(StoredText)

/**
 * Makes the write of a form once, however often the form is sent. The key is made of its values; the same values for
 * another page are refused.
 */
export const makeOnce = Effect.map(
  Idempotency,
  ({ once }) =>
    <E, R>({ form: { values }, pathname }: WebRequest, write: Effect.Effect<typeof StoredText.Type, E, R>) =>
      Effect.flatMap(CurrentUser, (caller) => {
        if (valueOf(values, "key") === "") return write
        return once({ key: Redacted.make(JSON.stringify(values)), caller, request: pathname }, storedText, write)
      })
)
