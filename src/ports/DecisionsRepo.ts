import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { Blocked } from "../domain/BatchResult.ts"
import type { DecisionId, UserId } from "../domain/Ids.ts"
import type { DecisionKey } from "../domain/Lists.ts"
import type { AppealOutcome, Decision, DecisionFilter } from "../domain/moderation/Decision.ts"
import type { Target } from "../domain/moderation/Target.ts"
import type { DecisionAction } from "../domain/moderation/Transitions.ts"
import type { PageResult, PageSlice } from "../domain/Page.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** A decision to store. */
export interface DecisionToAdd {
  readonly target: Target
  /** The author of the text, or the member. */
  readonly subjectId: UserId
  readonly action: DecisionAction
  readonly excerpt: string
  readonly rule: string
  readonly reason: string
  /** Null for an automated decision. */
  readonly byId: UserId | null
  readonly until: DateTime.Utc | null
  readonly createdAt: DateTime.Utc
}

/** A decision with all members that moderators see, and the ids of the members whom it concerns. */
export interface StoredDecision {
  readonly decision: Decision
  readonly subjectId: UserId
  readonly byId: UserId | null
  /** The reporters whose reports it closed. */
  readonly reporterIds: ReadonlyArray<UserId>
}

/** The outcome of an appeal to store. */
export interface AppealOutcomeToSet {
  readonly outcome: AppealOutcome
  readonly reason: string
  readonly byId: UserId
  readonly at: DateTime.Utc
}

/** The store of decisions and of the appeals against them. */
export class DecisionsRepo extends Context.Tag("ports/DecisionsRepo")<
  DecisionsRepo,
  {
    /**
     * Locks a target until the end of the transaction, so that decisions about it, and reports of it, come one after the
     * other. It does not wait: fails with `Blocked` while another transaction holds the lock. To be taken before the locks
     * of posts and inboxes.
     */
    readonly lock: (target: Target) => Effect.Effect<void, Blocked | Unavailable>

    /** Stores a decision under the next id. */
    readonly add: (decision: DecisionToAdd) => Effect.Effect<DecisionId, Unavailable>

    /** A decision by its id. */
    readonly find: (id: DecisionId) => Effect.Effect<Option.Option<StoredDecision>, Unavailable>

    /** Decisions newest first (greatest id): all, or with `viewerId` those about this member or closing their reports. */
    readonly page: (
      filter: DecisionFilter,
      viewerId: UserId | undefined,
      window: PageSlice<DecisionKey>
    ) => Effect.Effect<PageResult<StoredDecision, DecisionKey>, Unavailable>

    /** The last decision about a target, appeals aside, that is one of these actions. */
    readonly last: (
      target: Target,
      actions: ReadonlyArray<DecisionAction>
    ) => Effect.Effect<Option.Option<DecisionId>, Unavailable>

    /** Stores the appeal against a decision. False, with nothing stored, where there is one. */
    readonly addAppeal: (id: DecisionId, text: string, at: DateTime.Utc) => Effect.Effect<boolean, Unavailable>

    /** Stores the outcome of an appeal. False, with nothing stored, where there is one, or no appeal. */
    readonly setOutcome: (id: DecisionId, outcome: AppealOutcomeToSet) => Effect.Effect<boolean, Unavailable>
  }
>() {}
