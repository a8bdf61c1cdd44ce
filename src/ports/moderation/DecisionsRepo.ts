import { Context, type DateTime, type Option } from "effect"
import type { Blocked } from "../../domain/BatchResult.ts"
import type { DecisionId, UserId } from "../../domain/Ids.ts"
import type { DecisionKey } from "../../domain/Lists.ts"
import type { AppealDecision, Decision, DecisionFilter } from "../../domain/moderation/Decision.ts"
import type { DecisionAction, Target } from "../../domain/moderation/Target.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

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
  /** False for a text that is gone, and for one that the reader may not read, were it not hidden. */
  readonly isReadable: boolean
}

export interface AppealOutcomeToSet extends AppealDecision {
  readonly byId: UserId
  readonly at: DateTime.Utc
}

/** The store of decisions and of the appeals against them. */
export class DecisionsRepo extends Context.Tag("ports/moderation/DecisionsRepo")<
  DecisionsRepo,
  {
    /**
     * Locks a target until the end of the transaction, so that decisions about it, and reports of it, come one after
     * the other. It does not wait: fails with `Blocked` while another transaction holds the lock. To be taken before
     * the locks of posts and inboxes.
     */
    readonly lock: (target: Target) => StorageEffect<void, Blocked>

    /** Stores a decision under the next id. */
    readonly add: (decision: DecisionToAdd) => StorageEffect<DecisionId>

    readonly find: (id: DecisionId) => StorageEffect<Option.Option<StoredDecision>>

    /** The decisions of these ids that exist, in any order. */
    readonly findAll: (ids: ReadonlyArray<DecisionId>) => StorageEffect<ReadonlyArray<StoredDecision>>

    /**
     * Decisions newest first (greatest id): all, or with `viewerId` those about this member or closing their reports.
     * Of those with an open appeal `viewerId` is given only those about this member: a reporter does not learn of an
     * appeal.
     */
    readonly page: (
      filter: DecisionFilter,
      viewerId: UserId | undefined,
      window: PageSlice<DecisionKey>
    ) => StorageEffect<PageResult<StoredDecision, DecisionKey>>

    /** The last decision about a target, appeals aside, that is one of these actions. */
    readonly last: (
      target: Target,
      actions: ReadonlyArray<Decision["action"]>
    ) => StorageEffect<Option.Option<DecisionId>>

    /**
     * Stores the appeal against a decision, with its alert (`CaseAlertsRepo`). False, with nothing stored, where there
     * is one.
     */
    readonly addAppeal: (id: DecisionId, text: string, at: DateTime.Utc) => StorageEffect<boolean>

    /** Stores the outcome of an appeal. False, with nothing stored, where there is one, or no appeal. */
    readonly setOutcome: (id: DecisionId, outcome: AppealOutcomeToSet) => StorageEffect<boolean>

    /**
     * Stores that the open appeals against decisions with this action are reversed: those about a text, or about a
     * member and all their texts. Gives the decisions, by id.
     */
    readonly reverseAppeals: (
      about: Target,
      action: DecisionAction,
      outcome: Omit<AppealOutcomeToSet, "outcome">
    ) => StorageEffect<ReadonlyArray<DecisionId>>

    /** Withdraws the open appeals about a text, or about a member and all their texts. Gives the decisions, by id. */
    readonly withdrawAppeals: (about: Target) => StorageEffect<ReadonlyArray<DecisionId>>
  }
>() {}
