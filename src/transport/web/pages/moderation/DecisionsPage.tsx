import { Effect, Option } from "effect"
import { DecisionPath, DecisionQuery } from "../../../../api/moderation/DecisionsApi.ts"
import { actsAsModerator, CurrentUser } from "../../../../domain/accounts/CurrentUser.ts"
import {
  AppealDecision,
  AppealOutcome,
  type Decision,
  DecisionNotFound,
  NewAppeal
} from "../../../../domain/moderation/Decision.ts"
import { moderator, require } from "../../../../services/accounts/Policy.ts"
import { Appeals } from "../../../../services/moderation/Appeals.ts"
import { Decisions } from "../../../../services/moderation/Decisions.ts"
import { isFirstReview, isNotYet } from "../../../../services/moderation/FirstPosts.ts"
import { Comments } from "../../../../services/posts/Comments.ts"
import { Done, Fact, formAgain, reading, Trail, When, Who } from "../../Components.tsx"
import { Area, Choices, choicesOf, Form, Summary } from "../../Form.tsx"
import { makeOnce } from "../../FormKey.ts"
import { PagedList } from "../../Lists.tsx"
import { action, forMembers, page } from "../../Route.ts"
import { useWebRequest, valueOf, type WebRequest } from "../../WebRequest.ts"
import { makeNoteOpened } from "../notifications/NoteOpened.ts"
import { Moderate } from "../posts/CommentView.tsx"
import { DecisionItem } from "./CasePage.tsx"
import { concernedBy, Excerpt, makeRendering, Reported } from "./Rendered.tsx"
import { TargetLink, takenIn } from "./Targets.tsx"

interface AppealFormProps {
  readonly path: string
  /** True for a first text that is to be changed before it is published. */
  readonly isNotYet?: boolean
}

const AppealForm = ({ isNotYet = false, path }: AppealFormProps) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} draft={path} fields={{ text: isNotYet ? t.cases.changed : t.moderation.appealText }}>
      <Area name="text" hint={t.moderation.appealHint} />
      <button>{t.moderation.sendAppeal}</button>
    </Form>
  )
}

const OutcomeForm = ({ path }: { readonly path: string }) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} draft={path} fields={{ outcome: t.moderation.outcome, reason: t.moderation.explanation }}>
      <Choices name="outcome" choices={choicesOf(AppealOutcome.literals, t.moderation.outcomeChoices)} />
      <Area name="reason" hint={t.moderation.outcomeHint} />
      <button>{t.moderation.saveDecision}</button>
    </Form>
  )
}

/** Why a form was refused that its sender cannot send any more, with what was typed. */
const Refused = () => {
  const { form, t } = useWebRequest()
  const words = valueOf(form.values, "text") || valueOf(form.values, "reason")
  return (
    <>
      <Summary fields={{ text: t.moderation.explanation }} within="field" />
      {words === "" ? null : (
        <blockquote class="reported" dir="auto">
          {words}
        </blockquote>
      )}
    </>
  )
}

interface Shown {
  readonly decision: Decision
  /** The words of a hidden comment, which has no page of its own, for its author and moderators. */
  readonly hiddenWords: Option.Option<string>
  /** False for a text that the decision hid from the reader, who reported it. */
  readonly isLinked: boolean
  /** True to the member concerned. */
  readonly isOwn: boolean
  /** The forms that the reader may send. */
  readonly open: { readonly appeal: boolean; readonly outcome: boolean }
}

const AppealOf = ({ decision, isOwn }: Pick<Shown, "decision" | "isOwn">) => {
  const { appeal } = decision
  const { t } = useWebRequest()
  if (appeal === null) return null
  return (
    <section aria-labelledby="appeal">
      <h2 id="appeal">{t.moderation.appeal}</h2>
      {appeal.text === "" ? null : (
        <dl class="facts-list">
          <Fact label={t.moderation.appealReason} dir="auto">
            {appeal.text}
          </Fact>
        </dl>
      )}
      {appeal.outcome === null ? (
        <p>
          {t.moderation.appealOpen}.{isOwn ? ` ${t.moderation.appealNext}` : null}
        </p>
      ) : (
        <>
          <p class="strong">{t.moderation.outcomes[appeal.outcome]}</p>
          <p dir="auto">{appeal.reason}</p>
          {isOwn && appeal.outcome === "upheld" && isNotYet(decision) && decision.target.type !== "user" ? (
            <p>{t.cases.stillHidden[decision.target.type]}</p>
          ) : null}
        </>
      )}
    </section>
  )
}

/** What a decision is about: a hidden comment in full, with a link to its case for moderators. */
const About = ({ decision, hiddenWords, isLinked }: Pick<Shown, "decision" | "hiddenWords" | "isLinked">) => {
  const { excerpt, target } = decision
  const { t } = useWebRequest()
  if (Option.isSome(hiddenWords)) {
    return (
      <>
        {t.moderation.targets[target.type]} <Moderate {...target} />
        <Reported target={target} words={hiddenWords.value} name={`decision-${decision.id}`} />
      </>
    )
  }
  return (
    <>
      {isLinked ? <TargetLink target={target} content={excerpt} /> : t.moderation.targets[target.type]}
      {target.type === "user" ? null : <Excerpt of={decision} />}
    </>
  )
}

