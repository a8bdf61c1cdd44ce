import { Array, DateTime, Duration, Effect, Option, Schema } from "effect"
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { pageQuery } from "../../../../api/Query.ts"
import { BadRequest } from "../../../../api/WireErrors.ts"
import { actsAsAdmin } from "../../../../domain/accounts/CurrentUser.ts"
import { waitingFor } from "../../../../domain/moderation/Case.ts"
import { type DecisionPage, NewDecision } from "../../../../domain/moderation/Decision.ts"
import type { Report, ReportPage } from "../../../../domain/moderation/Report.ts"
import type { Target } from "../../../../domain/moderation/Target.ts"
import { Appeals } from "../../../../services/moderation/Appeals.ts"
import { Decisions } from "../../../../services/moderation/Decisions.ts"
import { Reports } from "../../../../services/moderation/Reports.ts"
import { Done } from "../../Components.tsx"
import { makeOnce } from "../../FormKey.ts"
import { durationIn, numberIn } from "../../Languages.ts"
import { PagedList, Total } from "../../Lists.tsx"
import { forModerators, form } from "../../Route.ts"
import { timeOf, useWebRequest, type Values, valueOf, type WebRequest } from "../../WebRequest.ts"
import { makeCaseOf } from "./Case.ts"
import { CasePage } from "./CasePage.tsx"
import { FirstReview } from "./FirstReview.tsx"
import { concernedBy, makeRendering, Reported } from "./Rendered.tsx"
import {
  casePath,
  ReportItem,
  TargetLink,
  TargetQuery,
  takenIn,
  targetOf,
  targetOfForm,
  WrittenBy
} from "./Targets.tsx"

/** The time at which the page is made. */
const CurrentTime = createContext(DateTime.unsafeMake(0))

/** The reports of a page that are about the same target, in the order of the first of them. */
const casesOf = (reports: ReadonlyArray<Report>) =>
  Object.values(Array.groupBy(reports, ({ target }) => `${target.type} ${target.id}`))

/** Since when a case waits: danger in minutes, for a long time too. */
const Waiting = ({ reports }: { readonly reports: Array.NonEmptyReadonlyArray<Report> }) => {
  const { language, t } = useWebRequest()
  const now = useContext(CurrentTime)
  const dangers = reports.filter(({ reason }) => reason === "danger")
  const [oldest] = Array.sort(
    (dangers.length === 0 ? reports : dangers).map(({ createdAt }) => createdAt),
    DateTime.Order
  )
  const waited = oldest === undefined ? Duration.zero : DateTime.distanceDuration(oldest, now)
  if (Duration.lessThan(waited, "1 minute")) return null
  const shown = durationIn(language, waited, dangers.length > 0)
  return <p class={dangers.length > 0 ? "strong" : "hint"}>{t.moderation.waitingFor({ time: shown })}</p>
}

/** A reported target, and the way to decide about it. */
const QueueItem = ({ reports }: { readonly reports: Array.NonEmptyReadonlyArray<Report> }) => {
  const { t } = useWebRequest()
  const [{ content, id: reportId, subject, target }] = reports
  const { id, type } = target
  return (
    <li class="card">
      {type === "user" ? (
        <p class="strong">
          <TargetLink target={target} content={content} />
        </p>
      ) : (
        <>
          <WrittenBy target={target} author={subject} />
          <Reported target={target} words={content} name={`report-${reportId}`} />
        </>
      )}
      <Waiting reports={reports} />
      {reports.length === 1 ? null : <p class="hint">{t.moderation.counted({ count: reports.length })}</p>}
      <ul class="rows">
        {reports.map((report) => (
          <ReportItem key={report.id} report={report} />
        ))}
      </ul>
      {target.type !== "user" && reports.some(({ reason }) => reason === "review") ? (
        <FirstReview target={target} />
      ) : null}
      <p class="actions">
        <a class="button" href={casePath(target)}>
          {t.moderation.decide}
          <span class="aside">
            {" "}
            {t.moderation.targets[type]} {id}
          </span>
        </a>
        {type === "user" ? null : <TargetLink target={target} />}
      </p>
    </li>
  )
}

/**
 * Fields of forms that are shown side by side would have the same ids, so the queue links to the form of each target.
 */
const Queue = ({ page }: { readonly page: ReportPage }) => {
  const { t } = useWebRequest()
  return (
    <>
      <Total of={page} counted={t.moderation.counted} />
      <PagedList of={page.pagination} empty={t.moderation.emptyQueue}>
        {casesOf(page.data).map((reports) => (
          <QueueItem key={reports[0].id} reports={reports} />
        ))}
      </PagedList>
    </>
  )
}

interface OpenAppealsProps {
  readonly page: DecisionPage
  /** The decisions whose appeals the reader may decide. */
  readonly mayDecide: ReadonlySet<number>
}

/** The decisions whose appeals wait for an outcome. */
const OpenAppeals = ({ mayDecide, page: { data, pagination } }: OpenAppealsProps) => {
  const { t } = useWebRequest()
  if (pagination.total === 0) return null
  return (
    <section aria-labelledby="appeals">
      <h2 id="appeals">{t.moderation.openAppeals}</h2>
      <ul class="cards">
        {data.map((decision) => (
          <li class="card" key={decision.id}>
            <p class="strong">{takenIn(t, decision)}</p>
            <Reported {...concernedBy(decision)} name={`decision-${decision.id}`} />
            <p class="hint">{t.moderation.appealReason}</p>
            <p dir="auto">{decision.appeal?.text}</p>
            {mayDecide.has(decision.id) ? null : <p class="hint">{t.cases.forAnother}</p>}
            <p>
              <a class={mayDecide.has(decision.id) ? "button" : "more"} href={`/decisions/${decision.id}`}>
                {mayDecide.has(decision.id) ? t.moderation.decideAppeal : t.reading.decision}
                <span class="aside"> {decision.id}</span>
              </a>
            </p>
          </li>
        ))}
      </ul>
      {pagination.hasMore ? (
        <p>
          <a class="more" href="/decisions?appeal=open">
            {t.moderation.openAppeals}
          </a>
        </p>
      ) : null}
    </section>
  )
}

