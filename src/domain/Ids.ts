import { Schema } from "effect"
import { wholeNumber } from "./Fields.ts"

/** @internal The greatest record id. */
export const maxId = 2_147_483_647

/** A branded record id: a positive integer of the database's type `integer`, short enough for people to repeat. */
const id = <const Brand extends string>(brand: Brand) => wholeNumber(1, maxId).pipe(Schema.brand(brand))

export const UserId = id("UserId")
export type UserId = typeof UserId.Type
export const ApiKeyId = id("ApiKeyId")
export type ApiKeyId = typeof ApiKeyId.Type
export const SessionId = id("SessionId")
export type SessionId = typeof SessionId.Type
export const PostId = id("PostId")
export type PostId = typeof PostId.Type
export const CommentId = id("CommentId")
export type CommentId = typeof CommentId.Type
export const NewsId = id("NewsId")
export type NewsId = typeof NewsId.Type
export const DiseaseId = id("DiseaseId")
export type DiseaseId = typeof DiseaseId.Type
export const ReportId = id("ReportId")
export type ReportId = typeof ReportId.Type
export const DecisionId = id("DecisionId")
export type DecisionId = typeof DecisionId.Type
export const VerificationRequestId = id("VerificationRequestId")
export type VerificationRequestId = typeof VerificationRequestId.Type
/** Made of the URL of the feed. */
export const FeedId = id("FeedId")
export type FeedId = typeof FeedId.Type
export const InvitationId = id("InvitationId")
export type InvitationId = typeof InvitationId.Type
export const PushSubscriptionId = id("PushSubscriptionId")
export type PushSubscriptionId = typeof PushSubscriptionId.Type
export const PasskeyId = id("PasskeyId")
export type PasskeyId = typeof PasskeyId.Type
export const WebhookId = id("WebhookId")
export type WebhookId = typeof WebhookId.Type
export const CategoryId = id("CategoryId")
export type CategoryId = typeof CategoryId.Type

/** Of the notifications of one recipient, those with greater ids were committed later. */
export const NotificationId = id("NotificationId")
export type NotificationId = typeof NotificationId.Type
