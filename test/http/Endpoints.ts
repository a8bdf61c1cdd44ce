import { HttpApi, type HttpApiEndpoint, type HttpApiMiddleware } from "@effect/platform"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import type { Context } from "effect"
import { CommunityApi } from "../../src/api/CommunityApi.ts"

/** An endpoint as the definition has it. */
export interface Defined {
  readonly name: string
  readonly group: string
  readonly endpoint: HttpApiEndpoint.HttpApiEndpoint<string, HttpMethod>
  readonly middleware: ReadonlySet<HttpApiMiddleware.TagClassAny>
  readonly annotations: Context.Context<never>
  /** The statuses of its declared failures. */
  readonly failures: ReadonlyArray<number>
  readonly statuses: ReadonlyArray<number>
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
      statuses: Array.from(successes.keys())
    })
})

/** Every endpoint of the community, by reflection. */
export const endpoints: ReadonlyArray<Defined> = found

/** Those for whoever runs the server: they take no credential and have no limit. */
export const isOperation = ({ group }: Defined) => group === "operation"
