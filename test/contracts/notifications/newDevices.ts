import { Array, DateTime, Effect, Option } from "effect"
import type { UserId } from "../../../src/domain/Ids.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { PushRepo } from "../../../src/ports/notifications/PushRepo.ts"
import { moment, unique } from "../newRows.ts"

/** A new session of a member, which is valid for a day. */
export const newSession = (userId: UserId) =>
  Effect.gen(function* () {
    const credentials = yield* CredentialsRepo
    yield* credentials.addSession({
      userId,
      hash: unique(),
      createdAt: moment,
      expiresAt: DateTime.add(moment, { days: 1 })
    })
    const [session] = yield* credentials.sessionsOf(userId, moment)
    return (yield* Effect.fromNullable(session)).id
  })

/** Subscribes a device of a member in a new session, and gives its id. */
export const subscribed = (userId: UserId, endpoint = `https://push.example/${unique()}`, serverKey = "our key") =>
  Effect.gen(function* () {
    const { put } = yield* PushRepo
    const sessionId = yield* newSession(userId)
    const device = Option.some("phone")
    const sent = { userId, sessionId, endpoint, p256dh: "point", auth: "secret", device, serverKey, createdAt: moment }
    return { ...Option.getOrThrow(yield* put(sent)), sessionId, sent }
  })

/** Ends the devices that other tests have left. */
export const cleared = Effect.flatMap(PushRepo, ({ endOfOtherKeys }) => endOfOtherKeys("no key"))

export const devicesOf = (userId: UserId, at = moment) =>
  Effect.flatMap(PushRepo, ({ ofMember }) =>
    Effect.map(
      ofMember(userId, at),
      Array.map(({ id }) => id)
    )
  )
