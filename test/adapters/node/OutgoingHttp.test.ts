import { createServer } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, Layer, TestClock } from "effect"
import { nameServers } from "../../../src/adapters/node/NameResolvers.ts"
import * as OutgoingHttp from "../../../src/adapters/node/OutgoingHttp.ts"
import { outgoingPrivate } from "../../../src/Config.ts"
import { Outgoing } from "../../../src/ports/Outgoing.ts"
import { listening } from "../../support/network/Listening.ts"
import { nameServer } from "../../support/network/NameServer.ts"
import { settled, until } from "../../support/Waiting.ts"

/** Why an endpoint is refused under these variables; undefined for one that is not. */
const refusal = (url: string, variables: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Outgoing, ({ endpoint }) => endpoint(new URL(url))).pipe(
    Effect.match({ onFailure: ({ reason }) => reason, onSuccess: () => undefined }),
    Effect.provide(OutgoingHttp.configured),
    Effect.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)))))
  )

/** A policy under which a name has these addresses; none where it cannot be resolved. */
const resolvingTo = (...addresses: ReadonlyArray<string>) =>
  OutgoingHttp.layer({
    ...OutgoingHttp.publicOnly,
    resolve: (_, __, done) =>
      addresses.length === 0
        ? done(Object.assign(new Error(), { code: "ENOTFOUND" }), [])
        : done(
            null,
            addresses.map((address) => ({ address, family: 4 }))
          )
  })

const isRefused = (url: string, ...addresses: ReadonlyArray<string>) =>
  Effect.flatMap(Outgoing, ({ endpoint }) => Effect.isFailure(endpoint(new URL(url)))).pipe(
    Effect.provide(resolvingTo(...addresses))
  )

describe("An endpoint for messages", () => {
  it.effect("is https at a public address", () =>
    Effect.gen(function* () {
      expect(yield* refusal("https://93.184.216.34/push/1")).toBeUndefined()
      expect(yield* refusal("https://[2606:2800:220:1::1]/push")).toBeUndefined()
      for (const url of ["http://93.184.216.34/", "ftp://93.184.216.34/", "https://user:pass@93.184.216.34/"]) {
        expect(yield* refusal(url), url).toBe("https")
      }
      for (const host of ["127.0.0.1", "127.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "localhost"]) {
        expect(yield* refusal(`https://${host}:8443/`), host).toBe("private")
      }
    })
  )

  it.effect("is refused where one of its addresses is private, and passes where it cannot be resolved now", () =>
    Effect.gen(function* () {
      expect(yield* isRefused("https://push.example/", "93.184.216.34")).toBe(false)
      expect(yield* isRefused("https://push.example/", "93.184.216.34", "192.168.1.1")).toBe(true)
      expect(yield* isRefused("https://push.example/")).toBe(false)
      expect(yield* isRefused("http://push.example/")).toBe(true)
    })
  )

  it.effect("is looked up as one of two at a time, and passes where its turn does not come in three seconds", () => {
    let lookUps = 0
    const silent = OutgoingHttp.layer({ ...OutgoingHttp.publicOnly, resolve: () => void lookUps++ })
    return Effect.gen(function* () {
      const { endpoint } = yield* Outgoing
      const names = ["a", "b", "c", "d", "e"].map((name) => new URL(`https://${name}.example/`))
      const checks = yield* Effect.fork(Effect.forEach(names, endpoint, { concurrency: "unbounded" }))
      yield* settled
      expect(lookUps).toBe(2)
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.join(checks)
    }).pipe(Effect.provide(silent))
  })

  it("under the name invalid has no address, which no resolver is asked for", () => {
    const codes: Array<string | undefined> = []
    OutgoingHttp.publicOnly.resolve("push.INVALID", { all: true }, (error) => codes.push(error?.code))
    expect(codes).toEqual(["ENOTFOUND"])
  })

  it.effect("under the name invalid cannot be reached", () =>
    Effect.gen(function* () {
      const { send } = yield* Outgoing
      const url = new URL("https://push.invalid/1")
      const request = {
        method: "GET",
        url,
        headers: {},
        maxBytes: 1_000,
        maxRedirects: 0,
        timeout: "5 seconds"
      } as const
      expect(yield* Effect.flip(send(request))).toMatchObject({ fault: "name" })
    }).pipe(Effect.provide(OutgoingHttp.layer(OutgoingHttp.publicOnly)))
  )

  it.effect("may be on this machine, by plain http too, where OUTGOING_PRIVATE is on", () =>
    Effect.gen(function* () {
      const on = { OUTGOING_PRIVATE: "on" }
      for (const url of ["http://127.0.0.1:9/", "http://localhost:9/", "https://[::1]/", "https://93.184.216.34/"]) {
        expect(yield* refusal(url, on), url).toBeUndefined()
      }
      expect(yield* refusal("http://93.184.216.34/", on)).toBe("https")
      expect(yield* refusal("https://192.0.2.7/", on)).toBe("private")
    })
  )
})

/** The status of a request. */
const statusOf = (url: URL, policy: OutgoingHttp.EgressPolicy) =>
  Effect.flatMap(Outgoing, ({ send }) =>
    send({ method: "GET", url, headers: {}, maxBytes: 100, maxRedirects: 0, timeout: "1 minute" })
  ).pipe(
    Effect.map(({ status }) => status),
    Effect.provide(OutgoingHttp.layer(policy))
  )

describe("While a name server is silent for some names", () => {
  it.scopedLive("other names are found, of strangers and of the operator", () =>
    Effect.gen(function* () {
      const { address, asked } = yield* nameServer
      const { port } = new URL(yield* listening(createServer((_, response) => response.end("ok"))))
      const ofStrangers = { ...OutgoingHttp.unrestricted, resolve: nameServers([address]) }
      const isFound = new Set<string>()
      for (let number = 0; number < 30; number++) {
        ofStrangers.resolve(
          `n${number}.slow.example`,
          { all: true },
          (error) => void isFound.add(error?.code ?? "found")
        )
      }
      yield* until(Effect.sync(() => asked.filter((name) => name.endsWith(".slow.example")).length >= 60))
      expect(yield* statusOf(new URL(`http://push.example:${port}/`), ofStrangers)).toBe(200)
      expect(yield* statusOf(new URL(`http://localhost:${port}/`), OutgoingHttp.unrestricted)).toBe(200)
      yield* until(Effect.sync(() => isFound.size > 0))
      expect(Array.from(isFound)).toEqual(["ENOTFOUND"])
    })
  )

  it.live("names of the file of hosts are not asked for", () =>
    Effect.async<void>((resume) =>
      nameServers(["127.0.0.1:9"])("LOCALHOST", { all: true }, (error, found) => {
        expect([error, found.map(({ address }) => address)]).toEqual([null, expect.arrayContaining(["127.0.0.1"])])
        resume(Effect.void)
      })
    )
  )
})

describe("OUTGOING_PRIVATE", () => {
  it.effect("is refused beside a public PUBLIC_URL", () =>
    Effect.gen(function* () {
      const read = (url: string) =>
        outgoingPrivate.pipe(
          Effect.withConfigProvider(
            ConfigProvider.fromMap(
              new Map([
                ["OUTGOING_PRIVATE", "on"],
                ["PUBLIC_URL", url]
              ])
            )
          ),
          Effect.either
        )
      expect(yield* read("http://127.0.0.1:3000")).toMatchObject({ right: true })
      expect(yield* read("https://community.example")).toMatchObject({
        left: { message: "must be off where PUBLIC_URL is a public address" }
      })
    })
  )
})
