import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, type Layer, Option } from "effect"
import type { UserId } from "../../../src/domain/Ids.ts"
import type { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import type { ReportsRepo } from "../../../src/ports/moderation/ReportsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { everyDevice, PushRepo } from "../../../src/ports/notifications/PushRepo.ts"
import { newReport, newTarget } from "../moderation/newDecisions.ts"
import { moment, newComment, newUser } from "../newRows.ts"
import { cleared, subscribed } from "./newDevices.ts"
import { type Ports as OfNotifications, scene } from "./newNotifications.ts"

type Ports = OfNotifications | CredentialsRepo | PushRepo | ReportsRepo

const later = (seconds: number) => DateTime.add(moment, { seconds })
const leased = later(3_600)

/** What a claim gives at a time: the device, and what it is told. */
const claimed = (at: DateTime.Utc) =>
  Effect.gen(function* () {
    const push = yield* (yield* PushRepo).claim(at, leased, everyDevice)
    return Option.getOrUndefined(Option.map(push, ({ alert, counts, id }) => [id, alert ?? counts] as const))
  })

/** Claims the message that is due, and notes that it was sent. */
const sentAt = (at: DateTime.Utc) =>
  Effect.gen(function* () {
    const { claim, done } = yield* PushRepo
    const push = Option.getOrThrow(yield* claim(at, leased, everyDevice))
    yield* done(push, at, true)
    return push.alert ?? push.counts
  })

/** The contract of `PushRepo` for messages. */
export const pushMessagesContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: messages of PushRepo`, (it) => {
    it.effect("claim counts unread notifications since the last message by type, each once", () =>
      Effect.gen(function* () {
        yield* cleared
        const notifications = yield* NotificationsRepo
        const { actorId, comment, like, post, recipientId } = yield* scene
        yield* comment
        const { id } = yield* subscribed(recipientId)
        strictEqual(yield* claimed(moment), undefined)
        yield* comment
        yield* like
        deepStrictEqual(yield* claimed(moment), [id, { comment: 1, like: 1 }])
        strictEqual(yield* claimed(later(30)), undefined)
        yield* (yield* PushRepo).retryAt(id, moment, moment)
        deepStrictEqual(yield* sentAt(moment), { comment: 1, like: 1 })
        yield* newComment(post.id, actorId)
        yield* notifications.markRead(recipientId, Option.none())
        strictEqual(yield* claimed(later(90)), undefined)
        yield* newComment(post.id, actorId)
        deepStrictEqual(yield* claimed(later(90)), [id, { comment: 1 }])
      })
    )

    it.effect("a device is due a minute after its last message, and nextDue says when", () =>
      Effect.gen(function* () {
        yield* cleared
        const { nextDue } = yield* PushRepo
        const { comment, recipientId } = yield* scene
        yield* subscribed(recipientId)
        deepStrictEqual(yield* nextDue(moment), Option.none())
        yield* comment
        deepStrictEqual(yield* nextDue(moment), Option.some(moment))
        yield* sentAt(moment)
        yield* comment
        deepStrictEqual(yield* nextDue(moment), Option.some(later(60)))
        strictEqual(yield* claimed(later(59)), undefined)
        deepStrictEqual(yield* sentAt(later(60)), { comment: 1 })
        deepStrictEqual(yield* nextDue(later(60)), Option.none())
      })
    )

    it.effect("an alert of danger is due at once, before other messages, and once for each call", () =>
      Effect.gen(function* () {
        yield* cleared
        const { alert, nextDue } = yield* PushRepo
        const { comment, recipientId } = yield* scene
        yield* subscribed(recipientId)
        yield* comment
        yield* sentAt(moment)
        yield* comment
        yield* alert("danger", [recipientId], later(5))
        yield* alert("danger", [recipientId], later(5))
        yield* alert("danger_again", [recipientId, yield* newUser()], later(5))
        deepStrictEqual(yield* nextDue(later(5)), Option.some(moment))
        const sent = yield* Effect.forEach([5, 5, 5], (seconds) => sentAt(later(seconds)))
        deepStrictEqual(sent, ["danger", "danger", "danger_again"])
        strictEqual(yield* claimed(later(59)), undefined)
        deepStrictEqual(yield* sentAt(later(61)), { comment: 1 })
      })
    )

    it.effect("an alert of further reports of danger tells their number, and comes after those of danger", () =>
      Effect.gen(function* () {
        yield* cleared
        const { alert, claim, done } = yield* PushRepo
        const { recipientId } = yield* scene
        yield* subscribed(recipientId)
        yield* alert("danger_more", [recipientId], later(1), 4)
        yield* alert("danger_more", [recipientId], later(2), 3)
        yield* alert("danger", [recipientId], later(3))
        strictEqual(yield* sentAt(later(3)), "danger")
        const push = yield* Effect.flatten(claim(later(3), leased, everyDevice))
        deepStrictEqual([push.alert, push.alerted], ["danger_more", 7])
        yield* alert("danger_more", [recipientId], later(3), 2)
        yield* done(push, later(3), true)
        strictEqual((yield* Effect.flatten(claim(later(4), leased, everyDevice))).alerted, 2)
      })
    )

    it.effect("claim leaves out the members that it is told, and devices without an alert where it is to", () =>
      Effect.gen(function* () {
        yield* cleared
        const { alert, claim } = yield* PushRepo
        const { comment, recipientId } = yield* scene
        const mod = yield* newUser({ role: "moderator" })
        const [told, alerted] = [yield* subscribed(recipientId), yield* subscribed(mod)]
        yield* comment
        yield* alert("danger", [mod], moment)
        const next = (exceptOf: ReadonlyArray<UserId>, alertsOnly = false) =>
          Effect.map(
            claim(moment, leased, { exceptOf, alertsOnly }),
            Option.map(({ id, userId }) => [id, userId])
          )
        deepStrictEqual(yield* next([mod, recipientId]), Option.none())
        deepStrictEqual(yield* next([], true), Option.some([alerted.id, mod]))
        deepStrictEqual(yield* next([], true), Option.none())
        deepStrictEqual(yield* next([mod]), Option.some([told.id, recipientId]))
      })
    )

    it.effect("an alert comes while another message is claimed, and is not lost with its end", () =>
      Effect.gen(function* () {
        yield* cleared
        const { alert, claim, done } = yield* PushRepo
        const { comment, recipientId } = yield* scene
        yield* subscribed(recipientId)
        yield* comment
        const slow = Option.getOrThrow(yield* claim(moment, leased, everyDevice))
        yield* alert("danger", [recipientId], later(1))
        deepStrictEqual(yield* sentAt(later(1)), "danger")
        yield* alert("danger", [recipientId], later(2))
        yield* done(slow, later(3), true)
        deepStrictEqual(yield* sentAt(later(3)), "danger")
        strictEqual(yield* claimed(later(100)), undefined)
      })
    )

    it.effect("reports of danger are not counted among notifications, other reports are", () =>
      Effect.gen(function* () {
        yield* cleared
        const mod = yield* newUser({ role: "moderator" })
        const { id } = yield* subscribed(mod)
        const { addCase } = yield* NotificationsRepo
        yield* addCase(
          { kind: "report", id: yield* newReport({ target: newTarget(), reason: "danger" }) },
          [mod],
          moment
        )
        strictEqual(yield* claimed(moment), undefined)
        yield* addCase({ kind: "report", id: yield* newReport({ target: newTarget() }) }, [mod], moment)
        deepStrictEqual(yield* claimed(moment), [id, { report: 1 }])
      })
    )

    it.effect("retryAt puts a message off and keeps the first failure, and done forgets what was given up", () =>
      Effect.gen(function* () {
        yield* cleared
        const { claim, done, retryAt } = yield* PushRepo
        const { comment, recipientId } = yield* scene
        const { id } = yield* subscribed(recipientId)
        yield* comment
        yield* claim(moment, leased, everyDevice)
        yield* retryAt(id, later(30), later(1))
        strictEqual(yield* claimed(later(29)), undefined)
        yield* claim(later(30), leased, everyDevice)
        yield* retryAt(id, later(90), later(31))
        const third = Option.getOrThrow(yield* claim(later(90), leased, everyDevice))
        deepStrictEqual([third.tries, third.failingSince], [3, Option.some(later(1))])
        yield* done(third, later(91), false)
        strictEqual(yield* claimed(later(92)), undefined)
        yield* comment
        const next = Option.getOrThrow(yield* claim(later(92), leased, everyDevice))
        deepStrictEqual([next.tries, next.failingSince, next.counts], [1, Option.none(), { comment: 1 }])
      })
    )

    it.effect("concurrent claims give each device to one of them", () =>
      Effect.gen(function* () {
        yield* cleared
        const { recipientId, comment } = yield* scene
        const ids = [(yield* subscribed(recipientId)).id, (yield* subscribed(recipientId)).id]
        yield* comment
        const all = yield* Effect.all(Array.replicate(claimed(moment), 5), { concurrency: "unbounded" })
        deepStrictEqual(
          all.flatMap((one) => (one === undefined ? [] : [one[0]])).sort((a, b) => a - b),
          ids
        )
      })
    )
  })
