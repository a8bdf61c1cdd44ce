import { randomUUID } from "node:crypto"
import { type Clock, Context, DateTime, Effect, Option, type Tracer } from "effect"
import type { Secret } from "../../domain/accounts/Credential.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { Budget } from "../../domain/Limits.ts"
import type { PostPage } from "../../domain/posts/Post.ts"
import type { Statistics } from "../../domain/Statistics.ts"
import type { CacheTag } from "./CacheTags.ts"

/** A field of a JSON response that changes often: the entity tag leaves it out, and a cached response renews it. */
export interface VolatileField {
  readonly name: string
  readonly value: string | number
  /** Acquires the values of later responses, until it is released; none where there can be none any more. */
  readonly acquire?: () => Option.Option<FieldSource>
}

export interface FieldSource {
  /** The present value. A number of views counts one, but for a reader who has been counted (`isAgain`). */
  readonly value: (isAgain: boolean) => string | number
  readonly release: () => void
}

/** The state of a request: it is collected on the way, for the headers of the response, the cache and the log. */
export interface RequestState {
  readonly id: string
  /** A HEAD is answered as a GET, without a body. */
  readonly isHead: boolean
  /** True for a reader whose view has been counted, or is none: a HEAD, and a conditional read of a page. */
  isAgain: boolean
  readonly acceptEncoding: string | undefined
  /** The header of this name, as it was sent. */
  readonly idempotencyKey: string | undefined
  body: string
  address: () => string
  /** The path of the endpoint, as the definition writes it. */
  route: string | undefined
  span: Tracer.Span | undefined
  /** The credential that the request was admitted with. */
  secret: Option.Option<Secret>
  userId: UserId | undefined
  budget: Option.Option<Budget>
  /** The tags of all that the response is made of. A response without tags is not cached. */
  tags: ReadonlyArray<CacheTag>
  /** In the order of the response. */
  volatile: ReadonlyArray<VolatileField>
  /** Headers of the response, beside those that every response has. */
  readonly headers: Record<string, string>
  /** Gives the `Location` of what the handler creates. */
  locationOf?(created: unknown): string
}

export class RequestContext extends Context.Reference<RequestContext>()("transport/wire/RequestContext", {
  defaultValue: () => newRequestState()
}) {}

export const newRequestState = (method = "GET", acceptEncoding?: string, idempotencyKey?: string): RequestState => ({
  id: randomUUID(),
  isHead: method === "HEAD",
  isAgain: method === "HEAD",
  acceptEncoding,
  idempotencyKey,
  body: "",
  address: () => "",
  route: undefined,
  span: undefined,
  secret: Option.none(),
  userId: undefined,
  budget: Option.none(),
  tags: [],
  volatile: [],
  headers: {}
})

/** A field as JSON. No text of a response holds the same characters, since a quote in a text is escaped. */
export const fieldJson = (name: string, value: string | number): string => `"${name}":${JSON.stringify(value)}`

/** Names the path of the created record in `Location`. */
export const withLocation = <A, E, R>(effect: Effect.Effect<A, E, R>, locationOf: (created: A) => string) =>
  Effect.flatMap(RequestContext, (state) => {
    state.locationOf = locationOf // before the effect, whose transaction may store the response
    return Effect.tap(effect, (created) => {
      state.headers["location"] = locationOf(created)
    })
  })

/** Tags the response with all that it is made of, and names its volatile members, so that it may be cached. */
export const withCacheTags = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  tagsOf: (value: A, state: RequestState) => ReadonlyArray<CacheTag>,
  volatileOf: (value: A) => ReadonlyArray<VolatileField> = () => []
) =>
  Effect.tap(effect, (value) =>
    Effect.map(RequestContext, (state) => {
      state.tags = tagsOf(value, state)
      state.volatile = volatileOf(value)
    })
  )

export const viewsOf = ({ viewCount }: { readonly viewCount: number }): VolatileField => ({
  name: "viewCount",
  value: viewCount
})

export const viewsOfList = ({ data }: PostPage): ReadonlyArray<VolatileField> => data.map(viewsOf)

/** The time of the statistics, which a cached response renews. */
export const renewedTime =
  (clock: Clock.Clock) =>
  ({ generatedAt }: Statistics): ReadonlyArray<VolatileField> => {
    const value = () => DateTime.formatIso(DateTime.unsafeMake(clock.unsafeCurrentTimeMillis()))
    const acquire = () => Option.some({ value, release: () => undefined })
    return [{ name: "generatedAt", value: DateTime.formatIso(generatedAt), acquire }]
  }
