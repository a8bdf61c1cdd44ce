import { DateTime, Effect, Option } from "effect"
import { actsAsModerator } from "../../../domain/accounts/CurrentUser.ts"
import { AppealOutcome, appealFault, type Decision } from "../../../domain/moderation/Decision.ts"
import { Appeals } from "../../../services/moderation/Appeals.ts"
import { Decisions } from "../../../services/moderation/Decisions.ts"
import { toWireError } from "../../http/Errors.ts"
import { Area, Choices, Form, Summary } from "../Form.tsx"
import { Done, List, Pages, Trail, When } from "../Pieces.tsx"
import { action, forMembers, type View, type Visit } from "../Visit.ts"
import { TargetLink } from "./Reports.tsx"

const AppealForm = ({ path, visit }: { readonly path: string; readonly visit: Visit }) => {
  const { form, t } = visit
  return (
    <>
      <Summary visit={visit} fields={[["text", t.moderation.appealText]]} />
      <Form action={path}>
        <Area form={form} name="text" label={t.moderation.appealText} hint={t.moderation.appealHint} />
        <button>{t.moderation.sendAppeal}</button>
      </Form>
    </>
  )
}

const OutcomeForm = ({ path, visit }: { readonly path: string; readonly visit: Visit }) => {
  const { form, t } = visit
  return (
    <>
      <Summary
        visit={visit}
        fields={[
          ["outcome", t.moderation.outcome],
          ["reason", t.moderation.explanation]
        ]}
      />
      <Form action={path}>
        <Choices
          form={form}
          name="outcome"
          label={t.moderation.outcome}
          choices={AppealOutcome.literals.map((value) => ({ value, label: t.moderation.outcomes[value] }))}
        />
        <Area form={form} name="reason" label={t.moderation.explanation} />
        <button>{t.moderation.decide}</button>
      </Form>
    </>
  )
}

const AppealOf = ({ decision, visit }: { readonly decision: Decision; readonly visit: Visit }) => {
  const { appeal } = decision
  const { t } = visit
  if (appeal === null) return null
  return (
    <section aria-labelledby="appeal">
      <h2 id="appeal">{t.moderation.appeal}</h2>
      <p dir="auto">{appeal.text}</p>
      {appeal.outcome === null ? (
        <p>{t.moderation.appealOpen}</p>
      ) : (
        <>
          <p class="strong">{t.moderation.outcomes[appeal.outcome]}</p>
          <p dir="auto">{appeal.reason}</p>
        </>
      )}
    </section>
  )
}

interface Shown {
  readonly decision: Decision
  readonly now: DateTime.Utc
  readonly visit: Visit
}

const DecisionPage = ({ decision, now, visit }: Shown) => {
  const { action: done, automated, createdAt, excerpt, id, reason, rule, target, until } = decision
  const { query, t, viewer } = visit
  const isModerator = Option.exists(viewer, actsAsModerator)
  const mayAppeal = !isModerator && Option.isNone(appealFault(decision, now))
  return (
    <div class="reading">
      <Trail visit={visit} links={[["/decisions", t.moderation.decisions]]} />
      <h1>{t.moderation.decision}</h1>
      {query["done"] === "sent" ? <Done>{t.moderation.appealSent}</Done> : null}
      <dl class="facts-list">
        <div>
          <dt>{t.moderation.about}</dt>
          <dd>
            <TargetLink target={target} visit={visit} />
            <p dir="auto">{excerpt}</p>
          </dd>
        </div>
        <div>
          <dt>{t.moderation.action}</dt>
          <dd>
            {t.moderation.actions[done]}
            {until === null ? null : (
              <>
                {" "}
                {t.moderation.until} <When at={until} exact visit={visit} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t.moderation.rule}</dt>
          <dd dir="auto">{rule}</dd>
        </div>
        <div>
          <dt>{t.moderation.explanation}</dt>
          <dd dir="auto">{reason}</dd>
        </div>
        <div>
          <dt>{t.moderation.decidedAt}</dt>
          <dd>
            <When at={createdAt} exact visit={visit} /> {automated ? t.moderation.automated : t.moderation.byModerator}
          </dd>
        </div>
      </dl>
      <AppealOf decision={decision} visit={visit} />
      {mayAppeal ? (
        <section aria-labelledby="write" class="panel">
          <h2 id="write">{t.moderation.appeal}</h2>
          <AppealForm path={`/decisions/${id}/appeal`} visit={visit} />
        </section>
      ) : null}
      {isModerator && decision.appeal?.outcome === null ? (
        <section aria-labelledby="outcome" class="panel">
          <h2 id="outcome">{t.moderation.decideAppeal}</h2>
          <OutcomeForm path={`/decisions/${id}/outcome`} visit={visit} />
        </section>
      ) : null}
    </div>
  )
}

/** A form that was refused, by itself. */
const formAgain = (visit: Visit, title: string, Again: typeof AppealForm): View => ({
  title,
  body: (
    <div class="reading">
      <h1>{title}</h1>
      <Again path={visit.pathname} visit={visit} />
    </div>
  )
})

export const routes = Effect.map(Effect.all([Decisions, Appeals]), ([decisions, appeals]) => [
  forMembers({
    path: "/decisions",
    twin: "decisions.list",
    show: (visit) =>
      Effect.map(toWireError(decisions.list(visit.parameters)), ({ data, pagination }) => {
        const { t } = visit
        const body = (
          <div class="reading">
            <h1>{t.moderation.decisions}</h1>
            <List empty={t.moderation.noDecisions} plain>
              {data.map(({ action: done, createdAt, excerpt, id }) => (
                <li class="row" key={id}>
                  <a class="strong" href={`/decisions/${id}`}>
                    {t.moderation.actions[done]}
                  </a>
                  <p dir="auto">{excerpt}</p>
                  <p class="facts">
                    <When at={createdAt} visit={visit} />
                  </p>
                </li>
              ))}
            </List>
            <Pages pagination={pagination} visit={visit} />
          </div>
        )
        return { title: t.moderation.decisions, body }
      })
  }),
  forMembers({
    path: "/decisions/:id",
    twin: "decisions.get",
    show: (visit) =>
      Effect.map(Effect.all([toWireError(decisions.get(visit.path.id)), DateTime.now]), ([decision, now]) => ({
        title: visit.t.moderation.decision,
        body: <DecisionPage decision={decision} now={now} visit={visit} />
      }))
  }),
  action({
    path: "/decisions/:id/appeal",
    twin: "decisions.appeal",
    payload: ({ text }) => ({ text }),
    send: (visit, payload) =>
      Effect.map(toWireError(appeals.appeal(visit.path.id, payload)), ({ id }) => ({
        location: `/decisions/${id}?done=sent`
      })),
    again: (visit) => Effect.succeed(formAgain(visit, visit.t.moderation.appeal, AppealForm))
  }),
  action({
    path: "/decisions/:id/outcome",
    twin: "decisions.decideAppeal",
    payload: ({ outcome, reason }) => ({ outcome, reason }),
    send: (visit, payload) =>
      Effect.map(toWireError(appeals.decide(visit.path.id, payload)), ({ id }) => ({ location: `/decisions/${id}` })),
    again: (visit) => Effect.succeed(formAgain(visit, visit.t.moderation.decideAppeal, OutcomeForm))
  })
])
