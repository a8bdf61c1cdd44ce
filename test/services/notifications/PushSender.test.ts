import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, type Duration, Effect, Layer, Option, TestClock } from "effect"
import * as WebPushNode from "../../../src/adapters/node/notifications/WebPushNode.ts"
import type { UserId } from "../../../src/domain/Ids.ts"
import type { PageLanguage } from "../../../src/domain/Language.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { PushRepo } from "../../../src/ports/notifications/PushRepo.ts"
import { Outgoing, OutgoingFault, type OutgoingRequest } from "../../../src/ports/Outgoing.ts"
import { OutgoingPush } from "../../../src/services/notifications/OutgoingPush.ts"
import { PushKey } from "../../../src/services/notifications/PushKey.ts"
import { pushMessageOf } from "../../../src/services/notifications/PushMessages.ts"
import { PushSender } from "../../../src/services/notifications/PushSender.ts"
import { newUser, unique } from "../../contracts/newRows.ts"
import { scene } from "../../contracts/notifications/newNotifications.ts"
import { Unpublished } from "../../support/ChangesLayers.ts"
import { languages, said } from "../../support/languages/Said.ts"
import { decrypted, newDevice } from "../../support/push/PushDevice.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"
import { until } from "../../support/Waiting.ts"

/** The answer of the push service to the next requests, and these. */
class FakeService {
  readonly requests: Array<OutgoingRequest> = []
  answer: { readonly status: number; readonly retryAfter?: string } | "silence" = { status: 201 }
  /** True for devices whose push service takes requests, and never answers. */
  hangs = (_: URL) => false

  readonly layer = Layer.succeed(Outgoing, {
    endpoint: () => Effect.void,
    send: (request) => {
      this.requests.push(request)
      if (this.hangs(request.url)) return Effect.never
      if (this.answer === "silence") return new OutgoingFault({ fault: "time" })
      const { retryAfter, status } = this.answer
      const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter }
      return Effect.succeed({ status, headers, bytes: new Uint8Array(), url: request.url, hasMoved: false })
    }
  })
}

/** The sender over a push service, and the repositories. */
const over = (service: FakeService) =>
  PushSender.layer.pipe(
    Layer.provideMerge(Layer.provide(OutgoingPush.layer, Unpublished)),
    Layer.provideMerge(PushKey.layer),
    Layer.provide([WebPushNode.layer, languages]),
    Layer.provide(service.layer),
    Layer.provideMerge(memoryAndDatabase[0].layer)
  )

/** Stores a device of a member, in a new session. */
const addDevice = (userId: UserId, endpoint: string) =>
  Effect.gen(function* () {
    const credentials = yield* CredentialsRepo
    const { publicKey: serverKey } = yield* yield* PushKey
    const now = yield* DateTime.now
    yield* credentials.addSession({ userId, hash: unique(), createdAt: now, expiresAt: DateTime.add(now, { days: 9 }) })
    const [session] = yield* credentials.sessionsOf(userId, now)
    const { id: sessionId } = yield* Effect.fromNullable(session)
    const device = newDevice()
    const given = { userId, sessionId, endpoint, serverKey, createdAt: now }
    yield* Effect.flatMap(PushRepo, ({ put }) => put({ ...given, ...device.keys, device: Option.none() }))
    return device
  })

/** A member with a device, which is told of the comments that others write. */
const deviceAt = (service: FakeService) =>
  Effect.gen(function* () {
    const { comment, recipientId: userId } = yield* scene
    const { ofMember } = yield* PushRepo
    const { sendDue } = yield* PushSender
    const now = yield* DateTime.now
    const device = yield* addDevice(userId, "https://push.example/1")
    /** Lets time pass, sends what is due then, and gives the number of requests to the push service. */
    const pass = (time: Duration.DurationInput) =>
      Effect.gen(function* () {
        const before = service.requests.length
        yield* TestClock.adjust(time)
        yield* sendDue
        return service.requests.length - before
      })
    const titles = () =>
      service.requests.map(({ body }): unknown => {
        const { notification } = JSON.parse(decrypted(device, body instanceof Uint8Array ? body : new Uint8Array()))
        return notification.title
      })
    return { userId, comment, pass, titles, devices: Effect.map(ofMember(userId, now), ({ length }) => length) }
  })

const withDevice = <A, E, R>(
  body: (device: Effect.Effect.Success<ReturnType<typeof deviceAt>>, service: FakeService) => Effect.Effect<A, E, R>
) => {
  const service = new FakeService()
  return Effect.flatMap(deviceAt(service), (device) => body(device, service)).pipe(Effect.provide(over(service)))
}

