import { Effect, Option, Schema } from "effect"
import { pageQuery } from "../../../../api/Query.ts"
import { BadRequest } from "../../../../api/WireErrors.ts"
import { type DecisionPage, NewDecision } from "../../../../domain/moderation/Decision.ts"
import type { ReportPage } from "../../../../domain/moderation/Report.ts"
import { DecisionAction, fits, Target } from "../../../../domain/moderation/Target.ts"
import { Decisions } from "../../../../services/moderation/Decisions.ts"
import { Reports } from "../../../../services/moderation/Reports.ts"
import { Done, List, Pages, Total, Who } from "../../Components.tsx"
import { Area, Choices, choicesOf, Field, Form, Menu } from "../../Form.tsx"
import { forMembersOnly, form } from "../../Route.ts"
import { labelOf } from "../../texts/Labels.ts"
import { numberOf, useWebRequest, valueOf, type WebRequest } from "../../WebRequest.ts"
import { Reported, ReportFacts, TargetLink, TargetQuery, targetIn, targetOfForm } from "./ReportsPage.tsx"

const decodeTarget = Schema.decodeUnknownOption(Target)

const targetOf = (request: WebRequest) => {
  const { id, type } = targetIn(request)
  return decodeTarget({ type, id: numberOf(id) })
}

/** The form of a decision about a target. */
const Decide = ({ target: { id, type } }: { readonly target: Target }) => {
  const { t } = useWebRequest()
  const actions = DecisionAction.literals.filter((one) => fits(type, one))
  return (
    <Form
      action="/moderation"
      fields={{
        action: t.moderation.actionToTake,
        rule: t.moderation.rule,
        reason: t.moderation.explanation,
        until: t.moderation.untilLabel,
        all: t.moderation.allLabel
      }}
    >
      <input type="hidden" name="type" value={type} />
      <input type="hidden" name="id" value={id} />
      <Menu name="action" choices={choicesOf(actions, t.moderation.actionsToTake)} />
      <Field name="rule" hint={t.moderation.ruleHint} />
      <Area name="reason" hint={t.moderation.explanationHint} rows={4} />
      {type === "user" ? (
        <>
          <Field name="until" hint={t.moderation.untilHint} isRequired={false} />
          <Choices
            name="all"
            choices={[{ value: "yes", label: t.moderation.all, hint: t.moderation.allHint }]}
            several={[]}
          />
        </>
      ) : null}
      <button>{t.moderation.decide}</button>
    </Form>
  )
}

/** Fields of forms that are shown side by side would have the same ids, so the queue links to the form of each target. */
const Queue = ({ page }: { readonly page: ReportPage }) => {
  const { t } = useWebRequest()
  return (
    <>
      <Total total={page.pagination.total} />
      <List empty={t.moderation.emptyQueue}>
        {page.data.map((report) => (
          <li class="card" key={report.id}>
            <ReportFacts report={report} />
            {report.reporter == null ? (
              <p class="facts">{t.moderation.automatic}</p>
            ) : (
              <p class="facts">
                {t.moderation.reportedBy} <Who author={report.reporter} />
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
      <Pages pagination={page.pagination} />
    </>
  )
}

/** The decisions whose appeals wait for an outcome. */
const OpenAppeals = ({ page: { data, pagination } }: { readonly page: DecisionPage }) => {
  const { t } = useWebRequest()
  if (pagination.total === 0) return null
  return (
    <section aria-labelledby="appeals">
      <h2 id="appeals">
        <a href="/decisions?appeal=open">{t.moderation.openAppeals}</a>
      </h2>
      <ul class="rows">
        {data.map(({ action: done, excerpt, id }) => (
          <li class="row" key={id}>
            <a class="strong" href={`/decisions/${id}`}>
              {labelOf(t.moderation.actions, done, t.moderation.otherAction)}
            </a>
            <p dir="auto">{excerpt}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Waiting {
  readonly page: ReportPage
  readonly appeals: DecisionPage
}

const ModerationPage = ({ appeals, page }: Waiting) => {
  const { query, t } = useWebRequest()
  return (
    <div class="reading">
      <h1>{t.frame.moderation}</h1>
      {query["done"] === "decided" ? <Done>{t.moderation.decided}</Done> : null}
      <OpenAppeals page={appeals} />
      <h2>{t.moderation.yourReports}</h2>
      <Queue page={page} />
      <p>
        <a href="/decisions">{t.moderation.decisions}</a>
      </p>
    </div>
  )
}

/** A form with the words that it is about. */
const DecidePage = ({ target, words }: { readonly target: Target; readonly words: Option.Option<string> }) => {
  const { t } = useWebRequest()
  return (
    <div class="reading">
      <h1>{t.moderation.decide}</h1>
      <p class="strong">
        <TargetLink target={target} />
      </p>
      <Reported words={Option.getOrNull(words)} />
      <Decide target={target} />
      <p>
        <a href="/moderation">{t.moderation.queue}</a>
      </p>
    </div>
  )
}

const QueueQuery = Schema.Struct({ ...TargetQuery.fields, page: pageQuery().page })

export const routes = Effect.map(Effect.all([Reports, Decisions]), ([reports, decisions]) =>
  form({
    ...forMembersOnly,
    path: "/moderation",
    querySchema: QueueQuery,
    payloadSchema: NewDecision,
    payloadOf: (values) => {
      const { action: done, reason, rule } = values
      const until = valueOf(values, "until")
      const all = values["all"] === "yes"
      return { target: targetOfForm(values), action: done, rule, reason, ...(until === "" ? {} : { until }), all }
    },
    show: (request) =>
      Effect.gen(function* () {
        const target = targetOf(request)
        const body = Option.isSome(target) ? (
          <DecidePage target={target.value} words={yield* decisions.wordsOf(target.value)} />
        ) : (
          <ModerationPage
            page={yield* reports.queue({ page: request.parameters.page })}
            appeals={yield* decisions.list({ appeal: "open" })}
          />
        )
        return { title: request.t.frame.moderation, body }
      }),
    send: (_, payload) => Effect.as(decisions.decide(payload), { location: "/moderation?done=decided" }),
    again: (request) => {
      const { problem } = request.form
      const unknown = new BadRequest({ message: problem?.message ?? "" })
      return Effect.map(
        Effect.mapError(targetOf(request), () => unknown),
        (target) => ({
          title: request.t.frame.moderation,
          body: <DecidePage target={target} words={Option.none()} />
        })
      )
    }
  })
)
