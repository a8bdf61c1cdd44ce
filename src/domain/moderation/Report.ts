import { Schema } from "effect"
import { Author } from "../accounts/User.ts"
import { exactOptional, oneOf, openTo } from "../Fields.ts"
import { HelpLine } from "../HelpLine.ts"
import { PostId, ReportId, type UserId } from "../Ids.ts"
import { choiceOf, rule } from "../Issues.ts"
import { Page } from "../Page.ts"
import { text } from "../Text.ts"
import { Decision } from "./Decision.ts"
import { Target, type TargetType } from "./Target.ts"

const reasons = ["spam", "abuse", "privacy", "misinformation", "danger", "other"] as const
const choice = choiceOf(reasons)

/** A report without a reason gets a message that asks for one. */
const givenReason = rule((actual) =>
  actual === undefined || actual === null || actual === ""
    ? { _tag: "NoReason", message: `Say what is wrong: reason ${choice(undefined).message}` }
    : choice(actual)
)

export const ReportReason = oneOf(...reasons).annotations({
  ...givenReason,
  identifier: "ReportReason",
  description: "`danger`: somebody may come to harm, such as by a suicide; the answer has help lines."
})
export type ReportReason = typeof ReportReason.Type

/** The reason of the automatic report of a text that waits for its first review. */
export const StoredReason = oneOf(...reasons, "review").annotations({
  identifier: "StoredReportReason",
  description: "The reasons of members; `review` of an automatic report: a first text of a new member waits to be read."
})

export const ReportStatus = oneOf("open", "decided").annotations({ identifier: "ReportStatus" })
export type ReportStatus = typeof ReportStatus.Type

export const Report = Schema.Struct({
  id: ReportId,
  target: Target,
  reason: openTo(StoredReason),
  text: Schema.String.annotations({ description: "The words of the reporter; empty without any." }),
  status: ReportStatus,
  createdAt: Schema.DateTimeUtc,
  openedAt: exactOptional(Schema.NullOr(Schema.DateTimeUtc)).annotations({
    description: "To moderators: when one who may decide on it first opened it; null before."
  }),
  decision: Schema.NullOr(Decision).annotations({ description: "The decision that closed the report." }),
  automated: exactOptional(Schema.Boolean).annotations({
    description: "To moderators: true for an automatic report, of a text that waits for its first review."
  }),
  reporter: exactOptional(Schema.NullOr(Author)).annotations({
    description: "To moderators; null for an automatic report, and for a member who is gone."
  }),
  subject: exactOptional(Schema.NullOr(Author)).annotations({
    description: "To moderators: the member concerned, such as the author of the text; null for one who is gone."
  }),
  content: exactOptional(Schema.NullOr(Schema.String)).annotations({
    description:
      "To moderators, also of a hidden text: the Markdown of a comment, the title and the beginning of a post, or the " +
      "name of a member; null where it was deleted."
  }),
  postId: exactOptional(PostId).annotations({ description: "To moderators: the post of a reported comment." })
}).annotations({ identifier: "Report", description: "A report of a post, a comment or a member." })
export type Report = typeof Report.Type

export const ReportPage = Page(Report)
export type ReportPage = typeof ReportPage.Type

/** The longest explanation of a report. */
const maxReportCharacters = 1_000

const ReportText = text(maxReportCharacters).annotations({
  description: "What is wrong, for the moderators.",
  examples: ["It names a dose that can kill."]
})

export const NewReport = Schema.Struct({
  target: Target,
  reason: ReportReason,
  text: Schema.optionalWith(ReportText, { default: () => "", nullable: true })
}).annotations({ identifier: "NewReport", description: "A report to the moderators; nobody else sees who sent it." })
export type NewReport = typeof NewReport.Type

export const ReportSent = Schema.Struct({
  ...Report.omit("subject", "content", "postId", "openedAt", "automated").fields,
  helpLines: exactOptional(Schema.Array(HelpLine)).annotations({
    description: "For a report of `danger`: whom to call, by country."
  })
}).annotations({ identifier: "ReportSent", description: "The report as it was sent; with help lines for `danger`." })
export type ReportSent = typeof ReportSent.Type

export interface ReportFilter {
  readonly status?: ReportStatus | undefined
  readonly targetType?: TargetType | undefined
  readonly target?: Target | undefined
  readonly reporterId?: UserId | undefined
}

export class ReportNotFound extends Schema.TaggedError<ReportNotFound>()("ReportNotFound", { id: ReportId }) {
  override readonly message = `there is no report ${this.id}`
}

export class ReportedAlready extends Schema.TaggedError<ReportedAlready>()("ReportedAlready", {}) {
  override readonly message =
    "you have reported this, and the report is still open: look at your reports for its status"
}

export class OwnReport extends Schema.TaggedError<OwnReport>()("OwnReport", {}) {
  override readonly message =
    "you cannot report yourself or your own texts: only others; change or delete your own instead"
}
