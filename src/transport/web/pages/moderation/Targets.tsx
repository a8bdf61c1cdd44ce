import { Schema } from "effect"
import type { Decision } from "../../../../domain/moderation/Decision.ts"
import type { Report } from "../../../../domain/moderation/Report.ts"
import { type ActionOn, Target, type TargetType } from "../../../../domain/moderation/Target.ts"
import { isFirstReview } from "../../../../services/moderation/FirstPosts.ts"
import type { Wording } from "../../Brand.ts"
import { type AuthorRecord, When, Who } from "../../Components.tsx"
import { given } from "../../Route.ts"
import { labelOf } from "../../texts/Labels.ts"
import { numberOf, useWebRequest, type Values, valueOf, type WebRequest } from "../../WebRequest.ts"

/** A link to a form names its target. */
export const TargetQuery = Schema.Struct({ type: given, id: given })

/** The target that a link to a form names, or that a form repeats. */
export const targetIn = ({ form: { values }, query }: WebRequest) => {
  const of = (name: string) => valueOf(values, name) || (typeof query[name] === "string" ? query[name] : "")
  return { type: of("type"), id: of("id") }
}

const decodeTarget = Schema.decodeUnknownOption(Target)

/** The target that the form or the address of a page names, if any. */
export const targetOf = (request: WebRequest) => {
  const { id, type } = targetIn(request)
  return decodeTarget({ type, id: numberOf(id) })
}

export const targetOfForm = (values: Values) => ({ type: valueOf(values, "type"), id: numberOf(valueOf(values, "id")) })

interface TargetLinkProps {
  readonly target: Target
  /** The words of the target: of a member the name. */
  readonly content?: string | null | undefined
}

/** The path of the page of a target, or of what a member follows. */
export const pathOfTarget = (type: string, id: number | string) => `/${type === "user" ? "member" : type}s/${id}`

/** The path of the page where moderators decide about a target. */
export const casePath = ({ id, type }: Target): string => `/moderation?type=${type}&id=${id}`

/**
 * A link to the page of a target. A member has a name; the number of a text is for those who do not see the text
 * beside.
 */
export const TargetLink = ({ content, target: { id, type } }: TargetLinkProps) => {
  const { profileOf, see, targets } = useWebRequest().t.moderation
  return (
    <a href={pathOfTarget(type, id)} dir="auto">
      {type === "user" && content ? (
        profileOf({ name: content })
      ) : (
        <>
          {type === "user" ? targets.user : see[type]} <span class="aside">{id}</span>
        </>
      )}
    </a>
  )
}

interface WrittenByProps {
  readonly target: Target
  readonly author: AuthorRecord | null | undefined
}

/** The author of a text; nothing for a member, whose link has the name. */
export const WrittenBy = ({ author, target: { type } }: WrittenByProps) =>
  author == null || type === "user" ? null : (
    <p class="facts">
      <Who author={author} />
    </p>
  )

/** The words for the actions on each type of target. */
export type ActTexts = { readonly [Type in TargetType]: { readonly [Action in ActionOn<Type>]: string } }

/** The effect of a decision, in words. */
export const takenIn = ({ cases, moderation }: Wording, decision: Decision): string => {
  const { action, target } = decision
  if (isFirstReview(decision)) return moderation.reasons.review
  const taken: ActTexts = cases.taken
  return labelOf(taken[target.type], action, moderation.otherAction)
}

/** Why something was reported. */
export const Reason = ({ of: { reason } }: { readonly of: Pick<Report, "reason"> }) => {
  const { t } = useWebRequest()
  return (
    <span class={reason === "danger" ? "badge danger" : "badge"}>
      {labelOf(t.moderation.reasons, reason, t.moderation.reasons.other)}
    </span>
  )
}

/** The words of the sender of a report; an automatic report has none that a page shows. */
export const ReportText = ({ of: { automated, text } }: { readonly of: Report }) =>
  text === "" || automated === true ? null : <p dir="auto">{text}</p>

/** The sender of a report; nothing for an automatic one, and for readers from whom the sender is hidden. */
export const Reporter = ({ of: { automated, reporter } }: { readonly of: Report }) => {
  const { t } = useWebRequest()
  if (reporter === undefined || automated === true) return null
  return reporter === null ? (
    <span>{t.moderation.formerReporter}</span>
  ) : (
    <span>
      {t.moderation.reportedBy}{" "}
      <a href={`/members/${reporter.id}`}>
        <bdi>{reporter.username}</bdi>
      </a>
    </span>
  )
}

/** A report of a target, with who sent it. */
export const ReportItem = ({ report }: { readonly report: Report }) => {
  return (
    <li class="row">
      <p class="facts">
        <Reporter of={report} />
        <Reason of={report} />
        <When at={report.createdAt} ago />
      </p>
      <ReportText of={report} />
    </li>
  )
}
