import { actsAsModerator, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { Decision } from "../../domain/moderation/Decision.ts"
import type { Report } from "../../domain/moderation/Report.ts"
import type { StoredDecision } from "../../ports/moderation/DecisionsRepo.ts"

/** True for the author of a hidden text, and for moderators. */
export const mayKnow = (authorId: UserId, user: SignedInUser) => user.id === authorId || actsAsModerator(user)

/** True if a member may see a decision: it concerns them, it closed a report of theirs, or they are a moderator. */
export const maySee = (user: SignedInUser, { reporterIds, subjectId }: StoredDecision) =>
  actsAsModerator(user) || subjectId === user.id || reporterIds.includes(user.id)

/** A reporter does not read the words of the member concerned. */
const withoutWords = (appeal: Decision["appeal"]) =>
  appeal === null || appeal.outcome === null ? null : { ...appeal, text: "" }

/** A decision as a viewer sees it: the moderator who made it and the reports are for moderators. */
export const decisionFor = (viewer: SignedInUser, decision: Decision, subjectId: UserId | undefined): Decision => {
  if (actsAsModerator(viewer)) return decision
  const { by: _, reportIds: __, ...shown } = decision
  return viewer.id === subjectId ? shown : { ...shown, appeal: withoutWords(shown.appeal) }
}

/** A report as a viewer sees it: only moderators see its content, subject, reporter, and the time of its opening. */
export const reportFor = (viewer: SignedInUser, report: Report): Report => {
  if (actsAsModerator(viewer)) return report
  const { content: _, openedAt: __, postId: ___, reporter: ____, subject: _____, ...shown } = report
  return { ...shown, decision: shown.decision && decisionFor(viewer, shown.decision, undefined) }
}