const DecisionPage = ({ decision, hiddenWords, isLinked, isOwn, open }: Shown) => {
  const { automated, by, createdAt, id, reason, rule, target, until } = decision
  const { form, query, t } = useWebRequest()
  const isReview = isFirstReview(decision)
  const waits = isNotYet(decision)
  return (
    <div class="reading">
      <Trail href="/decisions" label={t.moderation.decisions} />
      <h1>
        {takenIn(t, decision)}
        {until === null ? null : (
          <>
            {" "}
            {t.moderation.until} <When at={until} exact />
          </>
        )}
      </h1>
      {query["done"] === "sent" ? <Done>{t.moderation.appealSent}</Done> : null}
      <dl class="facts-list">
        <Fact label={t.moderation.about}>
          <About decision={decision} hiddenWords={hiddenWords} isLinked={isLinked} />
        </Fact>
        {rule === "" ? null : (
          <Fact label={t.moderation.rule} dir="auto">
            {t.ruleIn(rule)}
          </Fact>
        )}
        {reason === "" ? null : (
          <Fact label={t.moderation.explanation} dir="auto">
            {isReview ? t.cases.reviewReason : reason}
          </Fact>
        )}
        <Fact label={t.moderation.when}>
          <When at={createdAt} exact />
        </Fact>
        <Fact label={t.moderation.decidedBy}>
          {by != null ? <Who author={by} /> : automated ? t.members.program : t.members.moderator}
        </Fact>
      </dl>
      <AppealOf decision={decision} isOwn={isOwn} />
      {form.problem === undefined || open.appeal || open.outcome ? null : <Refused />}
      {open.appeal && (!isReview || form.problem !== undefined) ? (
        <section aria-labelledby="write" class="panel">
          <h2 id="write">{t.moderation.appeal}</h2>
          {waits && target.type !== "user" ? <p>{t.cases.changedNext[target.type]}</p> : null}
          <AppealForm path={`/decisions/${id}/appeal`} isNotYet={waits} />
        </section>
      ) : null}
      {open.outcome ? (
        <section aria-labelledby="outcome" class="panel">
          <h2 id="outcome">{t.moderation.decideAppeal}</h2>
          <OutcomeForm path={`/decisions/${id}/outcome`} />
        </section>
      ) : null}
    </div>
  )
}

const ofDecision = { ...forMembers, pathSchema: DecisionPath }

/** Shows a decision, with the forms that its reader may send now. */
const makeShowOpen = Effect.map(
  Effect.all([Appeals, Comments, Decisions, makeRendering]),
  ([appeals, comments, decisions, rendering]) =>
    (request: WebRequest<typeof DecisionPath.Type>) =>
      Effect.gen(function* () {
        const { id } = request.path
        const open = yield* appeals.open(id)
        const told = (yield* decisions.visibleOf([id])).get(id)
        const { decision, isOwn, isReported } = told ?? (yield* new DecisionNotFound({ id }))
        const isLinked = decision.action !== "hide" || !isReported || actsAsModerator(yield* CurrentUser)
        const { target } = decision
        const hidden = target.type === "comment" ? Effect.asSome(comments.hidden(target.id)) : Effect.succeedNone
        const found = yield* Effect.catchTag(hidden, "CommentNotFound", () => Effect.succeedNone)
        const hiddenWords = Option.map(found, ({ content }) => content)
        const page = <DecisionPage {...{ decision, hiddenWords, isLinked, isOwn, open }} />
        const words = Option.getOrUndefined(hiddenWords)
        const body = yield* rendering([concernedBy(decision), { target, words }], page)
        return { title: request.t.moderation.decision, body }
      })
)

const services = Effect.all([Decisions, Appeals, makeRendering, makeShowOpen, makeOnce, makeNoteOpened])

export const routes = Effect.map(services, ([decisions, appeals, rendering, showOpen, once, noteOpened]) => [
  page({
    ...forMembers,
    path: "/decisions",
    querySchema: DecisionQuery,
    isOpenToSuspended: true,
    show: (request) =>
      Effect.gen(function* () {
        const { t } = request
        const { data, pagination } = yield* decisions.list(request.parameters)
        const list = (
          <>
            <PagedList of={pagination} empty={t.moderation.noDecisions} plain>
              {data.map((decision) => (
                <DecisionItem key={decision.id} decision={decision} />
              ))}
            </PagedList>
          </>
        )
        return reading(t.moderation.decisions, yield* rendering(data.map(concernedBy), list))
      })
  }),
  page({
    ...ofDecision,
    path: "/decisions/:id",
    isOpenToSuspended: true,
    show: (request) => Effect.zipLeft(showOpen(request), noteOpened(request, { kind: "decision", id: request.path.id }))
  }),
  action({
    ...ofDecision,
    path: "/decisions/:id/appeal",
    payloadSchema: NewAppeal,
    isOpenToSuspended: true,
    send: (request, payload) =>
      Effect.map(once(request, appeals.appeal(request.path.id, payload)), ({ id }) => ({
        location: `/decisions/${id}?done=sent`
      })),
    // A session may have ended while the appeal was written.
    again: (request) =>
      Option.match(request.viewer, {
        onNone: () => formAgain((t) => t.moderation.appeal, AppealForm)(request),
        onSome: (user) => Effect.provideService(showOpen(request), CurrentUser, user)
      })
  }),
  action({
    ...ofDecision,
    path: "/decisions/:id/outcome",
    shownTo: "signedIn",
    payloadSchema: AppealDecision,
    send: (request, payload) =>
      Effect.map(once(request, appeals.decide(request.path.id, payload)), ({ id }) => ({
        location: `/decisions/${id}`
      })),
    again: (request) => Effect.zipLeft(showOpen(request), require(moderator("decideAppeal")))
  })
])
