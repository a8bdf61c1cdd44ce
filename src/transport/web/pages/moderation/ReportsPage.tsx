import { Effect, Option, Schema } from "effect"
import { ReportQuery } from "../../../../api/moderation/ReportsApi.ts"
import { CurrentUser } from "../../../../domain/accounts/CurrentUser.ts"
import type { Decision } from "../../../../domain/moderation/Decision.ts"
import { type HelpLine, NewReport, type Report, ReportReason } from "../../../../domain/moderation/Report.ts"
import { Target } from "../../../../domain/moderation/Target.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { Reports } from "../../../../services/moderation/Reports.ts"
import { Comments } from "../../../../services/posts/Comments.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { excerptOf } from "../../../../text/Excerpt.ts"
import type { Wording } from "../../Assets.ts"
import { type AuthorRecord, Done, List, Pages, reading, Trail, When, Who } from "../../Components.tsx"
import { Area, Choices, choicesOf, Form } from "../../Form.tsx"
import { countryIn } from "../../Languages.ts"
import { forMembers, form, given, page, type Reader } from "../../Route.ts"
import { labelOf } from "../../texts/Labels.ts"
import { numberOf, useWebRequest, type Values, valueOf, type WebRequest } from "../../WebRequest.ts"
import { asAuthor } from "../accounts/MembersPage.tsx"
import { Moderate } from "../posts/CommentView.tsx"

/** A link to a form names its target. */
export const TargetQuery = Schema.Struct({ type: given, id: given })

/** The target that a link to a form names, or that a form repeats. */
export const targetIn = ({ form: { values }, query }: WebRequest) => {
  const of = (name: string) => valueOf(values, name) || (typeof query[name] === "string" ? query[name] : "")
  return { type: of("type"), id: of("id") }
}

const decodeTarget = Schema.decodeUnknownOption(Target)

/** What a page is about by its form or its address; none where that names nothing. */
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

/** A link to the page of a target. A member has a name; the number of a text is for those who do not see the text beside. */
export const TargetLink = ({ content, target: { id, type } }: TargetLinkProps) => {
  const { see, targets } = useWebRequest().t.moderation
  return (
    <a href={pathOfTarget(type, id)}>
      {type === "user" ? targets.user : see[type]}{" "}
      {type === "user" && content ? <bdi>{content}</bdi> : <span class="aside">{id}</span>}
    </a>
  )
}

/** What somebody is about to report. */
interface ReportedTarget {
  readonly author: AuthorRecord
  /** Of a post. */
  readonly title?: string
  readonly words: string
}

const ReportForm = ({ reported }: { readonly reported: Option.Option<ReportedTarget> }) => {
  const request = useWebRequest()
  const { t } = request
  const { id, type } = targetIn(request)
  return (
    <div class="narrow">
      {Option.isNone(reported) ? null : (
        <Trail href={pathOfTarget(type, id)} label={labelOf(t.moderation.targets, type, t.frame.back)} />
      )}
      <h1>{labelOf(t.moderation.reportThis, type, t.moderation.report)}</h1>
      {Option.isNone(reported) ? null : (
        <>
          <p class="facts">
            <Who author={reported.value.author} />
          </p>
          {reported.value.title === undefined ? null : (
            <p class="strong" dir="auto">
              {reported.value.title}
            </p>
          )}
          {reported.value.words === "" ? null : <Reported words={reported.value.words} />}
        </>
      )}
      <p class="notice">{t.moderation.dangerFirst}</p>
      <Form action="/report" fields={{ reason: t.moderation.reason, text: t.moderation.reportText }}>
        <input type="hidden" name="type" value={type} />
        <input type="hidden" name="id" value={id} />
        <Choices name="reason" choices={choicesOf(ReportReason.literals, t.moderation.reasons)} />
        <Area name="text" hint={t.moderation.reportHint} rows={5} isRequired={false} />
        <button>{t.moderation.sendReport}</button>
      </Form>
    </div>
  )
}

