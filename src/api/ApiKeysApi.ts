import { HttpApiEndpoint, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Done } from "../domain/accounts/Account.ts"
import {
  ApiKeyChoice,
  ApiKeyList,
  CreatedApiKey,
  KeyRotation,
  NewApiKey,
  RotatedApiKey
} from "../domain/accounts/ApiKey.ts"
import { ApiKeyId } from "../domain/Ids.ts"
import { IgnoresIdempotencyKey, OptionalBody, SignedIn } from "./Access.ts"
import { decimal } from "./Decimal.ts"
import { Example } from "./document/Example.ts"
import { createdAt } from "./document/Samples.ts"
import { Conflict, Forbidden, NotFound } from "./WireErrors.ts"

const key = {
  id: 5,
  name: "my agent",
  createdAt,
  scopes: ["read", "write", "notifications"],
  expiresAt: null,
  agent: true,
  dailyWrites: 200
}

const createdKey = {
  ...key,
  key: "rdc_8sK2mQv0xTnB4cWz7LhJp5RyD1fGaEo3uX9iYtbqN6",
  usage: "Send the header Authorization: ApiKey rdc_… with each request."
}

export const createApiKey = HttpApiEndpoint.post("createApiKey", "/auth/apikeys")
  .setPayload(NewApiKey)
  .addSuccess(CreatedApiKey, { status: 201 })
  .addError(Forbidden.wire)
  .addError(Conflict.wire)
  .middleware(SignedIn)
  .annotate(IgnoresIdempotencyKey, true)
  .annotate(OpenApi.Summary, "Create an API key")
  .annotate(
    OpenApi.Description,
    "A long-lived key for an agent. Only this response contains the key; `usage` shows how to send it, and names its " +
      "permissions. A request that needs a scope which the key lacks is 403 and names the scope. `dailyWrites` counts " +
      "requests that need `write`, over REST, MCP and RPC; beyond it is 429 until midnight UTC. A key makes no key that may do more than " +
      "itself (403), and shares its daily budget with those that it makes. A member may have 100 keys; one more is 409."
  )
  .annotate(Example, { request: { name: "my agent", agent: true, dailyWrites: 200 }, response: createdKey })

export const listApiKeys = HttpApiEndpoint.get("listApiKeys", "/auth/apikeys")
  .addSuccess(ApiKeyList)
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "List your API keys")
  .annotate(OpenApi.Description, "Your keys, oldest first, without their secrets.")
  .annotate(Example, { response: { data: [{ ...key, prefix: "rdc_8sK2", lastUsedAt: null }] } })

export const rotateApiKey = HttpApiEndpoint.post("rotateApiKey", "/auth/apikeys/:id/rotate")
  .setPath(Schema.Struct({ id: decimal(ApiKeyId) }))
  .setPayload(KeyRotation)
  .addSuccess(RotatedApiKey, { status: 201 })
  .addError(Forbidden.wire)
  .addError(NotFound.wire)
  .addError(Conflict.wire)
  .middleware(SignedIn)
  .annotate(IgnoresIdempotencyKey, true)
  .annotate(OptionalBody, true)
  .annotate(OpenApi.Summary, "Rotate an API key")
  .annotate(
    OpenApi.Description,
    "Gives a key of yours a new secret, which only this response contains; all else of it stays. The secret until now is " +
      "valid for `graceSeconds` more (a day, without it or without a body; 0 ends it at once), with the streams that it " +
      "opened. Of three secrets the oldest ends at once. Revoking the key ends all. A key that has expired is 409; a key " +
      "rotates no key that may do more than itself (403)."
  )
  .annotate(Example, {
    request: { graceSeconds: 3600 },
    response: { ...createdKey, previousKeyExpiresAt: "2026-11-20T10:30:00.000Z" }
  })

export const revokeApiKey = HttpApiEndpoint.del("revokeApiKey", "/auth/apikeys")
  .setPayload(ApiKeyChoice)
  .addSuccess(Done)
  .addError(NotFound.wire)
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "Revoke an API key")
  .annotate(OpenApi.Description, "Names the key by its secret or by its id; it opens nothing from then on.")
  .annotate(Example, { request: { id: 5 }, response: { success: true } })
