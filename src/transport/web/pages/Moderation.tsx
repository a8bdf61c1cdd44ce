import { Effect, Option } from "effect"
import { actsAsModerator, NotAllowed, Viewer } from "../../../domain/accounts/CurrentUser.ts"
import type { ReportPage } from "../../../domain/moderation/Report.ts"
import { DecisionAction, fits } from "../../../domain/moderation/Target.ts"
import { Decisions } from "../../../services/moderation/Decisions.ts"
import { Reports } from "../../../services/moderation/Reports.ts"
import { toWireError } from "../../http/Errors.ts"
import { Area, Field, Form, Menu, Summary } from "../Form.tsx"
import { numberIn } from "../Languages.ts"
import { Done, List, Pages, Who } from "../Pieces.tsx"
import { memberForm, type Submitted, type Visit, valueOf } from "../Visit.ts"
import { ReportFacts, targetIn, targetOfForm } from "./Reports.tsx"

interface Deciding {
  readonly target: { readonly type: string; readonly id: string | number }
  readonly form: Submitted
  readonly visit: Visit
}

const actionsFor = (type: string) =>
  DecisionAction.literals.filter((one) => (type === "post" || type === "comment" || type === "user") && fits(type, one))

/** The form of a decision about a target. */
const Decide = ({ form, target: { id, type }, visit: { t } }: Deciding) => (
  <Form action="/moderation">
    <input type="hidden" name="type" value={type} />
    <input type="hidden" name="id" value={id} />
    <Menu
      form={form}
      name="action"
      label={t.moderation.action}
      choices={actionsFor(type).map((value) => ({ value, label: t.moderation.actions[value] }))}
    />
    <Field form={form} name="rule" label={t.moderation.rule} hint={t.moderation.ruleHint} />
    <Area form={form} name="reason" label={t.moderation.explanation} hint={t.moderation.explanationHint} rows={4} />
    {type === "user" ? (
      <Field
        form={form}
        name="until"
        label={t.moderation.untilLabel}
        hint={t.moderation.untilHint}
        isRequired={false}
      />
    ) : null}
    <button>{t.moderation.decide}</button>
  </Form>
)

/** Fields of forms that are shown side by side would have the same ids, so the queue links to the form of each target. */
const Queue = ({ page, visit }: { readonly page: ReportPage; readonly visit: Visit }) => {
  const { language, t } = visit
  return (
    <>
      <p role="status">{t.reading.found(page.pagination.total, numberIn(language, page.pagination.total))}</p>
      <List empty={t.moderation.emptyQueue}>
        {page.data.map((report) => (
          <li class="card" key={report.id}>
            <ReportFacts report={report} visit={visit} />
            {report.reporter == null ? (
              <p class="facts">{t.moderation.automatic}</p>
            ) : (
              <p class="facts">
                {t.moderation.reportedBy} <Who author={report.reporter} visit={visit} />
              </p>
            )}
            <p>
              <a class="button second" href={`/moderation?type=${report.target.type}&id=${report.target.id}`}>
                {t.moderation.decide}
                <span class="aside">
                  {" "}
                  {t.moderation.targets[report.target.type]} {report.target.id}
                </span>
              </a>
            </p>
          </li>
        ))}
      </List>
      <Pages pagination={page.pagination} visit={visit} />
    </>
  )
}

const ModerationPage = ({ page, visit }: { readonly page: ReportPage; readonly visit: Visit }) => {
  const { form, query, t } = visit
  const target = targetIn(visit)
  const isDeciding = target.type !== ""
  return (
    <div class="reading">
      <h1>{isDeciding ? t.moderation.decide : t.frame.moderation}</h1>
      {query["done"] === "decided" ? <Done>{t.moderation.decided}</Done> : null}
      {isDeciding ? (
        <>
          <p class="strong">{`${target.type} ${target.id}`}</p>
          <Summary
            visit={visit}
            fields={[
              ["action", t.moderation.action],
              ["rule", t.moderation.rule],
              ["reason", t.moderation.explanation],
              ["until", t.moderation.untilLabel]
            ]}
          />
          <Decide form={form} target={target} visit={visit} />
          <p>
            <a href="/moderation">{t.moderation.queue}</a>
          </p>
        </>
      ) : (
        <>
          <Queue page={page} visit={visit} />
          <p>
            <a href="/decisions">{t.moderation.decisions}</a>
          </p>
        </>
      )}
    </div>
  )
}

const pageIn = ({ query: { page } }: Visit) =>
  typeof page === "string" && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1

export const routes = Effect.map(Effect.all([Reports, Decisions]), ([reports, decisions]) =>
  memberForm({
    path: "/moderation",
    twin: "decisions.decide",
    needsSignIn: true,
    payload: (values) => {
      const { action: done, reason, rule } = values
      const until = valueOf(values, "until")
      const all = values["type"] === "user" && (done === "hide" || done === "restore")
      return { target: targetOfForm(values), action: done, rule, reason, ...(until === "" ? {} : { until }), all }
    },
    show: (visit) =>
      Effect.gen(function* () {
        const viewer = yield* Viewer
        if (!Option.exists(viewer, actsAsModerator)) {
          return yield* toWireError(Effect.fail(new NotAllowed({ action: "decide" })))
        }
        const page = yield* toWireError(reports.list({ status: "open", page: pageIn(visit) }))
        return { title: visit.t.frame.moderation, body: <ModerationPage page={page} visit={visit} /> }
      }),
    send: (_, payload) => Effect.as(toWireError(decisions.decide(payload)), { location: "/moderation?done=decided" })
  })
)
