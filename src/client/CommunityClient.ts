import { HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { identity, type Redacted } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { authorizationOf } from "../domain/Credential.ts"

/** Where a community is, and who calls: a session token or an API key, or nobody. */
export interface ClientOptions {
  readonly baseUrl?: string
  readonly credential?: Redacted.Redacted
}

/**
 * The typed client of a community, derived from its definition: `client.posts.create({ payload })`.
 * Fails with the wire errors of each endpoint, as classes (`api/WireErrors.ts`).
 */
export const make = ({ baseUrl, credential }: ClientOptions = {}) =>
  HttpApiClient.make(CommunityApi, {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    transformClient:
      credential === undefined
        ? identity
        : HttpClient.mapRequest(HttpClientRequest.setHeader("authorization", authorizationOf(credential)))
  })
