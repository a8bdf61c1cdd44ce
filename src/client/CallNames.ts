import type { HttpApi, HttpApiGroup } from "@effect/platform"
import type { CommunityApi } from "../api/CommunityApi.ts"

type Groups = typeof CommunityApi extends HttpApi.HttpApi<infer _Id, infer G, infer _E, infer _R> ? G : never

type EndpointOf<Group> =
  Group extends HttpApiGroup.HttpApiGroup<infer _Id, infer Endpoints, infer _E, infer _R, infer _TopLevel>
    ? Endpoints
    : never

/** The names of the calls by group. `operations/modules.cjs` writes the summary of each into the packed package. */
export type CallNames = {
  readonly [Group in HttpApiGroup.HttpApiGroup.Name<Groups>]: {
    readonly [Name in EndpointOf<HttpApiGroup.HttpApiGroup.WithName<Groups, Group>>["name"]]: unknown
  }
}
