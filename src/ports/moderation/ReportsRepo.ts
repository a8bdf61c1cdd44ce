import { Context, type DateTime, type Option } from "effect"
import type { DecisionId, ReportId, UserId } from "../../domain/Ids.ts"
import type { ReportKey } from "../../domain/Lists.ts"
import type { Report, ReportedAlready, ReportFilter, ReportReason } from "../../domain/moderation/Report.ts"
import type { Target } from "../../domain/moderation/Target.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

export interface ReportToAdd {
  /** Null for an automatic report. */
  readonly reporterId: UserId | null
  readonly target: Target
  /** The author of the text, or the member. */
  readonly subjectId: UserId
  readonly reason: ReportReason | "review"
  readonly text: string
  readonly createdAt: DateTime.Utc
  /** When moderators are to be alerted of it. */
  readonly alertAt: DateTime.Utc
}

/** A stored report, and whether it is the first of its case, or the first of danger. */
export interface AddedReport {
  readonly id: ReportId
  readonly isFirst: boolean
  readonly isFirstOfDanger: boolean
}

export interface StoredReport {
  readonly report: Report
  readonly reporterId: UserId | null
}

export interface ReportListing extends ReportFilter {
  /** Leaves out the reports that concern this member. */
  readonly notAbout?: UserId | undefined
}

/**
 * The store of reports. Records have all members that moderators see, the reported text as it is now too, hidden or
 * not.
 */
export class ReportsRepo extends Context.Tag("ports/moderation/ReportsRepo")<
  ReportsRepo,
  {
    /**
     * Stores a report under the next id, with its alert (`CaseAlertsRepo`) where none of the open reports of its target
     * has one, or none of danger has where this one is of danger, but for alerts that are held. The caller holds the
     * target. Fails with `ReportedAlready`, as decided by the unique index.
     */
    readonly add: (report: ReportToAdd) => StorageEffect<AddedReport, ReportedAlready>

    readonly find: (id: ReportId) => StorageEffect<Option.Option<StoredReport>>

    /** Danger first, then targets with most reporters (of reports with one decision or none), then the oldest. */
    readonly page: (
      listing: ReportListing,
      window: PageSlice<ReportKey>
    ) => StorageEffect<PageResult<Report, ReportKey>>

    /** The member whom the open reports of a target concern; none if there is no open report. */
    readonly subjectOf: (target: Target) => StorageEffect<Option.Option<UserId>>

    /**
     * Closes the open reports of a target by a decision, and gives the reporters, each once, by id. Reports that nobody
     * had opened count as opened by the decision.
     */
    readonly close: (target: Target, decisionId: DecisionId) => StorageEffect<ReadonlyArray<UserId>>

    /** Closes the open automatic reports of a target by a decision. */
    readonly closeAutomatic: (target: Target, decisionId: DecisionId) => StorageEffect<void>

    /** `close` of the open reports of all texts of a member. */
    readonly closeTexts: (subjectId: UserId, decisionId: DecisionId) => StorageEffect<ReadonlyArray<UserId>>

    /**
     * Closes the open reports of texts that waited for their first review and are gone, each by the decision that hid
     * the text. One of danger stays open. Gives these decisions, by id.
     */
    readonly closeGone: StorageEffect<ReadonlyArray<DecisionId>>
  }
>() {}
