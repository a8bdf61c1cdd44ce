import { Context } from "effect"
import type { Blocked } from "../../domain/BatchResult.ts"
import type { SequencedChange } from "../../domain/Change.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** Notifications that were stored, as changes in the outbox, and whether there may be more to store now. */
export interface FanOutBatch {
  readonly changes: ReadonlyArray<SequencedChange>
  readonly hasMore: boolean
  /** True if messages to webhooks were stored. */
  readonly toldWebhooks: boolean
}

/** The fan-out of published posts, comments and news to those who follow what they concern, and to webhooks. */
export class FanOutRepo extends Context.Tag("ports/follows/FanOutRepo")<
  FanOutRepo,
  {
    /**
     * Notifies the next members by the rule of `services/follows/FanOut.ts`, at most `limit`, of the next post, comment
     * or news item that the outbox up to `horizon` says was published, and stores how far it came: all in one
     * transaction, so a crash repeats and loses nothing. Does nothing while another call is at work. A text that is
     * then deleted or hidden notifies nobody else. After the members it stores a message for each webhook that is told
     * of the event, in the same transaction; of changes that nobody follows at once. Fails with `Blocked` while another
     * transaction holds a lock that it needs.
     */
    readonly next: (horizon: number, limit: number) => StorageEffect<FanOutBatch, Blocked>
  }
>() {}
