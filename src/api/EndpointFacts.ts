import { HttpApi } from "@effect/platform"
import { Context, Option } from "effect"
import type { AccessScope } from "../domain/accounts/Credential.ts"
import type { LimitScope } from "../domain/Limits.ts"
import { CountsAs, NeedsScope } from "./Access.ts"
import { CommunityApi } from "./CommunityApi.ts"
import { type CachePolicy, Keeps, ShowsPosts } from "./Keeps.ts"

/** What holds for an endpoint and for each tool that stands for it. */
export interface EndpointFacts {
  /** The rate limits that a call counts in. */
  readonly scopes: ReadonlyArray<LimitScope>
  /** The scope that the credential needs. One that needs `write` counts in the daily budget of a key. */
  readonly needsScope: AccessScope | "any"
  /** The conditions under which responses are cached; absent where they are not. */
  readonly keeps: CachePolicy | undefined
  /** Responses have posts that are not for everyone, for callers who may read them. */
  readonly showsPosts: boolean
}

/** The facts of an endpoint: its method decides where no annotation does. */
export const factsOf = (method: string, annotations: Context.Context<never>): EndpointFacts => {
  const usual = method === "GET" ? "read" : "write"
  return {
    scopes: Option.getOrElse(Context.getOption(annotations, CountsAs), () => [usual]),
    needsScope: Option.getOrElse(Context.getOption(annotations, NeedsScope), () => usual),
    keeps: Option.getOrUndefined(Context.getOption(annotations, Keeps)),
    showsPosts: Option.isSome(Context.getOption(annotations, ShowsPosts))
  }
}

type NamesOf<Endpoint> = Endpoint extends { readonly name: infer Name extends string } ? Name : never

type NamesIn<Group> = Group extends { readonly identifier: infer Name extends string; readonly endpoints: infer All }
  ? `${Name}.${NamesOf<All[keyof All]>}`
  : never

/** The group and the name of an endpoint, such as `posts.list`. */
export type EndpointName = NamesIn<(typeof CommunityApi.groups)[string]>

const factsOfAll = (): ReadonlyMap<string, EndpointFacts> => {
  const found = new Map<string, EndpointFacts>()
  HttpApi.reflect(CommunityApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group, mergedAnnotations }) =>
      found.set(`${group.identifier}.${endpoint.name}`, factsOf(endpoint.method, mergedAnnotations))
  })
  return found
}

const byName = factsOfAll()

/** The facts of an endpoint by its name; those of a read that is not cached for none. */
export const factsNamed = (name: EndpointName | undefined): EndpointFacts =>
  byName.get(name ?? "") ?? { scopes: ["read"], needsScope: "read", keeps: undefined, showsPosts: true }
