import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { join } from "../../../support/Members.ts"
import { at } from "../../../support/Wire.ts"
import { keyOf, mcpUrl } from "../Clients.ts"
import { eventsOf } from "../Events.ts"
import { openings } from "./Openings.ts"

const member = (json: unknown, path: string) =>
  at(json, ...path.split(".").map((name) => (/^\d+$/.test(name) ? Number(name) : name)))

layer(community(Memory.layer), { excludeTestServices: true })("The opening of a client", (it) => {
  for (const [name, steps] of Object.entries(openings)) {
    it.scoped(`${name} succeeds at its first request, and at each one after it`, () =>
      Effect.gen(function* () {
        const { key } = yield* keyOf(yield* join())
        const controller = new AbortController()
        yield* Effect.addFinalizer(() => Effect.sync(() => controller.abort()))
        let url = yield* mcpUrl({ apiKey: Redacted.value(key) })
        let session = ""
        let stream: ReturnType<typeof eventsOf> | undefined
        for (const { body, headers, method, result = {}, status } of steps) {
          const sent = Object.fromEntries(
            Object.entries(headers).map(([header, value]) => [header, value === "SESSION" ? session : value])
          )
          const response = yield* Effect.promise(() =>
            fetch(url, {
              method,
              headers: sent,
              signal: controller.signal,
              ...(body === undefined ? {} : { body: JSON.stringify(body) })
            })
          )
          strictEqual(response.status, status)
          session = response.headers.get("mcp-session-id") ?? session
          if (method === "GET") {
            stream = eventsOf(response)
            const endpoint = yield* stream
            strictEqual(endpoint?.event, "endpoint")
            url = new URL(endpoint?.data ?? "", url)
            continue
          }
          const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
          if (Object.keys(result).length === 0) continue
          const message: unknown = isStream
            ? JSON.parse((yield* eventsOf(response))?.data ?? "")
            : stream === undefined
              ? yield* Effect.promise(() => response.json())
              : JSON.parse((yield* stream)?.data ?? "")
          for (const [path, expected] of Object.entries(result)) {
            deepStrictEqual(member(at(message, "result"), path), expected, JSON.stringify(message).slice(0, 500))
          }
        }
      })
    )
  }
})
