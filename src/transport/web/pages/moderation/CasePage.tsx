import { Option } from "effect"
import type { ComponentChildren } from "preact"
import { partsOfReason, type Suspension } from "../../../../domain/accounts/Suspension.ts"
import type { Decision } from "../../../../domain/moderation/Decision.ts"
import { isHidden } from "../../../../domain/moderation/Target.ts"
import type { OpenCase } from "../../../../services/moderation/Decisions.ts"
import { review } from "../../../../services/moderation/FirstPosts.ts"
import { Done, Trail, When, Who } from "../../Components.tsx"
import { List } from "../../Lists.tsx"
import { Markup } from "../../Markup.tsx"
import { CurrentWebRequest, useWebRequest, valueOf } from "../../WebRequest.ts"
import { asAuthor } from "../accounts/MembersPage.tsx"
import type { Case } from "./Case.ts"
import { DecideForm } from "./DecideForm.tsx"
import { FirstReview } from "./FirstReview.tsx"
import { LinesToCall } from "./HelpLines.tsx"
import { Excerpt, Reported } from "./Rendered.tsx"
import { ReportItem, takenIn } from "./Targets.tsx"

const Comment = ({ comment, isTarget }: { readonly comment: PostComment; readonly isTarget: boolean }) => (
  <li class={isTarget ? "comment case" : "comment"}>
    <p class="facts">
      <Who author={comment.author} />
      <a href={`/comments/${comment.id}`}>
        <When at={comment.createdAt} ago />
      </a>
    </p>
    <Markup html={comment.contentHtml} name={`comment-${comment.id}`} under={3} />
  </li>
)

type PostComment = Option.Option.Value<Case["post"]>["comments"][number]

