import { excerptOf } from "@rare-disease-community/text/Excerpt"
import { textOfHtml } from "@rare-disease-community/text/Html"
import { type DateTime, Effect, Option } from "effect"
import { ReportQuery } from "../../../../api/moderation/ReportsApi.ts"
import { actsAsModerator, CurrentUser } from "../../../../domain/accounts/CurrentUser.ts"
import type { HelpLine } from "../../../../domain/HelpLine.ts"
import {
  NewReport,
  type Report,
  type ReportPage,
  type ReportReason,
  ReportStatus
} from "../../../../domain/moderation/Report.ts"
import type { Target } from "../../../../domain/moderation/Target.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { Reports } from "../../../../services/moderation/Reports.ts"
import { Comments } from "../../../../services/posts/Comments.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { type AuthorRecord, Done, reading, Trail, When, Who } from "../../Components.tsx"
import { Area, Choices, choicesOf, Form } from "../../Form.tsx"
import { FilterMenu, Filters, PagedList } from "../../Lists.tsx"
import { forMembers, form, page, type Reader } from "../../Route.ts"
import { labelOf } from "../../texts/Labels.ts"
import { type PageError, useWebRequest, valueOf, type WebRequest } from "../../WebRequest.ts"
import { asAuthor } from "../accounts/MembersPage.tsx"
import { Moderate } from "../posts/CommentView.tsx"
import { HelpLines, LinesToCall } from "./HelpLines.tsx"
import { makeRendering, Reported } from "./Rendered.tsx"
import {
  pathOfTarget,
  Reason,
  Reporter,
  ReportText,
  TargetLink,
  TargetQuery,
  targetIn,
  targetOf,
  targetOfForm,
  WrittenBy
} from "./Targets.tsx"

/** The target of a report to write. */
interface ReportedTarget {
  readonly author: AuthorRecord
  /** Of a post. */
  readonly title?: string
  readonly words: string
}

/** The reasons for a report, the most urgent first. */
const reasonsShown = ["danger", "misinformation", "privacy", "abuse", "spam", "other"] as const satisfies ReadonlyArray<
  typeof ReportReason.Type
>

interface ReportFormProps {
  readonly helpLines: ReadonlyArray<HelpLine>
  readonly reported: Option.Option<ReportedTarget>
}

const ReportForm = ({ helpLines, reported }: ReportFormProps) => {
  const request = useWebRequest()
  const { t } = request
  const { id, type } = targetIn(request)
  return (
    <div class="narrow">
      {Option.isNone(reported) ? null : (
        <Trail href={pathOfTarget(type, id)} label={labelOf(t.moderation.targets, type, t.layout.back)} />
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
          {reported.value.words === "" ? null : (
            <blockquote class="reported" dir="auto">
              {reported.value.words}
            </blockquote>
          )}
        </>
      )}
      <p class="notice">{t.moderation.dangerFirst}</p>
      <details>
        <summary>{t.moderation.helpLinesOf}</summary>
        <LinesToCall lines={helpLines} />
      </details>
      <Form action="/report" fields={{ reason: t.moderation.reason, text: t.moderation.reportText }}>
        <input type="hidden" name="type" value={type} />
        <input type="hidden" name="id" value={id} />
        <Choices name="reason" choices={choicesOf(reasonsShown, t.moderation.reasons)} />
        <Area name="text" hint={t.moderation.reportHint} rows={5} isRequired={false} />
        <button>{t.moderation.sendReport}</button>
      </Form>
    </div>
  )
}

interface ReportProps {
  readonly report: Report
  /** The target as the reader sees it today; none where it is hidden or gone. */
  readonly reported: Option.Option<ReportedTarget>
  /** When moderators were told of it. */
  readonly toldAt: DateTime.Utc | undefined
}

const wordsOf = ({ title, words }: ReportedTarget) => (title === undefined ? words : `${title}: ${words}`)

/** A report as its sender and moderators see it: moderators read hidden words too. */
const ReportFacts = ({ report, reported, toldAt }: ReportProps) => {
  const { content, createdAt, status, subject, target } = report
  const { t } = useWebRequest()
  const author = subject ?? Option.getOrUndefined(Option.map(reported, ({ author }) => author))
  const isSeen = content === undefined ? Option.isSome(reported) : content !== null
  const words = content ?? Option.getOrNull(Option.map(reported, wordsOf))
  return (
    <>
      <p class="facts">
        <span class={status === "open" ? "badge status" : "badge"}>{t.moderation.statuses[status]}</span>
        <Reason of={report} />
        <When at={createdAt} ago />
        {status === "open" && toldAt !== undefined ? (
          <span>
            {t.moderation.moderatorsTold}
            {t.layout.colon}
            <When at={toldAt} exact />
          </span>
        ) : null}
      </p>
      <WrittenBy target={target} author={author} />
      <Reported target={target} words={target.type === "user" ? null : words} name={`report-${report.id}`} />
      {report.reporter === undefined ? null : (
        <p class="facts">
          <Reporter of={report} />
        </p>
      )}
      <ReportText of={report} />
      <p class="facts">
        {isSeen ? (
          <TargetLink target={target} content={content ?? author?.username} />
        ) : (
          <span>{t.moderation.targets[target.type]}</span>
        )}
        {status === "open" ? <Moderate {...target} /> : null}
        {report.decision === null ? null : <a href={`/decisions/${report.decision.id}`}>{t.reading.decision}</a>}
      </p>
    </>
  )
}

