import { Effect } from "effect"
import { type HelpLine, type Report, ReportReason } from "../../../domain/moderation/Report.ts"
import type { Target } from "../../../domain/moderation/Target.ts"
import { Reports } from "../../../services/moderation/Reports.ts"
import { toWireError } from "../../http/Errors.ts"
import { Area, Choices, Form, Summary } from "../Form.tsx"
import { Done, List, Pages, When } from "../Pieces.tsx"
import { forMembers, form, numberOf, type Values, type Visit, valueOf } from "../Visit.ts"

/** The target that a link to a form names, or that a form repeats. */
export const targetIn = ({ form: { values }, query }: Visit) => {
  const of = (name: string) => valueOf(values, name) || (typeof query[name] === "string" ? query[name] : "")
  return { type: of("type"), id: of("id") }
}

export const targetOfForm = (values: Values) => ({ type: valueOf(values, "type"), id: numberOf(valueOf(values, "id")) })

/** The page of a target. A comment is found by the page of reports only. */
export const TargetLink = ({
  target: { id, type },
  visit: { t }
}: {
  readonly target: Target
  readonly visit: Visit
}) => {
  const label = `${t.moderation.targets[type]} ${id}`
  return type === "comment" ? (
    <span>{label}</span>
  ) : (
    <a href={`/${type === "user" ? "member" : type}s/${id}`}>{label}</a>
  )
}

const ReportForm = ({ visit }: { readonly visit: Visit }) => {
  const { form: sent, t } = visit
  const { id, type } = targetIn(visit)
  return (
    <div class="narrow">
      <h1>{t.moderation.report}</h1>
      <p class="notice">{t.moderation.dangerFirst}</p>
      <Summary
        visit={visit}
        fields={[
          ["reason", t.moderation.reason],
          ["text", t.moderation.reportText]
        ]}
      />
      <Form action="/report">
        <input type="hidden" name="type" value={type} />
        <input type="hidden" name="id" value={id} />
        <Choices
          form={sent}
          name="reason"
          label={t.moderation.reason}
          choices={ReportReason.literals.map((value) => ({ value, label: t.moderation.reasons[value] }))}
        />
        <Area
          form={sent}
          name="text"
          label={t.moderation.reportText}
          hint={t.moderation.reportHint}
          rows={5}
          isRequired={false}
        />
        <button>{t.moderation.sendReport}</button>
      </Form>
    </div>
  )
}

const HelpLines = ({ lines, visit: { t } }: { readonly lines: ReadonlyArray<HelpLine>; readonly visit: Visit }) => (
  <div class="narrow">
    <h1>{t.moderation.helpTitle}</h1>
    <Done>{t.moderation.reportSent}</Done>
    <p class="lead">{t.moderation.helpLead}</p>
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

/** A report as its sender and moderators see it. */
export const ReportFacts = ({ report, visit }: { readonly report: Report; readonly visit: Visit }) => {
  const { createdAt, reason, status, target, text } = report
  const { t } = visit
  return (
    <>
      <p class="facts">
        <span class={reason === "danger" ? "badge unverified" : "badge"}>{t.moderation.reasons[reason]}</span>
        <TargetLink target={target} visit={visit} />
        <When at={createdAt} exact visit={visit} />
        <span>{t.moderation.statuses[status]}</span>
      </p>
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
    path: "/report",
    twin: "reports.send",
    needsSignIn: true,
    payload: (values) => ({ target: targetOfForm(values), reason: values["reason"], text: valueOf(values, "text") }),
    show: (visit) => Effect.succeed({ title: visit.t.moderation.report, body: <ReportForm visit={visit} /> }),
    send: (visit, payload) =>
      Effect.map(toWireError(reports.send(payload)), ({ helpLines }) =>
        helpLines === undefined
          ? { location: "/reports?done=sent" }
          : { title: visit.t.moderation.helpTitle, body: <HelpLines lines={helpLines} visit={visit} /> }
      )
  }),
  forMembers({
    path: "/reports",
    twin: "reports.list",
    show: (visit) =>
      Effect.map(toWireError(reports.list(visit.parameters)), ({ data, pagination }) => {
        const { query, t } = visit
        const body = (
          <div class="reading">
            <h1>{t.moderation.yourReports}</h1>
            {query["done"] === "sent" ? <Done>{t.moderation.reportSent}</Done> : null}
            <List empty={t.moderation.noReports}>
              {data.map((report) => (
                <li class="card" key={report.id}>
                  <ReportFacts report={report} visit={visit} />
                </li>
              ))}
            </List>
            <Pages pagination={pagination} visit={visit} />
            <p>
              <a href="/decisions">{t.moderation.decisions}</a>
            </p>
          </div>
        )
        return { title: t.moderation.yourReports, body }
      })
  })
])
