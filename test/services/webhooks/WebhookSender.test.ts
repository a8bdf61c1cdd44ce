import { describe, it } from "@effect/vitest"
import { assertNone, assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Duration, Effect, Layer, Option, Redacted, TestClock } from "effect"
import { Webhook } from "standardwebhooks"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { MailRepo } from "../../../src/ports/mail/MailRepo.ts"
import { Outgoing, OutgoingFault, type OutgoingRequest } from "../../../src/ports/Outgoing.ts"
import { Secrets } from "../../../src/ports/Secrets.ts"
import { WebhooksRepo } from "../../../src/ports/webhooks/WebhooksRepo.ts"
import { AuditLog } from "../../../src/services/accounts/AuditLog.ts"
import { OutgoingMail } from "../../../src/services/mail/OutgoingMail.ts"
import { ShutdownSignal } from "../../../src/services/Operation.ts"
import { OutgoingWebhooks } from "../../../src/services/webhooks/OutgoingWebhooks.ts"
import { WebhookSender } from "../../../src/services/webhooks/WebhookSender.ts"
import { drained } from "../../contracts/follows/fanOut.ts"
import { newUser } from "../../contracts/newRows.ts"
import { announced, cleared, newWebhook } from "../../contracts/webhooks/newWebhooks.ts"
import { Unpublished } from "../../support/ChangesLayers.ts"
import { RecordedMail } from "../../support/mail/RecordedMail.ts"
import { memoryAndDatabase, oneDatabase } from "../../support/Storage.ts"
import { until } from "../../support/Waiting.ts"

type Answer = ReturnType<Outgoing["Type"]["send"]>

