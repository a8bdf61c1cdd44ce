import { HttpServer } from "@effect/platform"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js"
import { Effect, Queue, Redacted, Schedule } from "effect"
import { Sessions } from "../../../src/transport/mcp/Sessions.ts"
import type { Member } from "../../support/Given.ts"
import { at } from "../../support/Wire.ts"

/** The generations of clients. */
export const generations = ["legacy", "streamable"] as const
export type Generation = (typeof generations)[number]

/** The result of a tool. */
export interface Told {
  readonly isError: boolean
  readonly text: string
  readonly json: unknown
}

/** The URL of the server under test. */
export const mcpUrl = (query: Readonly<Record<string, string>> = {}) =>
  HttpServer.addressFormattedWith((address) =>
    Effect.sync(() => {
      const url = new URL("/api/mcp", address)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url
    })
  )

/** Creates an API key of a member. */
export const keyOf = ({ client }: Pick<Member, "client">) =>
  Effect.map(client.auth.createApiKey({ payload: { name: "agent" } }), ({ id, key }) => ({ id, key }))

const transportOf = (generation: Generation, url: URL, headers: Record<string, string>) =>
  generation === "legacy"
    ? new SSEClientTransport(url, {
        requestInit: { headers },
        eventSourceInit: {
          fetch: (at, init) => fetch(at, { ...init, headers: { ...headers, accept: "text/event-stream" } })
        }
      })
    : new StreamableHTTPClientTransport(url, { requestInit: { headers } })

/** The credential of a client: in the query, as old clients send it, or in the header. */
export interface Proof {
  readonly apiKey?: Redacted.Redacted
  readonly authorization?: string
  readonly query?: Readonly<Record<string, string>>
}

/** The SDK's own client, connected until the scope ends. */
export const connect = (generation: Generation, { apiKey, authorization, query }: Proof) =>
  Effect.gen(function* () {
    const url = yield* mcpUrl({ ...query, ...(apiKey === undefined ? {} : { apiKey: Redacted.value(apiKey) }) })
    const transport = transportOf(generation, url, authorization === undefined ? {} : { authorization })
    const client = new Client({ name: "test", version: "1.0.0" })
    const updates = yield* Queue.unbounded<string>()
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      updates.unsafeOffer(params.uri)
    })
    yield* Effect.acquireRelease(
      // The cast: the SDK types its transports without `exactOptionalPropertyTypes`, and they are transports all the same.
      Effect.tryPromise(() => client.connect(transport as Parameters<Client["connect"]>[0])),
      () => Effect.promise(() => client.close())
    )
    const call = (name: string, args?: Record<string, unknown>) =>
      Effect.map(
        Effect.tryPromise({
          try: () => client.callTool({ name, ...(args === undefined ? {} : { arguments: args }) }),
          catch: (error) => error
        }),
        (result): Told => ({
          isError: result.isError === true,
          text: String(at(result.content, 0, "text")),
          json: result.structuredContent
        })
      )
    return { client, transport, call, updates }
  })

/** A connected client. */
export type Connected = Effect.Effect.Success<ReturnType<typeof connect>>

/** Connects as a member, by a new API key in the query. */
export const connectAs = (generation: Generation, member: Pick<Member, "client">) =>
  Effect.flatMap(keyOf(member), ({ key }) => connect(generation, { apiKey: key }))

/** Waits until `expected` sessions are open. */
export const sessionsBecome = (expected: number) =>
  Effect.flatMap(Sessions, ({ count }) => count).pipe(
    Effect.repeat({ until: (open) => open === expected, schedule: Schedule.spaced("10 millis") }),
    Effect.timeoutFail({
      duration: "1 minute",
      onTimeout: () => new Error(`there are never ${expected} sessions`)
    })
  )

/** The JSON-RPC error of a failure outside of any tool. */
export const protocolError = (error: unknown) => ({ code: at(error, "code"), message: String(at(error, "message")) })