interface WaitingCases {
  readonly page: ReportPage
  readonly appeals: OpenAppealsProps
  /** The requests to be verified, of which an admin is told. */
  readonly requests: number
}

const ModerationPage = ({ appeals, page, requests }: WaitingCases) => {
  const { query, t } = useWebRequest()
  // Reports of danger come first in their list, and then that list comes before the appeals.
  const isDanger = page.data[0]?.reason === "danger"
  return (
    <div class="reading">
      <h1>{t.layout.moderation}</h1>
      {query["done"] === "decided" ? <Done>{t.moderation.decided}</Done> : null}
      {isDanger ? null : <OpenAppeals {...appeals} />}
      <h2>{t.moderation.allReports}</h2>
      <Queue page={page} />
      {isDanger ? <OpenAppeals {...appeals} /> : null}
      {requests === 0 ? null : (
        <p>
          <a href="/admin">{t.moderation.askToBeVerified({ count: requests })}</a>
        </p>
      )}
      <p>
        <a href="/moderating">{t.layout.moderating}</a>
      </p>
      <p>
        <a href="/decisions">{t.moderation.decisions}</a>
      </p>
      <p>
        <a href="/moderation/health">{t.health.title}</a>
      </p>
    </div>
  )
}

const decisionOf = (values: Values) => {
  const { action: done, reason } = values
  const until = valueOf(values, "until")
  const own = valueOf(values, "rule")
  const rule = own.trim() === "" ? valueOf(values, "listed") : own
  const all = values["all"] === "yes"
  const ruled = done === "none" && rule.trim() === "" ? {} : { rule }
  return {
    target: targetOfForm(values),
    action: done,
    ...(done === "publish" ? {} : { ...ruled, reason }),
    ...(until === "" ? {} : { until: timeOf(until) }),
    all
  }
}

const QueueQuery = Schema.Struct({ ...TargetQuery.fields, page: pageQuery().page })

export const routes = Effect.gen(function* () {
  const reports = yield* Reports
  const decisions = yield* Decisions
  const appeals = yield* Appeals
  const caseOf = yield* makeCaseOf
  const once = yield* makeOnce
  const rendering = yield* makeRendering

  const showCase = ({ t }: WebRequest, target: Target) =>
    Effect.gen(function* () {
      const of = yield* caseOf(target)
      const earlier = Option.match(of.earlier, { onNone: () => [], onSome: ({ data }) => data.map(concernedBy) })
      const found = Option.map(of.found, ({ content }) => ({ target, words: content }))
      const body = yield* rendering([...Option.toArray(found), ...earlier], <CasePage of={of} />)
      return { title: t.cases.titles[target.type], body }
    })

  return form({
    ...forModerators,
    path: "/moderation",
    querySchema: QueueQuery,
    payloadSchema: NewDecision,
    payloadOf: decisionOf,
    show: (request) =>
      Effect.gen(function* () {
        const target = targetOf(request)
        if (Option.isSome(target)) return yield* showCase(request, target.value)
        const page = yield* reports.queue({ page: request.parameters.page })
        const open = yield* decisions.list({ appeal: "open" })
        const decidable = yield* Effect.filter(open.data, ({ id }) =>
          Effect.map(appeals.open(id), ({ outcome }) => outcome)
        )
        const shown = { page: open, mayDecide: new Set<number>(decidable.map(({ id }) => id)) }
        const told = page.data.map(({ content, target }) => ({ target, words: content }))
        const queue = yield* reports.waiting
        const isAdmin = Option.exists(request.viewer, actsAsAdmin)
        const requests = isAdmin ? queue.verificationRequests : 0
        const body = yield* rendering(
          [...told, ...open.data.map(concernedBy)],
          <CurrentTime.Provider value={yield* DateTime.now}>
            <ModerationPage page={page} appeals={shown} requests={requests} />
          </CurrentTime.Provider>
        )
        const { layout } = request.t
        const waiting = waitingFor(isAdmin, queue)
        const title =
          waiting === 0 ? layout.moderation : `(${numberIn(request.language, waiting)}) ${layout.moderation}`
        return { title, body }
      }),
    send: (request, payload) =>
      Effect.gen(function* () {
        const seenAs = valueOf(request.form.values, "seenAs") || undefined
        yield* once(request, decisions.decide(payload, seenAs))
        // The next case may be one of danger: whoever publishes a first text comes back to the queue instead.
        if (payload.action === "publish") return { location: "/moderation?done=decided" }
        // The decision stands also where the next case cannot be read.
        const next = yield* Effect.orElseSucceed(decisions.next, Option.none)
        const place = Option.match(next, { onNone: () => "", onSome: ({ id, type }) => `type=${type}&id=${id}&` })
        return { location: `/moderation?${place}done=decided` }
      }),
    again: (request) =>
      Option.match(targetOf(request), {
        onNone: () => new BadRequest({ message: request.form.problem?.message ?? "" }),
        onSome: (target) => showCase(request, target)
      })
  })
})