const answers = (status: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  Effect.succeed({
    status,
    headers,
    bytes: new Uint8Array(),
    url: new URL("https://receiver.example"),
    hasMoved: false
  })

/** Receivers that answer by `answer`, and keep what they got. */
class Receivers {
  readonly got: Array<OutgoingRequest> = []
  answer: (request: OutgoingRequest) => Answer = () => answers(204)

  readonly layer = Layer.succeed(Outgoing, {
    endpoint: () => Effect.void,
    send: (request) =>
      Effect.suspend(() => {
        this.got.push(request)
        return this.answer(request)
      })
  })
}

/** The sender of one instance of a community that sends mail. */
const sender = (receivers: Receivers) =>
  WebhookSender.layer.pipe(
    Layer.provide([OutgoingMail.layer, OutgoingWebhooks.layer]),
    Layer.provide([new RecordedMail().layer, receivers.layer, SecretsRandom.layer]),
    Layer.provide(AuditLog.layer),
    Layer.provide(Unpublished),
    Layer.provide(ShutdownSignal.layer)
  )

const newMember = Effect.gen(function* () {
  const id = yield* newUser()
  yield* announced([{ kind: "member_joined", id, userId: id }])
  yield* drained()
  return id
})

/** Lets time pass, and sends the messages that are due then. */
const pass = (time: Duration.DurationInput) =>
  Effect.zipRight(
    TestClock.adjust(time),
    Effect.flatMap(WebhookSender, ({ sendDue }) => sendDue)
  )

const only = Effect.flatMap(WebhooksRepo, ({ all }) => Effect.flatMap(all, Array.head))

/** The kinds and recipients of the mail that waits. */
const waitingMail = Effect.gen(function* () {
  const { claim, remove } = yield* MailRepo
  const now = yield* DateTime.now
  const mail = yield* claim(DateTime.add(now, { days: 1 }), DateTime.add(now, { days: 2 }))
  if (Option.isNone(mail)) return undefined
  yield* remove(mail.value.id)
  return [mail.value.kind, Option.getOrNull(mail.value.userId)] as const
})

const idOf = ({ headers }: OutgoingRequest) => headers["webhook-id"] ?? ""

const memory = memoryAndDatabase[0].layer

const { now } = DateTime

describe("WebhookSender", () => {
  const withSender = <A, E, R>(receivers: Receivers, body: Effect.Effect<A, E, R>) =>
    Effect.provide(body, Layer.mergeAll(Layer.provideMerge(sender(receivers), memory), SecretsRandom.layer))

  it.effect("sends messages signed as Standard Webhooks has it, in order, without a redirect or a body read", () => {
    const receivers = new Receivers()
    return withSender(
      receivers,
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.now()) // the library compares the time of a message with the clock of the machine
        const secret = yield* Effect.flatMap(Secrets, ({ newWebhookSecret }) => newWebhookSecret)
        yield* newWebhook({ secret, createdAt: yield* now })
        const members = [yield* newMember, yield* newMember]
        yield* pass("1 second")
        const bodies = receivers.got.map(({ body, headers }) =>
          new Webhook(Redacted.value(secret)).verify(String(body), headers)
        )
        const at = DateTime.formatIso(DateTime.subtract(yield* now, { seconds: 1 }))
        deepStrictEqual(
          bodies,
          members.map((userId) => ({ type: "member.joined", timestamp: at, data: { userId, role: "user" } }))
        )
        const [first] = receivers.got
        deepStrictEqual(
          [first?.method, first?.url.href, first?.maxBytes, first?.maxRedirects, first?.timeout],
          ["POST", "https://receiver.example/hook", 0, 0, Duration.seconds(5)]
        )
        strictEqual(new Set(receivers.got.map(idOf)).size, 2)
        deepStrictEqual(
          (yield* only).last,
          Option.some({ at: yield* now, status: Option.some(204), fault: Option.none() })
        )
      })
    )
  })

  it.effect("tries again under the same id with growing pauses, signed anew, while later messages wait", () => {
    const receivers = new Receivers()
    receivers.answer = () => answers(500)
    return withSender(
      receivers,
      Effect.gen(function* () {
        yield* newWebhook({ createdAt: yield* now })
        yield* newMember
        yield* newMember
        yield* pass(0)
        const begun = yield* now
        const pauses: Array<number> = []
        for (let last = 0; pauses.length < 6; ) {
          yield* pass("1 second")
          if (receivers.got.length === 1 + pauses.length) continue
          const elapsed = DateTime.distance(begun, yield* now) / 1_000
          pauses.push(elapsed - last)
          last = elapsed
        }
        deepStrictEqual(pauses, [10, 20, 40, 80, 160, 320])
        strictEqual(new Set(receivers.got.map(idOf)).size, 1)
        strictEqual(new Set(receivers.got.map(({ headers }) => headers["webhook-timestamp"])).size, 7)
        deepStrictEqual((yield* only).failingSince, Option.some(begun))
        receivers.answer = () => answers(200)
        yield* pass("640 seconds")
        strictEqual(new Set(receivers.got.map(idOf)).size, 2)
        assertNone((yield* only).failingSince)
        yield* pass("1 day")
        strictEqual(receivers.got.length, 9)
      })
    )
  })

  it.effect("waits for as long as a receiver asks that is busy, and never beyond the three days", () => {
    const receivers = new Receivers()
    return withSender(
      receivers,
      Effect.gen(function* () {
        receivers.answer = () => answers(429, { "retry-after": "3600" })
        yield* newWebhook({ createdAt: yield* now })
        yield* newMember
        yield* pass(0)
        yield* pass("3599 seconds")
        strictEqual(receivers.got.length, 1)
        receivers.answer = () => answers(503, { "retry-after": "604800" })
        yield* pass("1 second")
        strictEqual(receivers.got.length, 2)
        yield* pass("70 hours")
        strictEqual(receivers.got.length, 2)
        yield* pass("1 hour")
        strictEqual(receivers.got.length, 3)
        strictEqual((yield* only).enabled, false)
      })
    )
  })

  it.effect(
    "switches a webhook off after three days of failures, drops its messages, and mails each admin once",
    () => {
      const receivers = new Receivers()
      receivers.answer = () => new OutgoingFault({ fault: "time" })
      return withSender(
        receivers,
        Effect.gen(function* () {
          const [admin] = [yield* newUser({ role: "admin" }), yield* newUser({ role: "moderator" })]
          yield* newWebhook({ createdAt: yield* now })
          yield* newMember
          yield* newMember
          const begun = yield* now
          yield* pass(0)
          for (const _ of Array.range(1, 71)) yield* pass("1 hour")
          assertTrue((yield* only).enabled)
          strictEqual(yield* waitingMail, undefined)
          yield* pass("1 hour")
          const off = yield* only
          const end = DateTime.add(begun, { days: 3 })
          deepStrictEqual(
            [off.enabled, off.failingSince, off.switchedOffAt, off.last],
            [
              false,
              Option.some(begun),
              Option.some(end),
              Option.some({ at: end, status: Option.none(), fault: Option.some("time") })
            ]
          )
          deepStrictEqual(yield* waitingMail, ["webhook_off", admin])
          strictEqual(yield* waitingMail, undefined)
          assertNone(yield* (yield* WebhooksRepo).nextDue)
          const tries = receivers.got.length
          yield* newMember
          yield* pass("1 day")
          strictEqual(receivers.got.length, tries)
        })
      )
    }
  )

  it.effect("switches a webhook off at once whose receiver is gone for good", () => {
    const receivers = new Receivers()
    receivers.answer = () => answers(410)
    return withSender(
      receivers,
      Effect.gen(function* () {
        const admin = yield* newUser({ role: "admin" })
        yield* newWebhook({ createdAt: yield* now })
        yield* newMember
        yield* pass(0)
        strictEqual((yield* only).enabled, false)
        deepStrictEqual(yield* waitingMail, ["webhook_off", admin])
      })
    )
  })

  it.effect("counts three days of failures in a row: a success between them begins anew", () => {
    const receivers = new Receivers()
    receivers.answer = () => answers(500)
    return withSender(
      receivers,
      Effect.gen(function* () {
        yield* newWebhook({ createdAt: yield* now })
        yield* newMember
        yield* pass(0)
        for (const _ of Array.range(1, 60)) yield* pass("1 hour")
        receivers.answer = () => answers(200)
        yield* pass("11 hours")
        receivers.answer = () => answers(500)
        yield* newMember
        for (const _ of Array.range(1, 70)) yield* pass("1 hour")
        assertTrue((yield* only).enabled)
      })
    )
  })

  for (const { layer: storage, name } of [memoryAndDatabase[0], ...oneDatabase]) {
    it.live(`${name}: a receiver that hangs holds one of four loops, and the others serve the other webhooks`, () => {
      const receivers = new Receivers()
      receivers.answer = ({ url }) => (url.host === "slow.example" ? Effect.never : answers(200))
      const running = WebhookSender.running.pipe(
        Layer.provide(sender(receivers)),
        Layer.provideMerge(OutgoingWebhooks.layer)
      )
      return Effect.gen(function* () {
        yield* cleared
        yield* newWebhook({ url: "https://slow.example/", createdAt: yield* now })
        for (const host of ["one", "two", "three", "four"]) {
          yield* newWebhook({ url: `https://${host}.example/`, createdAt: yield* now })
        }
        for (const _ of Array.range(1, 5)) yield* newMember
        // Messages that this process has stored wake the loops.
        const { wakeNow } = yield* OutgoingWebhooks
        yield* wakeNow
        yield* until(Effect.sync(() => receivers.got.length === 21))
        strictEqual(receivers.got.filter(({ url }) => url.host === "slow.example").length, 1)
        yield* newMember
        yield* wakeNow
        yield* until(Effect.sync(() => receivers.got.length === 25))
        yield* cleared
      }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(running, storage)))
    })
  }
})
