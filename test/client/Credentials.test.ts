import { createServer } from "node:http"
import { inspect } from "node:util"
import { FetchHttpClient, type HttpClient } from "@effect/platform"
import { it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Cause, Effect, Either, Exit, type Scope } from "effect"
import * as CommunityClient from "../../src/client/CommunityClient.ts"
import * as CommunityRpcClient from "../../src/client/CommunityRpcClient.ts"
import { freePort } from "../support/network/FreePort.ts"
import { listening } from "../support/network/Listening.ts"

const secret = "secret4lL0fUs"

/** Everything that a program may log of the failure of a call. */
const formsOf = Effect.fnUntraced(function* <A, E, R>(call: Effect.Effect<A, E, R>) {
  const exit = yield* Effect.exit(call)
  const cause = Exit.isFailure(exit) ? exit.cause : Cause.empty
  const either = yield* Effect.either(call)
  return [exit, cause, Cause.squash(cause), either, Either.isLeft(either) ? either.left : undefined].flatMap(
    (value) => [
      JSON.stringify(value) ?? "",
      String(value),
      inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
      inspect(value, { depth: Number.POSITIVE_INFINITY, customInspect: false }),
      Cause.isCause(value) ? Cause.pretty(value, { renderErrorCause: true }) : ""
    ]
  )
})

type Call = (
  baseUrl: string,
  credential: string
) => Effect.Effect<unknown, unknown, HttpClient.HttpClient | Scope.Scope>

const clients: Readonly<Record<string, Call>> = {
  CommunityClient: (baseUrl, credential) =>
    Effect.flatMap(CommunityClient.make({ baseUrl, credential }), ({ users }) => users.me()),
  "CommunityClient with an Idempotency-Key": (baseUrl, credential) =>
    Effect.flatMap(CommunityClient.make({ baseUrl, credential }), ({ auth }) =>
      auth.createApiKey({ payload: { name: "agent" }, idempotencyKey: "one" })
    ),
  CommunityRpcClient: (baseUrl, credential) =>
    Effect.flatMap(CommunityRpcClient.make({ baseUrl, credential }), ({ get_post }) => get_post({ postId: 1 }))
}

/** A server that answers every request so, and what it was sent as credentials. */
const serverWith = Effect.fnUntraced(function* (status: number, body: string) {
  const sent: Array<string | undefined> = []
  const server = createServer((request, response) => {
    sent.push(request.headers.authorization)
    request.resume()
    response.writeHead(status, { "content-type": "application/json" }).end(body)
  })
  return { sent, url: yield* listening(server) }
})

for (const [name, call] of Object.entries(clients)) {
  const failsWithout = (url: string, credential: string) =>
    Effect.map(formsOf(call(url, credential)), (forms) => {
      deepStrictEqual(
        forms.filter((form) => form.includes(secret)),
        []
      )
      strictEqual(
        forms.some((form) => form.includes("ailure")),
        true
      )
    }).pipe(Effect.provide(FetchHttpClient.layer))

  it.scoped(`${name}: no form of a failure has the credential where the server cannot be reached`, () =>
    Effect.flatMap(freePort, (port) => failsWithout(`http://127.0.0.1:${port}`, `rdc_${secret}`))
  )

  it.scoped(`${name}: no form of a failure has the credential, which was sent, where it is refused or broken`, () =>
    Effect.gen(function* () {
      for (const [status, body] of [
        [401, '{"error":{"message":"sign in first"}}'],
        [500, "<html>"],
        [409, "{}"]
      ] as const) {
        const { sent, url } = yield* serverWith(status, body)
        yield* failsWithout(url, `rdc_${secret}`)
        deepStrictEqual([...new Set(sent)], [`ApiKey rdc_${secret}`])
      }
    })
  )

  it.scoped(`${name}: no form of a failure has a credential that no header can hold`, () =>
    failsWithout("http://127.0.0.1:9", `rdc_${secret}\nmore`)
  )
}
