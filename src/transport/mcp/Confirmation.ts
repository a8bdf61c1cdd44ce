import { Data, Effect, Predicate } from "effect"
import { withoutMarkup } from "../../text/ConversationMarkup.ts"
import { ClientInput, InputRequired } from "./ClientInput.ts"

/** The person has not agreed. */
class NotConfirmed extends Data.TaggedError("NotConfirmed") {
  override readonly message =
    "nothing was changed: the member did not confirm it, so do not ask again unless they want it"
}

const key = "confirmation"

/** The state of a request that has asked its question. */
const asked = "asked"

const requestOf = (question: string) => ({
  method: "elicitation/create" as const,
  params: {
    mode: "form",
    message: withoutMarkup(question),
    requestedSchema: {
      type: "object",
      properties: { confirmed: { type: "boolean", title: "Yes, do it", default: false } },
      required: ["confirmed"]
    }
  }
})

/**
 * Asks the person behind the client a question, and goes on if they say yes. Fails with `InputRequired` until there is an
 * answer to the question of the same request; a client that cannot ask gets an error for it.
 */
export const ask = Effect.fnUntraced(function* (question: string) {
  const { responses, state } = yield* ClientInput
  const response = state === asked ? responses[key] : undefined
  const action = Predicate.isRecord(response) ? response["action"] : undefined
  if (action === "decline" || action === "cancel") return yield* new NotConfirmed()
  const content = Predicate.isRecord(response) ? response["content"] : undefined
  const answer = Predicate.isRecord(content) ? content["confirmed"] : undefined
  if (action !== "accept" || typeof answer !== "boolean") {
    return yield* new InputRequired({ requests: { [key]: requestOf(question) }, state: asked })
  }
  if (!answer) return yield* new NotConfirmed()
})
