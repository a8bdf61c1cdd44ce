import { actsAsModerator, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { Decision } from "../../domain/moderation/Decision.ts"
import type { Report } from "../../domain/moderation/Report.ts"
import type { StoredDecision } from "../../ports/moderation/DecisionsRepo.ts"
import type { StoredReport } from "../../ports/moderation/ReportsRepo.ts"

/** True for the author of a hidden text, and for moderators. */
export const mayKnow = (authorId: UserId, user: SignedInUser) => user.id === authorId || actsAsModerator(user)

/** True if a member may see a decision: it concerns them, it closed a report of theirs, or they are a moderator. */
export const maySee = (user: SignedInUser, { reporterIds, subjectId }: StoredDecision) =>
  actsAsModerator(user) || subjectId === user.id || reporterIds.includes(user.id)

/** A reporter does not read the words of the member concerned. */
const withoutWords = (appeal: Decision["appeal"]) =>
  appeal === null || appeal.outcome === null ? null : { ...appeal, text: "" }

/** A decision as it is stored; without the subject for one of whose report a reporter reads. */
type Seen = Pick<StoredDecision, "decision" | "isReadable"> & { readonly subjectId?: UserId }

/**
 * A decision as a viewer sees it: the moderator who made it and the reports are for moderators. A reporter reads the
 * beginning of the text while they may read the text, were it not hidden.
 */
export const decisionFor = (viewer: SignedInUser, { decision, isReadable, subjectId }: Seen): Decision => {
  if (actsAsModerator(viewer)) return decision
  const { by: _, reportIds: __, ...shown } = decision
  if (viewer.id === subjectId) return shown
  return { ...shown, excerpt: isReadable ? shown.excerpt : "", appeal: withoutWords(shown.appeal) }
}

/**
 * True if a member may see a report: it is theirs, or they are a moderator whom it does not concern. Whom a report
 * concerns does not learn who sent it, and the case waits for another moderator.
 */
export const seesReport = (user: SignedInUser, { report, reporterId }: StoredReport) =>
  reporterId === user.id || (actsAsModerator(user) && report.subject?.id !== user.id)

/** A report as a viewer sees it: only moderators see its content, subject, reporter, and the time of its opening. */
export const reportFor = (viewer: SignedInUser, report: Report): Report => {
  if (actsAsModerator(viewer)) return report
  const {
    automated: _,
    content,
    decision,
    openedAt: __,
    postId: ___,
    reporter: ____,
    subject: _____,
    ...shown
  } = report
  return { ...shown, decision: decision && decisionFor(viewer, { decision, isReadable: content !== null }) }
}
