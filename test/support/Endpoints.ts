import { HttpApi, type HttpApiEndpoint } from "@effect/platform"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import { Context, Option, Schema } from "effect"
import { Anyone, BodyType, SignedIn, takesIdempotencyKey } from "../../src/api/Access.ts"
import { CommunityApi } from "../../src/api/CommunityApi.ts"

/** An endpoint as the definition has it. */
export interface Defined {
  readonly name: string
  readonly group: string
  readonly endpoint: HttpApiEndpoint.HttpApiEndpoint<string, HttpMethod>
  readonly middleware: ReadonlySet<unknown>
  readonly annotations: Context.Context<never>
  /** The statuses of its declared failures. */
  readonly failures: ReadonlyArray<number>
  readonly statuses: ReadonlyArray<number>
  /** Its successes that have a body, by status. */
  readonly successes: ReadonlyArray<readonly [number, Schema.Schema.All]>
}

const found: Array<Defined> = []

HttpApi.reflect(CommunityApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, errors, group, mergedAnnotations, middleware, successes }) =>
    found.push({
      name: `${endpoint.method} ${endpoint.path}`,
      group: group.identifier,
      endpoint,
      middleware,
      annotations: mergedAnnotations,
      failures: Array.from(errors.keys()),
      statuses: Array.from(successes.keys()),
      successes: Array.from(successes, ([status, { ast }]) =>
        Option.map(ast, (ast) => [status, Schema.make<unknown>(ast)] as const)
      ).flatMap(Option.toArray)
    })
})

/** Every endpoint of the community, by reflection. */
export const endpoints: ReadonlyArray<Defined> = found

/** The type that the body of an endpoint has. */
export const bodyTypeOf = ({ annotations }: Defined) =>
  Option.getOrElse(Context.getOption(annotations, BodyType), () => "application/json")

/** True if a write is made once for each Idempotency-Key. */
export const takesKey = ({ annotations, endpoint }: Defined) => takesIdempotencyKey(endpoint.method, annotations)

/** True if requests pass no check of a credential and count in no limit. */
export const isUnguarded = ({ middleware }: Defined) => !middleware.has(Anyone) && !middleware.has(SignedIn)
