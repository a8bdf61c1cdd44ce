import { Effect } from "effect"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { capabilityOf, type InputRequired } from "./ClientInput.ts"
import { ProtocolError } from "./ProtocolError.ts"

/** The error for a client that lacks the capabilities to answer these input requests. */
export const missingCapability = ({ requests }: InputRequired): ProtocolError => {
  const names = Object.values(requests).map(capabilityOf)
  return ProtocolError.of("missingCapability", `the client must declare the capabilities ${names.join(", ")}`, {
    requiredCapabilities: Object.fromEntries(names.map((name) => [name, {}]))
  })
}

/** Answers each failure of a request by an error of the protocol. A defect is logged, and its cause never sent. */
export const asProtocolErrors = <A, R>(
  effect: Effect.Effect<A, ProtocolError | InputRequired | Unavailable, R>
): Effect.Effect<A, ProtocolError, R> =>
  effect.pipe(
    Effect.catchTag("Unavailable", ({ message }) => ProtocolError.of("internalError", message)),
    Effect.catchTag("InputRequired", missingCapability),
    Effect.catchAllDefect((defect) =>
      Effect.zipRight(
        Effect.logError("an MCP request failed unexpectedly", defect),
        ProtocolError.of("internalError", "internal error")
      )
    )
  )
