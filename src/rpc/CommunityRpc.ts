import { Effect, Layer, Stream } from "effect"
import { CommunityRpcs, RpcAuthorization, RpcDefects } from "../api/CommunityRpcs.ts"
import { secretOf } from "../domain/Credential.ts"
import { CurrentUser, NotSignedIn } from "../domain/CurrentUser.ts"
import { Closing } from "../services/Closing.ts"
import { Credentials } from "../services/Credentials.ts"
import { Notifications } from "../services/Notifications.ts"
import { OpenStreams } from "../services/OpenStreams.ts"
import { RateLimits, subjectOf } from "../services/RateLimits.ts"
import { ToolHandlers } from "../tools/ToolHandlers.ts"

const authorization = Layer.effect(
  RpcAuthorization,
  Effect.map(Credentials, (credentials) =>
    RpcAuthorization.of(({ headers }) =>
      Effect.flatMap(
        Effect.mapError(secretOf(headers["authorization"]), () => new NotSignedIn()),
        credentials.userOf
      )
    )
  )
)

const defects = Layer.succeed(RpcDefects, ({ next, rpc }) =>
  Effect.catchAllDefect(next, (defect) =>
    Effect.zipRight(
      Effect.annotateLogs(Effect.logError("a procedure failed unexpectedly", defect), { procedure: rpc._tag }),
      Effect.die("internal error")
    )
  )
)

/**
 * How many notifications one call of `follow_notifications` brings. What a client does not read is held for it, so there
 * must be an end; it goes on after the last one.
 */
const maxFollowed = 256

/** The notifications of the caller; opening them is one read, and one of the streams that a member may have open. */
const followNotifications = Effect.gen(function* () {
  const notifications = yield* Notifications
  const credentials = yield* Credentials
  const limits = yield* RateLimits
  const streams = yield* OpenStreams
  const closing = yield* Closing

  return ({ after }: { readonly after: Parameters<typeof notifications.follow>[0] }) =>
    Stream.unwrapScoped(
      Effect.gen(function* () {
        const user = yield* CurrentUser
        yield* limits.admit(["read"], subjectOf(user))
        yield* Effect.acquireRelease(streams.take("streams", user), (release) => Effect.sync(release))
        const followed = yield* notifications.follow(after)
        return followed.pipe(
          Stream.take(maxFollowed),
          Stream.interruptWhen(Effect.provideService(credentials.ended, CurrentUser, user)),
          Stream.interruptWhenDeferred(closing)
        )
      })
    )
})

/** RPC's procedures: the handlers of the tools as they are, whose domain errors travel as such. */
export const layer = CommunityRpcs.toLayer(
  Effect.gen(function* () {
    const tools = yield* ToolHandlers
    return { ...tools, follow_notifications: yield* followNotifications }
  })
).pipe(Layer.merge(authorization), Layer.merge(defects))
