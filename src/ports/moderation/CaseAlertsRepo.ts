import { Context, type DateTime, type Option } from "effect"
import type { Blocked } from "../../domain/BatchResult.ts"
import type { DecisionId, ReportId, UserId } from "../../domain/Ids.ts"
import type { ModerationQueue } from "../../domain/moderation/Case.ts"
import type { Report } from "../../domain/moderation/Report.ts"
import type { Target } from "../../domain/moderation/Target.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

interface OpenReport extends Pick<Report, "target" | "reason"> {
  readonly kind: "report"
  readonly id: ReportId
  /** The reporters of the open reports of the target. */
  readonly reporterIds: ReadonlyArray<UserId>
  /** Null for an automatic report. */
  readonly reporterId: UserId | null
  /** True where moderators were told of it in their lists alone: it is told together with others of its reporter. */
  readonly isHeld: boolean
  /** True where the moderators have been alerted of it before. */
  readonly isRepeat: boolean
  readonly isOpened: boolean
}

interface OpenAppeal {
  readonly kind: "appeal"
  readonly id: DecisionId
  /** The moderator who decided; null of an automated decision. */
  readonly byId: UserId | null
}

/** A case of which moderators are to be alerted. */
export type CaseAlert = (OpenReport | OpenAppeal) & {
  /** The member concerned. */
  readonly subjectId: UserId
  /** False where it was closed meanwhile. */
  readonly isOpen: boolean
}

export type ReportAlert = Extract<CaseAlert, { readonly kind: "report" }>

/**
 * The alerts of cases that are due. `ReportsRepo.add` makes one due for the first open report of a target and for its
 * first one of danger, `DecisionsRepo.addAppeal` for each appeal: in the transaction of the case, so none is lost.
 */
export class CaseAlertsRepo extends Context.Tag("ports/moderation/CaseAlertsRepo")<
  CaseAlertsRepo,
  {
    /**
     * The alert that has been due the longest, held until the end of the transaction: of concurrent calls each gets
     * another one.
     */
    readonly claim: (now: DateTime.Utc) => StorageEffect<Option.Option<CaseAlert>>

    /**
     * Notes that an alert was sent, of a report for all open reports of its target, and whether by mail and push: then
     * none of them is held any more. It is due again at `next`.
     */
    readonly sent: (
      alert: CaseAlert,
      at: DateTime.Utc,
      then: { readonly isUrgent: boolean; readonly next: Option.Option<DateTime.Utc> }
    ) => StorageEffect<void>

    /**
     * When moderators were told by mail and push of reports of danger by a member, since a time, the earliest first.
     * The alerts of that member's reports are locked until the end of the transaction: fails with `Blocked` while
     * another one has them.
     */
    readonly urgentTimes: (
      reporterId: UserId,
      since: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<DateTime.Utc>, Blocked>

    /**
     * The other alerts that are told together with a claimed one, held as it is: of the same reporter, all that are
     * held, or the repetitions that are due.
     */
    readonly together: (alert: ReportAlert, now: DateTime.Utc) => StorageEffect<ReadonlyArray<ReportAlert>>

    /** Notes that a claimed alert is not needed any more. */
    readonly drop: (alert: CaseAlert) => StorageEffect<void>

    /** When the moderators were first told of each of these reports; those of which they were not are left out. */
    readonly sentTimes: (ids: ReadonlyArray<ReportId>) => StorageEffect<ReadonlyMap<ReportId, DateTime.Utc>>

    /** The time when the next alert is due. */
    readonly nextDue: StorageEffect<Option.Option<DateTime.Utc>>

    /**
     * Notes on the open reports of a target when a moderator first opened them, unless they concern that moderator or
     * one is theirs. True if it noted something.
     */
    readonly markOpened: (target: Target, openerId: UserId, at: DateTime.Utc) => StorageEffect<boolean>

    /**
     * The moderation queue, without cases about texts of which the reader (`PostReader`) may not know, and without
     * reports that concern `notAbout`.
     */
    readonly queue: (notAbout: Option.Option<UserId>) => StorageEffect<ModerationQueue>
  }
>() {}