/** The text in its thread; the words alone where it is hidden, or a name. */
const InThread = ({ found, post, target }: Case) => {
  const { t } = useWebRequest()
  if (Option.isNone(found)) return <p class="notice">{target.type === "user" ? t.cases.goneMember : t.cases.gone}</p>
  if (target.type === "user") return null
  const reported = <Reported target={target} words={found.value.content} name="target" />
  if (Option.isNone(post)) return reported
  const { comments, contentHtml, id, title } = post.value
  const isAmong = comments.some((comment) => target.type === "comment" && comment.id === target.id)
  return (
    <section aria-labelledby="thread">
      <h2 id="thread">{t.cases.thread}</h2>
      <h3>
        <a href={`/posts/${id}`} dir="auto">
          {title}
        </a>
      </h3>
      {target.type === "post" ? (
        <>
          <p class="facts">
            <Who author={post.value.author} />
            <When at={post.value.createdAt} ago />
          </p>
          <div class="case">
            <Markup html={contentHtml} name={`post-${id}`} under={3} />
          </div>
        </>
      ) : null}
      {target.type === "comment" && !isAmong ? reported : null}
      {comments.length === 0 ? null : (
        <ul class="comments">
          {comments.map((comment) => (
            <Comment
              key={comment.id}
              comment={comment}
              isTarget={target.type === "comment" && comment.id === target.id}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** A decision of a list: what was done, about what, and when. */
export const DecisionItem = ({ decision }: { readonly decision: Decision }) => {
  const { appeal, createdAt, id } = decision
  const { t } = useWebRequest()
  return (
    <li class="row">
      <a class="strong" href={`/decisions/${id}`}>
        {takenIn(t, decision)}
      </a>
      <Excerpt of={decision} />
      <p class="facts">
        {appeal === null ? null : appeal.outcome === null ? (
          <span class="badge status">{t.moderation.appealOpen}</span>
        ) : (
          <span class="badge">{t.moderation.outcomes[appeal.outcome]}</span>
        )}
        <When at={createdAt} ago />
      </p>
    </li>
  )
}

/** Says until when a member is suspended, and the reason of an admin: that of a decision is listed with it. */
const Suspended = ({ by: { reason, until } }: { readonly by: Suspension }) => {
  const { t } = useWebRequest()
  const { decision, text } = partsOfReason(reason)
  return (
    <>
      <span class="badge unverified">
        {Option.isNone(until) ? (
          t.cases.suspended
        ) : (
          <>
            {t.cases.suspendedUntil} <When at={until.value} exact />
          </>
        )}
      </span>
      {decision === undefined ? <span dir="auto">{text}</span> : null}
    </>
  )
}

/** The author of the text, or the member whom the case is about. */
const Subject = ({ subject }: Case) => {
  const { t } = useWebRequest()
  if (Option.isNone(subject)) return null
  const { createdAt, suspended } = subject.value
  return (
    <p class="facts">
      <Who author={asAuthor(subject.value)} />
      {Option.isSome(suspended) ? <Suspended by={suspended.value} /> : null}
      <span>
        {t.members.joinedSince} <When at={createdAt} />
      </span>
    </p>
  )
}

/** The earlier decisions about the author. */
const Earlier = ({ earlier, subject }: Case) => {
  const { t } = useWebRequest()
  if (Option.isNone(subject) || Option.isNone(earlier)) return null
  const { data, pagination } = earlier.value
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">{t.cases.before}</h2>
      <List empty={t.cases.nothingBefore} plain>
        {data.map((decision) => (
          <DecisionItem key={decision.id} decision={decision} />
        ))}
      </List>
      {pagination.hasMore ? (
        <p>
          <a href={`/decisions?userId=${subject.value.id}`}>{t.cases.allBefore}</a>
        </p>
      ) : null}
    </section>
  )
}

/** One of two forms of a page: the one that was not sent has neither what was typed nor the reason for a refusal. */
const OneForm = ({ children, isSent }: { readonly isSent: boolean; readonly children: ComponentChildren }) => {
  const request = useWebRequest()
  const own = isSent ? request : { ...request, form: { values: {} } }
  return <CurrentWebRequest.Provider value={own}>{children}</CurrentWebRequest.Provider>
}

/** The forms of a case, or why there is none. */
const Deciding = ({ of }: { readonly of: OpenCase }) => {
  const { form, t } = useWebRequest()
  const { actions, found, concernsCaller, target } = of
  const waits = actions.includes("publish")
  const isReview = valueOf(form.values, "rule") === review.rule
  const others = waits ? actions.filter((action) => action !== "publish" && action !== "restore") : actions
  return (
    <section aria-labelledby="decide" class="panel">
      <h2 id="decide">{t.moderation.decide}</h2>
      {waits && target.type !== "user" ? (
        <OneForm isSent={isReview}>
          <FirstReview target={target} />
        </OneForm>
      ) : null}
      {actions.length === 0 ? (
        <p>{concernsCaller ? t.cases.own : t.cases.nothingToDo}</p>
      ) : (
        <OneForm isSent={!(waits && isReview)}>
          <DecideForm target={target} actions={others} found={found} />
        </OneForm>
      )}
    </section>
  )
}

/** The form that answers the text in its thread; none where nobody can read the answer. */
const replyPath = ({ found, post, target: { id, type } }: Case): Option.Option<string> => {
  const isShown = Option.exists(found, ({ state }) => !isHidden(state))
  if (type === "comment" && isShown) return Option.some(`/comments/${id}/reply`)
  return type === "post" && !isShown ? Option.none() : Option.map(post, (thread) => `/posts/${thread.id}#write`)
}

/** What to do where somebody may be in danger, and whom to name: before any decision. */
const InDanger = (of: Case) => {
  const { t } = useWebRequest()
  if (of.helpLines.length === 0) return null
  return (
    <section aria-labelledby="danger" class="notice urgent">
      <h2 id="danger">{t.cases.dangerTitle}</h2>
      <ol>
        {t.cases.dangerSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {Option.match(replyPath(of), {
        onNone: () => null,
        onSome: (path) => (
          <p>
            <a class="button" href={path}>
              {t.cases.replyToThem}
            </a>
          </p>
        )
      })}
      <details>
        <summary>{t.moderation.helpLinesOf}</summary>
        <LinesToCall lines={of.helpLines} />
      </details>
    </section>
  )
}

/** A target with all that a moderator reads before deciding, and the form for it. */
export const CasePage = (props: { readonly of: Case }) => {
  const { reports, target } = props.of
  const { query, t } = useWebRequest()
  return (
    <div class="columns">
      <div class="reading">
        <Trail href="/moderation" label={t.moderation.queue} />
        <h1>{t.cases.titles[target.type]}</h1>
        {query["done"] === "decided" ? <Done>{t.cases.next}</Done> : null}
        <p>
          <a href="/moderating">{t.layout.moderating}</a>
        </p>
        <InDanger {...props.of} />
        {target.type === "user" ? <Subject {...props.of} /> : null}
        <InThread {...props.of} />
        <section aria-labelledby="reports">
          <h2 id="reports">{t.cases.reports}</h2>
          <List empty={t.cases.noReports} plain>
            {reports.data.map((report) => (
              <ReportItem key={report.id} report={report} />
            ))}
          </List>
        </section>
        {target.type === "user" || Option.isNone(props.of.subject) ? null : (
          <section aria-labelledby="author">
            <h2 id="author">{t.cases.whoWrote}</h2>
            <Subject {...props.of} />
          </section>
        )}
        <Earlier {...props.of} />
      </div>
      <Deciding {...props} />
    </div>
  )
}