const HelpLines = ({ lines }: { readonly lines: ReadonlyArray<HelpLine> }) => {
  const { country: own, language, t } = useWebRequest()
  const sorted = [...lines.filter(({ country }) => country === own), ...lines.filter(({ country }) => country !== own)]
  return (
    <div class="narrow">
      <h1>{t.moderation.helpTitle}</h1>
      <Done>{t.moderation.reportSent}</Done>
      <p class="lead">{t.moderation.helpLead}</p>
      <ul class="rows">
        {sorted.map(({ country, name, phone, url }) => (
          <li class="row" key={`${country} ${phone}`}>
            <strong>{countryIn(language, country)}</strong> <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>
            <p>
              <a href={url} rel="noopener">
                {name}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The words that a report or a decision is about. */
export const Reported = ({ words }: { readonly words: string | null | undefined }) =>
  words == null ? null : (
    <blockquote class="reported" dir="auto">
      {words}
    </blockquote>
  )

/** What a decision did, in words. */
export const takenIn = ({ moderation }: Wording, { action, target }: Pick<Decision, "action" | "target">): string =>
  labelOf(moderation.taken[target.type], action, moderation.otherAction)

/** Why something was reported. */
export const Reason = ({ of: { reason } }: { readonly of: Pick<Report, "reason"> }) => {
  const { t } = useWebRequest()
  return (
    <span class={reason === "danger" ? "badge danger" : "badge"}>
      {labelOf(t.moderation.reasons, reason, t.moderation.reasons.other)}
    </span>
  )
}

/** A report of a target, with who sent it. */
export const ReportItem = ({ report }: { readonly report: Report }) => {
  const { createdAt, reporter, text } = report
  const { t } = useWebRequest()
  return (
    <li class="row">
      <p class="facts">
        <Reason of={report} />
        <When at={createdAt} ago />
      </p>
      <p class="facts">
        {reporter == null ? (
          <span>{t.moderation.automatic}</span>
        ) : (
          <>
            <span>{t.moderation.reportedBy}</span>
            <Who author={reporter} />
          </>
        )}
      </p>
      {text === "" ? null : <p dir="auto">{text}</p>}
    </li>
  )
}

/** A report as its sender sees it. */
const ReportFacts = ({ report }: { readonly report: Report }) => {
  const { content, createdAt, status, target, text } = report
  const { t } = useWebRequest()
  return (
    <>
      <p class="facts">
        <span class={status === "open" ? "badge status" : "badge"}>{t.moderation.statuses[status]}</span>
        <Reason of={report} />
        <TargetLink target={target} content={content} />
        {status === "open" ? <Moderate {...target} /> : null}
        <When at={createdAt} ago />
      </p>
      <Reported words={target.type === "user" ? null : content} />
      {text === "" ? null : <p dir="auto">{text}</p>}
      {report.decision === null ? null : (
        <p>
          <a href={`/decisions/${report.decision.id}`}>{t.reading.decision}</a>
        </p>
      )}
    </>
  )
}

/** Makes the function that finds what somebody is about to report; none for what they cannot see. */
const makeFind = Effect.map(Effect.all([Comments, Posts, Users]), ([comments, posts, users]) => {
  const words = (target: Target, { viewer }: WebRequest) =>
    Effect.gen(function* () {
      if (target.type === "user") {
        const user = yield* Effect.provideService(users.get(target.id), CurrentUser, yield* viewer)
        return { author: asAuthor(user), words: "" }
      }
      if (target.type === "post") {
        const { author, excerpt, title } = yield* posts.head(target.id)
        return { author, title, words: excerpt }
      }
      const { author, content } = yield* comments.get(target.id)
      return { author, words: excerptOf(content) }
    })
  return (request: WebRequest): Effect.Effect<Option.Option<ReportedTarget>, never, Reader> => {
    return Option.match(targetOf(request), {
      onNone: () => Effect.succeedNone,
      onSome: (target) => Effect.option(words(target, request))
    })
  }
})

export const routes = Effect.map(Effect.all([Reports, makeFind]), ([reports, find]) => [
  ...form({
    ...forMembers,
    path: "/report",
    querySchema: TargetQuery,
    payloadSchema: NewReport,
    payloadOf: (values) => ({ target: targetOfForm(values), reason: values["reason"], text: valueOf(values, "text") }),
    show: (request) =>
      Effect.map(find(request), (reported) => ({
        title: request.t.moderation.report,
        body: <ReportForm reported={reported} />
      })),
    send: (request, payload) =>
      Effect.map(reports.send(payload), ({ helpLines }) =>
        helpLines === undefined
          ? { location: "/reports?done=sent" }
          : { title: request.t.moderation.helpTitle, body: <HelpLines lines={helpLines} /> }
      )
  }),
  page({
    ...forMembers,
    path: "/reports",
    querySchema: ReportQuery,
    show: (request) =>
      Effect.map(reports.list(request.parameters), ({ data, pagination }) => {
        const { query, t } = request
        return reading(
          t.moderation.yourReports,
          <>
            {query["done"] === "sent" ? <Done>{t.moderation.reportSent}</Done> : null}
            <List empty={t.moderation.noReports}>
              {data.map((report) => (
                <li class="card" key={report.id}>
                  <ReportFacts report={report} />
                </li>
              ))}
            </List>
            <Pages pagination={pagination} />
            <p>
              <a href="/decisions">{t.moderation.decisions}</a>
            </p>
          </>
        )
      })
  })
])
