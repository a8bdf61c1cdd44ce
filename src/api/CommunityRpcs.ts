import { Rpc, RpcMiddleware } from "@effect/rpc"
import { Schema } from "effect"
import { CurrentUser, NotSignedIn } from "../domain/CurrentUser.ts"
import { NotificationId } from "../domain/Ids.ts"
import { TooManyRequests } from "../domain/Limits.ts"
import { Notification } from "../domain/Notification.ts"
import { Unavailable } from "../domain/Unavailable.ts"
import { CommunityTools } from "./CommunityTools.ts"

/** Asks for the credential of the HTTP request that carries a call, and provides `CurrentUser` to its handler. */
export class RpcAuthorization extends RpcMiddleware.Tag<RpcAuthorization>()("api/RpcAuthorization", {
  failure: Schema.Union(NotSignedIn, Unavailable),
  provides: CurrentUser
}) {}

/** Keeps what fails unexpectedly for the log. */
export class RpcDefects extends RpcMiddleware.Tag<RpcDefects>()("api/RpcDefects", { wrap: true }) {}

/**
 * One's own notifications after that of the id `after`, or from now on without it; then each as it is stored. Ends after
 * 256 of them (go on after the last one), when the credential ends, and when the server closes.
 */
export const FollowNotifications = Rpc.make("follow_notifications", {
  payload: Schema.Struct({ after: Schema.optionalWith(NotificationId, { as: "Option" }) }),
  success: Notification,
  error: Schema.Union(TooManyRequests, Unavailable, NotSignedIn),
  stream: true
})

/** The tools as typed procedures, and the notifications as a stream: the credential is in the header of the HTTP request. */
export const CommunityRpcs = CommunityTools.add(FollowNotifications).middleware(RpcAuthorization).middleware(RpcDefects)
