import { Rpc, RpcMiddleware } from "@effect/rpc"
import { Schema } from "effect"
import { CurrentUser, MissingScope, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { NotificationId } from "../../domain/Ids.ts"
import { TooManyRequests } from "../../domain/Limits.ts"
import { Notification } from "../../domain/Notification.ts"
import { Unavailable } from "../../domain/Unavailable.ts"
import { CommunityTools } from "./CommunityTools.ts"

/** Requires the credential of the HTTP request that carries a call, and provides `CurrentUser` to its handler. */
export class RpcAuthorization extends RpcMiddleware.Tag<RpcAuthorization>()("api/RpcAuthorization", {
  failure: Schema.Union(NotSignedIn, Unavailable),
  provides: CurrentUser
}) {}

/** Logs defects, and hides them from the caller. */
export class RpcDefects extends RpcMiddleware.Tag<RpcDefects>()("api/RpcDefects", { wrap: true }) {}

/**
 * Streams the caller's notifications behind the id `after`, or from now on without it, as they are stored. Ends after 256
 * of them (continue behind the last one), when the credential ends, and when the server shuts down.
 */
export const FollowNotifications = Rpc.make("follow_notifications", {
  payload: Schema.Struct({ after: Schema.optionalWith(NotificationId, { as: "Option" }) }),
  success: Notification,
  error: Schema.Union(TooManyRequests, Unavailable, NotSignedIn, MissingScope),
  stream: true
})

/** The tools as typed procedures, and the notifications as a stream: the credential is in the header of the HTTP request. */
export const CommunityRpcs = CommunityTools.add(FollowNotifications).middleware(RpcAuthorization).middleware(RpcDefects)
