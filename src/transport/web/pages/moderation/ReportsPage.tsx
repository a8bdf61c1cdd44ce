import { Effect, Schema } from "effect"
import { ReportQuery } from "../../../../api/ModerationApi.ts"
import { type HelpLine, NewReport, type Report, ReportReason } from "../../../../domain/moderation/Report.ts"
import type { Target } from "../../../../domain/moderation/Target.ts"
import { Reports } from "../../../../services/moderation/Reports.ts"
import { Done, List, Pages, reading, When } from "../../Components.tsx"
import { Area, Choices, choicesOf, Form } from "../../Form.tsx"
import { forMembers, form, given, page } from "../../Route.ts"
import { labelOf } from "../../texts/Labels.ts"
import { numberOf, useWebRequest, type Values, valueOf, type WebRequest } from "../../WebRequest.ts"

/** A link to a form names its target. */
export const TargetQuery = Schema.Struct({ type: given, id: given })

/** The target that a link to a form names, or that a form repeats. */
export const targetIn = ({ form: { values }, query }: WebRequest) => {
  const of = (name: string) => valueOf(values, name) || (typeof query[name] === "string" ? query[name] : "")
  return { type: of("type"), id: of("id") }
}

export const targetOfForm = (values: Values) => ({ type: valueOf(values, "type"), id: numberOf(valueOf(values, "id")) })

/** A link to the page of a target. */
export const TargetLink = ({ target: { id, type } }: { readonly target: Target }) => (
  <a href={`/${type === "user" ? "member" : type}s/${id}`}>
    {useWebRequest().t.moderation.targets[type]} {id}
  </a>
)

const ReportForm = () => {
  const request = useWebRequest()
  const { t } = request
  const { id, type } = targetIn(request)
  return (
    <div class="narrow">
      <h1>{t.moderation.report}</h1>
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

const HelpLines = ({ lines }: { readonly lines: ReadonlyArray<HelpLine> }) => (
  <div class="narrow">
    <h1>{useWebRequest().t.moderation.helpTitle}</h1>
    <Done>{useWebRequest().t.moderation.reportSent}</Done>
    <p class="lead">{useWebRequest().t.moderation.helpLead}</p>
    <ul class="rows">
      {lines.map(({ country, name, phone, url }) => (
        <li class="row" key={`${country} ${phone}`}>
          <strong>{country}</strong> <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>
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

/** The words that a report or a decision is about. */
export const Reported = ({ words }: { readonly words: string | null | undefined }) =>
  words == null ? null : (
    <blockquote class="reported" dir="auto">
      {words}
    </blockquote>
  )

/** A report as its sender and moderators see it. */
export const ReportFacts = ({ report }: { readonly report: Report }) => {
  const { content, createdAt, reason, status, target, text } = report
  const { t } = useWebRequest()
  return (
    <>
      <p class="facts">
        <span class={reason === "danger" ? "badge unverified" : "badge"}>
          {labelOf(t.moderation.reasons, reason, t.moderation.reasons.other)}
        </span>
        <TargetLink target={target} />
        <When at={createdAt} exact />
        <span class="badge">{t.moderation.statuses[status]}</span>
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

export const routes = Effect.map(Reports, (reports) => [
  ...form({
    ...forMembers,
    path: "/report",
    querySchema: TargetQuery,
    payloadSchema: NewReport,
    payloadOf: (values) => ({ target: targetOfForm(values), reason: values["reason"], text: valueOf(values, "text") }),
    show: (request) => Effect.succeed({ title: request.t.moderation.report, body: <ReportForm /> }),
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
