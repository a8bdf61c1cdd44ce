import { Effect, Option } from "effect"
import type { WireError } from "../../../api/WireErrors.ts"
import { Admission } from "../../http/Admission.ts"
import { noEndpoint } from "../../http/Endpoints.ts"
import type { Exchange } from "../../http/Exchanges.ts"
import { endedSession, makeIsHttps, setCookie } from "../Browser.ts"

/** The endpoint by which a refusal is counted: anybody may read one. */
const refusal = { ...noEndpoint, scopes: ["read" as const] }

/** Admits the requests of pages as their endpoints are admitted. */
export const makePageAdmission = Effect.gen(function* () {
  const admission = yield* Admission
  const isHttps = yield* makeIsHttps

  /** The caller; none for an anonymous one, and for a session that has ended, whose cookie is taken away. */
  const admit = ({ request, routed, sender, state }: Exchange) =>
    Effect.catchTag(admission.admit(routed.endpoint, sender, state), "Unauthorized", (error) => {
      if (Option.isSome(sender.secret)) setCookie(state, endedSession(isHttps(request)))
      return routed.endpoint.access === "signedIn" ? error : Effect.succeedNone
    })

  /**
   * The reader of a request that was refused with an error. A refusal counts as a read, unless its request did. Fails
   * with `TooMany` beyond that limit, and then looks nobody up.
   */
  const readerOf = Effect.fnUntraced(function* ({ routed, sender, state }: Exchange, error: WireError) {
    const isCounted = routed.endpoint.scopes.includes("read")
    if (isCounted && error._tag === "TooMany") return yield* error
    const { budget } = state
    const reader = yield* admission.admit(isCounted ? noEndpoint : refusal, sender, state).pipe(
      Effect.catchTags({
        Unauthorized: () => Effect.succeedNone,
        Forbidden: () => Effect.succeedNone,
        ServiceUnavailable: () => Effect.succeedNone
      })
    )
    if (Option.isSome(budget)) state.budget = budget
    return reader
  })

  return { admit, readerOf, isHttps }
})
