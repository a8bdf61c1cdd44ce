import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import { Context, Effect, Option } from "effect"
import type { UserId } from "../domain/Ids.ts"
import type { Budget } from "../domain/Limits.ts"

/** An answer whose bytes may be sent again, but for one part. */
export interface Renewed {
  readonly before: string
  readonly after: string
  /** Holds what writes the part, until it is released; none where that is gone already. */
  readonly hold: () => Option.Option<{ readonly part: () => string; readonly release: () => void }>
}

/** What is learnt of a request on its way, for the headers of its answer and its line in the log. */
export interface Learnt {
  readonly id: string
  /** Whether it is a HEAD: answered as a GET, without a body and without counting a view. */
  readonly isHead: boolean
  /** The content codings that the client takes. */
  readonly acceptEncoding: string | undefined
  /** The path of its endpoint, as the definition writes it. */
  route: string | undefined
  userId: UserId | undefined
  budget: Option.Option<Budget>
  retryAfterSeconds: number | undefined
  /** The part of the answer that is written anew each time it is sent again, if it may be. */
  renewed: Renewed | undefined
  /** Who writes the answer, where platform does not. */
  take: ((response: ServerResponse) => void) | undefined
  /** Where to read what was created. */
  location: string | undefined
  /** The names of the query parameters that were ignored, for the header that tells them. */
  unknownParameters: string | undefined
  /** The methods that the path has, where it has not the one that was asked for. */
  allow: string | undefined
}

/** The record of a request of which nothing is known yet. */
export const unknownRequest = (method = "GET", acceptEncoding?: string): Learnt => ({
  id: randomUUID(),
  isHead: method === "HEAD",
  acceptEncoding,
  route: undefined,
  userId: undefined,
  budget: Option.none(),
  retryAfterSeconds: undefined,
  allow: undefined,
  location: undefined,
  unknownParameters: undefined,
  renewed: undefined,
  take: undefined
})

/** The record of the request that is being answered. */
export class RequestRecord extends Context.Reference<RequestRecord>()("http/RequestRecord", {
  defaultValue: () => unknownRequest()
}) {}

/** Tells in `Location` where to read what was created. */
export const located = <A, E, R>(created: Effect.Effect<A, E, R>, locationOf: (made: A) => string) =>
  Effect.tap(created, (made) =>
    Effect.map(RequestRecord, (record) => {
      record.location = locationOf(made)
    })
  )
