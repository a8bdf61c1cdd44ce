import { Effect, Layer, type Option, Stream } from "effect"
import { CommunityRpcs, RpcCaller } from "../../api/tools/CommunityRpcs.ts"
import { secretOf } from "../../domain/accounts/Credential.ts"
import { CurrentUser, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { Credentials } from "../../services/accounts/Credentials.ts"
import { requireScope } from "../../services/accounts/Policy.ts"
import { NotificationFeed } from "../../services/notifications/NotificationFeed.ts"
import { RateLimits, subjectOf } from "../../services/RateLimits.ts"
import { answerDefects } from "../http/Errors.ts"
import { ToolHandlers } from "../tools/ToolHandlers.ts"

/** Each call is made by the member whom the credential of its request names now. Defects are logged, not sent. */
const caller = Layer.effect(
  RpcCaller,
  Effect.map(Credentials, (credentials) =>
    RpcCaller.of(({ headers, next, rpc }) =>
      Effect.mapError(secretOf(headers["authorization"]), () => new NotSignedIn()).pipe(
        Effect.flatMap(credentials.activeUserOf),
        Effect.flatMap((user) => Effect.provideService(next, CurrentUser, user)),
        answerDefects("a procedure", Effect.die("internal error"), { procedure: rpc._tag })
      )
    )
  )
)

/**
 * The most notifications of one call of `follow_notifications`. The server buffers them for a client that does not read,
 * so there is a limit; a client continues by a call after the last one.
 */
const maxFollowed = 256

/** The notifications of the caller. Opening them counts as one read. */
const followNotifications = Effect.gen(function* () {
  const feed = yield* NotificationFeed
  const limits = yield* RateLimits

  return ({ after }: { readonly after: Option.Option<number> }) =>
    Stream.unwrapScoped(
      Effect.gen(function* () {
        yield* requireScope("notifications")
        yield* limits.admit(["read"], subjectOf(yield* CurrentUser))
        return Stream.take(yield* feed.follow(after), maxFollowed)
      })
    )
})

/** The procedures of RPC: the handlers of the tools, whose domain errors are sent as they are. */
export const layer = CommunityRpcs.toLayer(
  Effect.gen(function* () {
    const tools = yield* ToolHandlers
    return { ...tools, follow_notifications: yield* followNotifications }
  })
).pipe(Layer.merge(caller))
