import { HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { identity, Redacted } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { apiKeyPrefix } from "../domain/Credential.ts"

/** Where a community is, and who calls: a session token or an API key, or nobody. */
export interface ClientOptions {
  readonly baseUrl?: string
  readonly credential?: Redacted.Redacted
}

const authorization = (credential: Redacted.Redacted) => {
  const secret = Redacted.value(credential)
  return `${secret.startsWith(apiKeyPrefix) ? "ApiKey" : "Bearer"} ${secret}`
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
        : HttpClient.mapRequest(HttpClientRequest.setHeader("authorization", authorization(credential)))
  })