describe("PushSender", () => {
  it.effect("sends at most one message a minute to a device, and counts the rest into the next", () =>
    withDevice(({ comment, pass, titles }) =>
      Effect.gen(function* () {
        strictEqual(yield* pass("1 hour"), 0)
        yield* comment
        strictEqual(yield* pass(0), 1)
        yield* comment
        yield* comment
        strictEqual(yield* pass("59 seconds"), 0)
        strictEqual(yield* pass("1 second"), 1)
        strictEqual(yield* pass("1 hour"), 0)
        deepStrictEqual(titles(), ["1\u00a0new reply", "2\u00a0new replies"])
      })
    )
  )

  it.effect("sends alerts of danger beside that, one for each, with high urgency", () =>
    withDevice(({ comment, pass, titles, userId }, service) =>
      Effect.gen(function* () {
        const { alert } = yield* PushRepo
        yield* comment
        yield* pass(0)
        yield* alert("danger", [userId], yield* DateTime.now)
        strictEqual(yield* pass(0), 1)
        yield* alert("danger_again", [userId], yield* DateTime.now)
        strictEqual(yield* pass(0), 1)
        deepStrictEqual(titles().slice(1), [
          "Urgent: someone may be in danger",
          "Still waiting: someone may be in danger"
        ])
        deepStrictEqual(
          service.requests.map(({ headers }) => headers["urgency"]),
          ["normal", "high", "high"]
        )
      })
    )
  )

  it.effect("ends a device for 404 and 410", () =>
    Effect.forEach([404, 410], (status) =>
      withDevice(({ comment, devices, pass }, service) =>
        Effect.gen(function* () {
          service.answer = { status }
          yield* comment
          strictEqual(yield* pass(0), 1)
          strictEqual(yield* devices, 0)
          strictEqual(yield* pass("1 day"), 0)
        })
      )
    )
  )

  it.effect("waits as long as 429 asks", () =>
    withDevice(({ comment, pass }, service) =>
      Effect.gen(function* () {
        service.answer = { status: 429, retryAfter: "600" }
        yield* comment
        strictEqual(yield* pass(0), 1)
        strictEqual(yield* pass("9 minutes"), 0)
        service.answer = { status: 201 }
        strictEqual(yield* pass("1 minute"), 1)
        strictEqual(yield* pass("1 hour"), 0)
      })
    )
  )

  it.effect("tries other failures again for a day with growing pauses, and the next message starts anew", () =>
    Effect.forEach([{ status: 500 }, { status: 403 }, "silence"] as const, (answer) =>
      withDevice(({ comment, devices, pass, titles }, service) =>
        Effect.gen(function* () {
          service.answer = answer
          yield* comment
          const tries: Array<number> = [yield* pass(0)]
          for (const minutes of [0.5, 1, 2, 4, 8, 16, 32]) tries.push(yield* pass(`${minutes * 60} seconds`))
          deepStrictEqual(tries, [1, 1, 1, 1, 1, 1, 1, 1])
          let later = 0
          for (let hour = 1; hour <= 30; hour++) later += yield* pass("1 hour")
          strictEqual(later, 22)
          strictEqual(yield* devices, 1)
          service.answer = { status: 201 }
          yield* comment
          strictEqual(yield* pass(0), 1)
          strictEqual(titles().at(-1), "1\u00a0new reply")
        })
      )
    )
  )
})

/** The devices that the push service was asked for, once `last` is one of them. */
const asked = (service: FakeService, last: string) => {
  const hosts = Effect.sync(() => service.requests.map(({ url }) => url.host))
  return Effect.zipRight(until(Effect.map(hosts, (all) => all.includes(last))), hosts)
}

describe("PushSender.running", () => {
  const running = (service: FakeService) => Layer.provideMerge(PushSender.running, over(service))

  it.effect("tells others while all devices of one member hang, of which it tries one at a time", () => {
    const service = new FakeService()
    service.hangs = ({ host }) => host.startsWith("slow")
    return Effect.gen(function* () {
      const [slow, other] = [yield* scene, yield* scene]
      for (const number of [1, 2, 3, 4, 5]) yield* addDevice(slow.recipientId, `https://slow${number}.example/`)
      yield* slow.comment
      yield* TestClock.adjust("6 seconds")
      yield* asked(service, "slow1.example")
      yield* addDevice(other.recipientId, "https://quick.example/")
      yield* other.comment
      yield* TestClock.adjust("6 seconds")
      deepStrictEqual(yield* asked(service, "quick.example"), ["slow1.example", "quick.example"])
    }).pipe(Effect.provide(running(service)))
  })

  it.effect("sends an alert of danger while messages to devices of several members hang", () => {
    const service = new FakeService()
    service.hangs = ({ host }) => host.startsWith("slow")
    return Effect.gen(function* () {
      for (const number of [1, 2, 3, 4]) {
        const { comment, recipientId } = yield* scene
        yield* addDevice(recipientId, `https://slow${number}.example/`)
        yield* comment
      }
      for (const number of [1, 2, 3, 4]) {
        yield* TestClock.adjust("6 seconds")
        yield* asked(service, `slow${number}.example`)
      }
      const moderator = yield* newUser({ role: "moderator" })
      yield* addDevice(moderator, "https://moderator.example/")
      yield* Effect.flatMap(OutgoingPush, ({ alert }) => alert("danger", [moderator], 1))
      strictEqual((yield* asked(service, "moderator.example")).at(-1), "moderator.example")
    }).pipe(Effect.provide(running(service)))
  })
})

describe("pushMessageOf", () => {
  const told = (counts: Record<string, number>, language: PageLanguage = "en") =>
    pushMessageOf(said(language).push, { alert: null, alerted: 0, counts })

  it("names one kind with its number, and several below their sum", () => {
    deepStrictEqual(told({ comment: 1, reply: 1 }), { title: "2\u00a0new replies", body: "Open to read." })
    deepStrictEqual(told({ comment: 1, like: 2, later: 1 }), {
      title: "4\u00a0new notifications",
      body: "1\u00a0new reply · 2\u00a0new likes · 1\u00a0new notification"
    })
    deepStrictEqual(pushMessageOf(said("en").push, { alert: "danger_more", alerted: 5, counts: {} }), {
      title: "5\u00a0more reports of danger",
      body: "From a member who had just sent several. Please look now."
    })
    deepStrictEqual(told({ news: 1234 }, "de"), { title: "1.234\u00a0Neuigkeiten", body: "Zum Lesen öffnen." })
  })
})
