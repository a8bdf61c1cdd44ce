import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, type Layer, Option, Redacted } from "effect"
import { PushSubscriptionId, type UserId } from "../../../src/domain/Ids.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import type { ReportsRepo } from "../../../src/ports/moderation/ReportsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { everyDevice, PushRepo } from "../../../src/ports/notifications/PushRepo.ts"
import { newReport, newTarget } from "../moderation/newDecisions.ts"
import { moment, newComment, newUser, unique } from "../newRows.ts"
import { cleared, devicesOf, newSession, subscribed } from "./newDevices.ts"
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

const devices = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
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

const messages = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
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

/** The contract of `PushRepo`. */
export const pushRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) => {
  devices(adapter, storage)
  messages(adapter, storage)
}
