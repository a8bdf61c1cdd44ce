import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, type Layer, Option, Redacted } from "effect"
import { PushSubscriptionId } from "../../../src/domain/Ids.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import type { ReportsRepo } from "../../../src/ports/moderation/ReportsRepo.ts"
import { PushRepo } from "../../../src/ports/notifications/PushRepo.ts"
import { moment, newUser, unique } from "../newRows.ts"
import { cleared, devicesOf, newSession, subscribed } from "./newDevices.ts"
import type { Ports as OfNotifications } from "./newNotifications.ts"

type Ports = OfNotifications | CredentialsRepo | PushRepo | ReportsRepo

/** The contract of `PushRepo` for devices. */
export const pushRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: devices of PushRepo`, (it) => {
    it.effect("put stores a device, and a known one takes the new keys and session, and keeps its name", () =>
      Effect.gen(function* () {
        const { find, put } = yield* PushRepo
        const ada = yield* newUser()
        const { createdAt, device, id, sent } = yield* subscribed(ada)
        deepStrictEqual([device, createdAt], [Option.some("phone"), moment])
        const unnamed = { ...sent, auth: "other", device: Option.none(), sessionId: yield* newSession(ada) }
        const again = Option.getOrThrow(yield* put(unnamed))
        deepStrictEqual([again.id, again.device], [id, Option.some("phone")])
        const renamed = Option.getOrThrow(yield* put({ ...sent, device: Option.some("tablet") }))
        deepStrictEqual(renamed.device, Option.some("tablet"))
        deepStrictEqual(yield* devicesOf(ada), [id])
        deepStrictEqual(
          Option.map(yield* find(ada, sent.endpoint, moment), (found) => found.id),
          Option.some(id)
        )
        deepStrictEqual(yield* find(yield* newUser(), sent.endpoint, moment), Option.none())
      })
    )

    it.effect("put ends the device of another member at the same endpoint, and its name", () =>
      Effect.gen(function* () {
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const { sent } = yield* subscribed(ada)
        const { put } = yield* PushRepo
        const ofBob = { ...sent, userId: bob, sessionId: yield* newSession(bob), device: Option.none() }
        const { device, id } = Option.getOrThrow(yield* put(ofBob))
        deepStrictEqual(device, Option.none())
        deepStrictEqual([yield* devicesOf(ada), yield* devicesOf(bob)], [[], [id]])
      })
    )

    it.effect("put of several members at one endpoint at once leaves it to one of them", () =>
      Effect.gen(function* () {
        const members = yield* Effect.all(Array.replicate(newUser(), 6))
        const endpoint = `https://push.example/${unique()}`
        const put = Effect.forEach(members, (member) => subscribed(member, endpoint), { concurrency: "unbounded" })
        yield* put
        const devices = yield* Effect.forEach(members, (member) => devicesOf(member))
        strictEqual(devices.flat().length, 1)
        const { find } = yield* PushRepo
        const found = yield* Effect.forEach(members, (member) => find(member, endpoint, moment))
        deepStrictEqual(
          found.map(Option.isSome),
          devices.map(({ length }) => length === 1)
        )
      })
    )

    it.effect("put stores nothing where the session is gone", () =>
      Effect.gen(function* () {
        const ada = yield* newUser()
        const { sent, sessionId } = yield* subscribed(ada)
        yield* (yield* CredentialsRepo).endSessions(ada, { id: sessionId }, moment)
        deepStrictEqual(
          yield* (yield* PushRepo).put({ ...sent, endpoint: "https://push.example/other" }),
          Option.none()
        )
      })
    )

    it.effect("a device ends with its session, and is gone once that has expired", () =>
      Effect.gen(function* () {
        const ada = yield* newUser()
        const [first, second] = [yield* subscribed(ada), yield* subscribed(ada)]
        yield* (yield* CredentialsRepo).endSessions(ada, { id: first.sessionId }, moment)
        deepStrictEqual(yield* devicesOf(ada), [second.id])
        deepStrictEqual(yield* devicesOf(ada, DateTime.add(moment, { days: 1 })), [])
      })
    )

    it.effect("remove takes only a device of the member, end and endOfOtherKeys any", () =>
      Effect.gen(function* () {
        yield* cleared
        const { end, endOfOtherKeys, remove } = yield* PushRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const [one, two, three] = [yield* subscribed(ada), yield* subscribed(ada), yield* subscribed(bob)]
        const old = yield* subscribed(bob, undefined, "an old key")
        strictEqual(yield* remove(bob, one.id), false)
        strictEqual(yield* remove(ada, one.id), true)
        strictEqual(yield* remove(ada, PushSubscriptionId.make(2_000_000_000)), false)
        deepStrictEqual([yield* devicesOf(ada), yield* devicesOf(bob)], [[two.id], [three.id, old.id]])
        yield* end(two.id)
        yield* endOfOtherKeys("our key")
        deepStrictEqual([yield* devicesOf(ada), yield* devicesOf(bob)], [[], [three.id]])
      })
    )

    it.effect("privateKey gives the key that was stored first, also to concurrent calls", () =>
      Effect.gen(function* () {
        const { privateKey } = yield* PushRepo
        const keys = yield* Effect.forEach(["a", "b", "c"], (key) => privateKey(Redacted.make(key)), {
          concurrency: "unbounded"
        })
        const stored = Redacted.value(yield* privateKey(Redacted.make("d")))
        deepStrictEqual(keys.map(Redacted.value), [stored, stored, stored])
      })
    )
  })
