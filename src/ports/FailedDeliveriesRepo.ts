import { Context, type DateTime } from "effect"
import type { Unsent } from "../domain/moderation/Health.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"

/** A way in which the server sends something. */
export type DeliveryChannel = "mail" | "push" | "webhook"

/** When deliveries failed for good: those that are tried again are not among them. */
export class FailedDeliveriesRepo extends Context.Tag("ports/FailedDeliveriesRepo")<
  FailedDeliveriesRepo,
  {
    /** Notes that a delivery was given up, and forgets those of more than a day before. */
    readonly add: (channel: DeliveryChannel, at: DateTime.Utc) => StorageEffect<void>

    /** The numbers of those that were given up at `at` or later. */
    readonly countSince: (at: DateTime.Utc) => StorageEffect<Unsent>
  }
>() {}
