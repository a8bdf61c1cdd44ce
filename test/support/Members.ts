import { HttpClient, HttpClientRequest } from "@effect/platform"
import { Effect, Redacted, Schema } from "effect"
import * as CommunityClient from "../../src/client/CommunityClient.ts"
import { Registration } from "../../src/domain/accounts/Account.ts"

let lastMember = 0

/** A registration under a new name. */
export const registration = (role: "user" | "expert" | "admin" = "user", adminCode?: string) => {
  const username = `member${++lastMember}_${process.pid}`
  return Schema.decodeSync(Registration)({
    username,
    email: `${username}@example.org`,
    password: "correct horse battery",
    role,
    adminCode
  })
}

/** A new member: who they are, their token, and the typed client that calls as them. */
export const join = (role: "user" | "expert" | "admin" = "user", adminCode?: string) =>
  Effect.gen(function* () {
    const payload = registration(role, adminCode)
    const { auth } = yield* CommunityClient.make()
    const { token, user } = yield* auth.register({ payload: yield* Schema.encode(Registration)(payload) })
    return { user, token, payload, client: yield* CommunityClient.make({ credential: token }) }
  })

/** Sends a request, and gives status, headers and body as they are on the wire. */
export const send = (
  method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE" | "PUT" | "OPTIONS",
  path: string,
  options: { readonly body?: unknown; readonly as?: Redacted.Redacted; readonly headers?: Record<string, string> } = {}
) =>
  Effect.gen(function* () {
    const bare = HttpClientRequest.make(method)(path, { headers: options.headers ?? {} })
    const signed =
      options.as === undefined
        ? bare
        : HttpClientRequest.setHeader(bare, "authorization", `Bearer ${Redacted.value(options.as)}`)
    const request = options.body === undefined ? signed : HttpClientRequest.bodyUnsafeJson(signed, options.body)
    const response = yield* HttpClient.execute(request)
    const text = yield* response.text
    const body: unknown = text === "" ? undefined : JSON.parse(text)
    return { status: response.status, headers: response.headers, body }
  })
