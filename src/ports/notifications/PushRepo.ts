import { Context, type DateTime, type Option, type Redacted } from "effect"
import type { PushSubscriptionId, SessionId, UserId } from "../../domain/Ids.ts"
import type { PageLanguage } from "../../domain/Language.ts"
import type { PushAlert, PushSubscription } from "../../domain/notifications/Push.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** A device to store. `serverKey` is the public key of the server that it expects messages from. */
export interface SubscriptionToAdd {
  readonly userId: UserId
  readonly sessionId: SessionId
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly device: Option.Option<string>
  readonly serverKey: string
  readonly createdAt: DateTime.Utc
}

/** A message that the caller sends to a device. */
export interface ClaimedPush extends Pick<SubscriptionToAdd, "userId" | "endpoint" | "p256dh" | "auth"> {
  readonly id: PushSubscriptionId
  readonly language: PageLanguage
  /** The alert of danger that the message is; null for one of notifications. */
  readonly alert: PushAlert | null
  /** The number of reports that the alert is about: 1 of `danger`, of which each is a message of its own. */
  readonly alerted: number
  /** The numbers of unread notifications since the last message, by type. */
  readonly counts: Readonly<Record<string, number>>
  /** The newest notification that is counted. */
  readonly newestId: number
  /** The number of tries, this one included. */
  readonly tries: number
  /** The time of the first of the failures in a row; none after a success. */
  readonly failingSince: Option.Option<DateTime.Utc>
}

/** The devices that a claim may give. */
export interface Claimable {
  /** Members who are left out, since a message to another device of theirs is being sent. */
  readonly exceptOf: ReadonlyArray<UserId>
  /** True where only devices with an alert count. */
  readonly alertsOnly: boolean
}

export const everyDevice: Claimable = { exceptOf: [], alertsOnly: false }

/**
 * The store of members' devices. Messages to a device have no rows of their own: they count the member's unread
 * notifications that no message has counted, which are stored in the transaction of their cause. Alerts of danger are
 * counted on the device's row. A device whose session has ended or expired is gone.
 */
export class PushRepo extends Context.Tag("ports/notifications/PushRepo")<
  PushRepo,
  {
    /** The member's devices, oldest first. */
    readonly ofMember: (userId: UserId, now: DateTime.Utc) => StorageEffect<ReadonlyArray<PushSubscription>>

    /** The member's device at an endpoint. */
    readonly find: (
      userId: UserId,
      endpoint: string,
      now: DateTime.Utc
    ) => StorageEffect<Option.Option<PushSubscription>>

    /**
     * Stores a device, or what a known one of the member has changed, which keeps its name where none is given. One of
     * another member at the same endpoint ends: a browser tells whoever subscribed in it last. Notifications of before
     * are not told. None where the session is gone.
     */
    readonly put: (subscription: SubscriptionToAdd) => StorageEffect<Option.Option<PushSubscription>>

    /** True if the member had the device. */
    readonly remove: (userId: UserId, id: PushSubscriptionId) => StorageEffect<boolean>

    /** Ends a device that its push service does not know any more. */
    readonly end: (id: PushSubscriptionId) => StorageEffect<void>

    /** Ends the devices that expect messages from another key than this public one. */
    readonly endOfOtherKeys: (serverKey: string) => StorageEffect<void>

    /** Alerts all devices of these members of a number of reports, 1 if it is not given. */
    readonly alert: (
      alert: PushAlert,
      userIds: ReadonlyArray<UserId>,
      at: DateTime.Utc,
      reports?: number
    ) => StorageEffect<void>

    /**
     * Claims the device that has been due the longest, one with an alert first: until `until` nobody else is given it,
     * unless another alert comes. A device is due for notifications a minute after its last message of them. Reports of
     * danger are left out, since they are alerts.
     */
    readonly claim: (
      now: DateTime.Utc,
      until: DateTime.Utc,
      claimable: Claimable
    ) => StorageEffect<Option.Option<ClaimedPush>>

    /** Notes that a message was sent, or at the end of its tries given up. */
    readonly done: (push: ClaimedPush, at: DateTime.Utc, isSent: boolean) => StorageEffect<void>

    /** Notes a failure at `now`; the message is due again at `at`. */
    readonly retryAt: (id: PushSubscriptionId, at: DateTime.Utc, now: DateTime.Utc) => StorageEffect<void>

    /** The time when the next message is due. */
    readonly nextDue: (now: DateTime.Utc) => StorageEffect<Option.Option<DateTime.Utc>>

    /** The private key of the community: the stored one, else this new one, which is stored. */
    readonly privateKey: (made: Redacted.Redacted) => StorageEffect<Redacted.Redacted>
  }
>() {}