interface ReportListProps extends Pick<ReportPage, "pagination"> {
  readonly helpLines: ReadonlyArray<HelpLine>
  readonly shown: ReadonlyArray<ReportProps>
  readonly status: typeof ReportStatus.Type | undefined
}

/** Reports as cards, and the menu of their states. */
const ReportList = ({ helpLines, pagination, shown, status }: ReportListProps) => {
  const { query, t } = useWebRequest()
  return (
    <>
      {query["done"] === "sent" || query["done"] === "danger" ? <Done>{t.moderation.reportSent}</Done> : null}
      {query["done"] === "danger" ? <HelpLines lead={t.moderation.helpLead} lines={helpLines} /> : null}
      {shown.length === 0 && status === undefined ? null : (
        <Filters action="/reports">
          <FilterMenu
            name="status"
            label={t.moderation.status}
            value={status}
            every={t.moderation.everyStatus}
            choices={choicesOf(ReportStatus.literals, t.moderation.statuses)}
          />
        </Filters>
      )}
      <PagedList of={pagination} empty={t.moderation.noReports}>
        {shown.map(({ report, reported, toldAt }) => (
          <li class="card" key={report.id}>
            <ReportFacts report={report} reported={reported} toldAt={toldAt} />
          </li>
        ))}
      </PagedList>
      <p>
        <a href="/decisions">{t.moderation.decisions}</a>
      </p>
    </>
  )
}

/** Finds the target of a report; none for a target that the reader cannot see. */
const makeFind = Effect.map(Effect.all([Comments, Posts, Users]), ([comments, posts, users]) => {
  const seen = (target: Target, { viewer }: WebRequest) =>
    Effect.gen(function* () {
      if (target.type === "user") {
        const user = yield* Effect.provideService(users.get(target.id), CurrentUser, yield* viewer)
        return { author: asAuthor(user), words: "" }
      }
      if (target.type === "post") {
        const { author, excerpt, title } = yield* posts.head(target.id)
        return { author, title, words: excerpt }
      }
      const { author, contentHtml } = yield* comments.get(target.id)
      return { author, words: excerptOf(textOfHtml(contentHtml)) }
    })
  const none = () => Effect.succeedNone
  return (target: Target, request: WebRequest): Effect.Effect<Option.Option<ReportedTarget>, PageError, Reader> =>
    Effect.catchTags(Effect.asSome(seen(target, request)), {
      CommentNotFound: none,
      NoSuchElementException: none,
      PostNotFound: none,
      UserNotFound: none
    })
})

export const routes = Effect.map(Effect.all([Reports, makeFind, makeRendering]), ([reports, find, rendering]) => [
  ...form({
    ...forMembers,
    path: "/report",
    querySchema: TargetQuery,
    payloadSchema: NewReport,
    payloadOf: (values) => ({ target: targetOfForm(values), reason: values["reason"], text: valueOf(values, "text") }),
    show: (request) =>
      Effect.gen(function* () {
        const target = targetOf(request)
        const reported = Option.isSome(target) ? yield* find(target.value, request) : Option.none()
        return {
          title: request.t.moderation.report,
          body: <ReportForm helpLines={reports.helpLines} reported={reported} />
        }
      }),
    send: (_, payload) =>
      Effect.map(reports.send(payload), ({ helpLines }) => ({
        location: helpLines === undefined ? "/reports?done=sent" : "/reports?done=danger"
      }))
  }),
  page({
    ...forMembers,
    path: "/reports",
    querySchema: ReportQuery,
    show: (request) =>
      Effect.gen(function* () {
        const { parameters, t } = request
        const { data, pagination } = yield* reports.list(parameters)
        const toldTimes = yield* reports.toldTimes(data)
        // To moderators a report has the text itself; a reporter reads what everybody may see of it today.
        const shown = yield* Effect.forEach(
          data,
          (report) =>
            Effect.map(
              report.content === undefined ? find(report.target, request) : Effect.succeedNone,
              (reported) => ({
                report,
                reported,
                toldAt: toldTimes.get(report.id)
              })
            ),
          { concurrency: "unbounded" } // the posts share one statement
        )
        const list = (
          <ReportList helpLines={reports.helpLines} shown={shown} status={parameters.status} pagination={pagination} />
        )
        return reading(
          Option.exists(request.viewer, actsAsModerator) ? t.moderation.allReports : t.moderation.yourReports,
          yield* rendering(
            data.map(({ content, target }) => ({ target, words: content })),
            list
          )
        )
      })
  })
])
