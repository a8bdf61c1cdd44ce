import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Deferred, Effect, Fiber, Layer, Option } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as WebPushNode from "../../../src/adapters/node/notifications/WebPushNode.ts"

import { CurrentUser, sessionCredential } from "../../../src/domain/accounts/CurrentUser.ts"
import { maxPushSubscriptions } from "../../../src/domain/notifications/Push.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { Outgoing, OutgoingFault } from "../../../src/ports/Outgoing.ts"
import { AuditLog } from "../../../src/services/accounts/AuditLog.ts"
import { PushKey } from "../../../src/services/notifications/PushKey.ts"
import { PushSubscriptions } from "../../../src/services/notifications/PushSubscriptions.ts"
import { ShutdownSignal } from "../../../src/services/Operation.ts"
import { newUser, unique } from "../../contracts/newRows.ts"
import { Unpublished } from "../../support/ChangesLayers.ts"
import { signedIn } from "../../support/People.ts"
import { newDevice } from "../../support/push/PushDevice.ts"
import { settled } from "../../support/Waiting.ts"

/** A resolver that is silent until `answer`, and the names that it was asked for. */
const silent = Effect.map(Deferred.make<void>(), (answer) => {
  const names: Array<string> = []
  const outgoing = Layer.succeed(Outgoing, {
    send: () => new OutgoingFault({ fault: "name" }),
    endpoint: ({ host }) =>
      Effect.zipRight(
        Effect.sync(() => names.push(host)),
        Deferred.await(answer)
      )
  })
  const layer = PushSubscriptions.layer.pipe(
    Layer.provide([PushKey.layer, AuditLog.layer, ShutdownSignal.layer]),
    Layer.provide([Unpublished, WebPushNode.layer, outgoing]),
    Layer.provideMerge(Memory.layer)
  )
  return { answer, layer, names }
})

/** Subscribes new devices of a member at once. */
const subscribing = (devices: number) =>
  Effect.gen(function* () {
    const { subscribe } = yield* PushSubscriptions
    const credentials = yield* CredentialsRepo
    const userId = yield* newUser()
    const now = yield* DateTime.now
    yield* credentials.addSession({ userId, hash: unique(), createdAt: now, expiresAt: DateTime.add(now, { days: 1 }) })
    const [session] = yield* credentials.sessionsOf(userId, now)
    const { id } = yield* Effect.fromNullable(session)
    const caller = { ...signedIn(userId), credential: sessionCredential(id, Option.none()) }
    const one = Effect.suspend(() =>
      subscribe({ endpoint: `https://${unique()}.example/`, keys: newDevice().keys, device: Option.none() })
    ).pipe(
      Effect.provideService(CurrentUser, caller),
      Effect.match({ onFailure: ({ _tag }) => _tag, onSuccess: () => "stored" })
    )
    return yield* Effect.fork(Effect.all(Array.replicate(one, devices), { concurrency: "unbounded" }))
  })

describe("PushSubscriptions.subscribe", () => {
  it.effect("looks up one name at a time for each member, and none for a device that is one too many", () =>
    Effect.flatMap(silent, ({ answer, layer, names }) =>
      Effect.gen(function* () {
        const devices = maxPushSubscriptions + 5
        const [first, second] = [yield* subscribing(devices), yield* subscribing(1)]
        yield* settled
        strictEqual(names.length, 2)
        yield* Deferred.succeed(answer, undefined)
        const told = yield* Fiber.join(first)
        deepStrictEqual(
          told.filter((one) => one !== "stored"),
          Array.replicate("TooManyPushSubscriptions", 5)
        )
        deepStrictEqual(yield* Fiber.join(second), ["stored"])
        strictEqual(names.length, maxPushSubscriptions + 1)
      }).pipe(Effect.provide(layer))
    )
  )
})
