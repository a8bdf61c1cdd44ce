import { randomUUID } from "node:crypto"
import { Context, Option, type Tracer } from "effect"
import type { UserId } from "../../domain/Ids.ts"
import type { Budget } from "../../domain/Limits.ts"

/**
 * The state of a request, for the headers of the response, the cache and the log. Each part has the writer that is
 * named.
 */
export interface RequestState {
  readonly id: string
  /** A HEAD is answered as a GET, without a body. */
  readonly isHead: boolean
  readonly acceptEncoding: string | undefined
  /** The header of this name, as it was sent. */
  readonly idempotencyKey: string | undefined
  /** The path of the endpoint, as the definition writes it. */
  readonly route: string | undefined
  /** False if this request must not count as a view: a HEAD, and a conditional read of a page (`PageRunner`). */
  countsView: boolean
  /** Set by `RequestRecords`. */
  span: Tracer.Span | undefined
  /** The caller and the tightest of their budgets, set by `Admission`. */
  userId: UserId | undefined
  budget: Option.Option<Budget>
  /** Headers of whatever response is sent: the parameters that were ignored, and those of pages. */
  readonly headers: Record<string, string>
  /** The cookies that the response of a page sets, by their names, each as its `Set-Cookie`. */
  readonly cookies: Record<string, string>
}

export class RequestContext extends Context.Reference<RequestContext>()("transport/wire/RequestContext", {
  defaultValue: (): RequestState => newRequestState({})
}) {}

interface RequestParts {
  readonly method?: string
  readonly acceptEncoding?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly route?: string | undefined
}

/** Names a request in the log. */
export const newRequestId = (): string => randomUUID()

export const newRequestState = ({ acceptEncoding, idempotencyKey, method, route }: RequestParts): RequestState => ({
  id: newRequestId(),
  isHead: method === "HEAD",
  acceptEncoding,
  idempotencyKey,
  route,
  countsView: method !== "HEAD",
  span: undefined,
  userId: undefined,
  budget: Option.none(),
  headers: {},
  cookies: {}
})
