import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Layer, Option, TestClock } from "effect"
import * as MemoryRepos from "../../../src/adapters/memory/Memory.ts"
import { ClientAddress, CurrentUser, type SignedInUser, Viewer } from "../../../src/domain/accounts/CurrentUser.ts"
import { NotificationId, PostId } from "../../../src/domain/Ids.ts"
import type { Notification } from "../../../src/domain/notifications/Notification.ts"
import * as Memory from "../../../src/exports/Memory.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { ChangesRepo } from "../../../src/ports/ChangesRepo.ts"
import { Accounts } from "../../../src/services/accounts/Accounts.ts"
import { Credentials } from "../../../src/services/accounts/Credentials.ts"
import { NotificationFeed } from "../../../src/services/notifications/NotificationFeed.ts"
import {
  NotificationSubscriber,
  type SubscriberEvent,
  type SubscriptionEnd,
  type SubscriptionStart
} from "../../../src/services/notifications/NotificationSubscriber.ts"
import { authorAs } from "../../contracts/newRows.ts"
import { registration } from "../../support/Members.ts"

/** An outbox whose epoch a test can set. */
const outbox = { epoch: "first" }
const withEpoch = Layer.effect(
  ChangesRepo,
  Effect.map(ChangesRepo, (repo) =>
    ChangesRepo.of({
      ...repo,
      within: (ranges, limit) => Effect.map(repo.within(ranges, limit), (page) => ({ ...page, epoch: outbox.epoch }))
    })
  )
).pipe(Layer.provide(MemoryRepos.layer))

/** A stream that notes its events and its end. */
class Stream extends NotificationSubscriber {
  readonly seen: Array<string> = []
  readonly isBlocked = false
  protected send(event: SubscriberEvent) {
    this.seen.push(event.kind === "resync" ? `resync at ${event.lastId}` : event.kind)
  }
  end(reason: SubscriptionEnd) {
    this.seen.push(`end: ${reason}`)
    this.closed()
  }
}

const signedIn = Effect.gen(function* () {
  const { token } = yield* Effect.flatMap(Accounts, (accounts) => accounts.register(registration()))
  return { token, user: yield* Effect.flatMap(Credentials, ({ userOf }) => userOf(token)) }
})

const open = (user: SignedInUser) =>
  Effect.flatMap(NotificationFeed, (feed) =>
    feed.subscribe(undefined, (start: SubscriptionStart) => new Stream(start))
  ).pipe(Effect.provideService(CurrentUser, user))

describe("NotificationSubscriber.restartAt", () => {
  it.effect("lets a stream have notifications whose ids were given again, and informs it where it goes on", () =>
    Effect.gen(function* () {
      const { user } = yield* signedIn
      const notification: Notification = {
        id: NotificationId.make(5),
        type: "like",
        read: false,
        createdAt: yield* DateTime.now,
        actor: Option.some(authorAs(user.id, user.username, user.role)),
        post: Option.some({ id: PostId.make(1), title: "A title" }),
        comment: Option.none(),
        toYou: Option.none(),
        news: Option.none(),
        decisionId: Option.none(),
        verification: Option.none(),
        report: Option.none(),
        appeal: Option.none(),
        message: ""
      }
      const stream = new Stream({ user, lastId: 10, unreadCount: 0, isStale: false })
      const event = { kind: "notification", notification } as const
      stream.notify(event)
      deepStrictEqual(stream.seen, [])
      stream.restartAt(4)
      stream.notify(event)
      stream.restartAt(9)
      deepStrictEqual([stream.seen, stream.lastId], [["resync at 4", "notification", "resync at 5"], 5])
    }).pipe(
      Effect.provideService(ClientAddress, "203.0.113.7"),
      Effect.provideService(Viewer, Option.none()),
      Effect.provide(Memory.layer)
    )
  )
})

describe("After a restart of the place in the outbox", () => {
  it.effect("streams of credentials whose end was lost are closed, others are asked to read again", () =>
    Effect.gen(function* () {
      const credentials = yield* CredentialsRepo
      const [maria, bob] = [yield* signedIn, yield* signedIn]
      const streams = [yield* open(maria.user), yield* open(bob.user)]
      // Without a change in the outbox, as after a failover that lost it.
      yield* credentials.endSessions(maria.user.id, { except: null }, yield* DateTime.now)
      yield* TestClock.adjust("2 seconds")
      deepStrictEqual(
        streams.map(({ seen }) => seen),
        [[], []]
      )
      outbox.epoch = "second"
      yield* TestClock.adjust("3 seconds")
      deepStrictEqual(
        streams.map(({ seen }) => seen.toSorted()),
        [["end: logout"], ["resync at 0"]]
      )
      const { userOf } = yield* Credentials
      deepStrictEqual((yield* Effect.flip(userOf(maria.token)))._tag, "NotSignedIn")
      deepStrictEqual((yield* userOf(bob.token)).id, bob.user.id)
    }).pipe(
      Effect.provideService(ClientAddress, "203.0.113.7"),
      Effect.provideService(Viewer, Option.none()),
      Effect.provide(Memory.layerWith(withEpoch))
    )
  )
})
