import { Rpc, RpcMiddleware } from "@effect/rpc"
import { Schema } from "effect"
import { CurrentUser, MissingScope, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { wholeNumber } from "../../domain/Fields.ts"
import { maxId } from "../../domain/Ids.ts"
import { TooManyRequests } from "../../domain/Limits.ts"
import { Notification } from "../../domain/notifications/Notification.ts"
import { Unavailable } from "../../domain/Unavailable.ts"
import { BadRequest } from "../WireErrors.ts"
import { CommunityTools } from "./CommunityTools.ts"

/**
 * Makes calls as the member whose credential the HTTP request has. Its failures are those of any call: `BadRequest`
 * for one that cannot be decoded.
 */
export class RpcCaller extends RpcMiddleware.Tag<RpcCaller>()("api/RpcCaller", {
  wrap: true,
  failure: Schema.Union(NotSignedIn, Unavailable, BadRequest),
  provides: CurrentUser
}) {}

/** The id after which notifications are followed; 0 for all. */
const AfterNotification = wholeNumber(0, maxId)

/**
 * Streams the caller's notifications after the id `after`, or from now on without it, as they are stored. Fails with
 * `NotSignedIn` when the credential ends. Ends when the server stops, when the caller may read other posts than before,
 * and for a client that reads so slowly that it has missed more than 256: continue after the last one.
 */
export const FollowNotifications = Rpc.make("follow_notifications", {
  payload: Schema.Struct({ after: Schema.optionalWith(AfterNotification, { as: "Option" }) }),
  success: Notification,
  error: Schema.Union(TooManyRequests, Unavailable, NotSignedIn, MissingScope),
  stream: true
})

/** The tools as typed procedures, and the notifications as a stream. */
export const CommunityRpcs = CommunityTools.add(FollowNotifications).middleware(RpcCaller)
