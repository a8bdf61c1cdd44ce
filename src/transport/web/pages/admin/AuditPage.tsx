import { Effect } from "effect"
import { AuditQuery } from "../../../../api/accounts/AuditApi.ts"
import { AuditAction, type AuditEntry, type AuditPage } from "../../../../domain/accounts/Audit.ts"
import { partsOfReason } from "../../../../domain/accounts/Suspension.ts"
import { AuditLog } from "../../../../services/accounts/AuditLog.ts"
import { inEnglish, When } from "../../Components.tsx"
import { choicesOf } from "../../Form.tsx"
import { FilterMenu, Filters, PagedList } from "../../Lists.tsx"
import { forAdmins, page } from "../../Route.ts"
import { labelOf } from "../../texts/Labels.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { detailIn } from "./AuditDetails.ts"
import { adminView } from "./Tabs.tsx"

/** The page of what an entry is about, where it has one. */
const pathOf = ({ action: done, targetId }: AuditEntry): string | undefined => {
  if (targetId === null) return undefined
  if (done === "decided" || done === "appeal_decided") return `/decisions/${targetId}`
  if (done === "post_changed") return `/posts/${targetId}`
  return done === "comment_changed" ? `/comments/${targetId}` : undefined
}

const Reason = ({ reason }: { readonly reason: string }) => {
  const { t } = useWebRequest()
  const { decision, text } = partsOfReason(reason)
  return decision === undefined ? (
    text
  ) : (
    <>
      {t.ruleIn(text)}{" "}
      <a href={`/decisions/${decision}`}>
        ({t.moderation.decision} {decision})
      </a>
    </>
  )
}

const Entry = ({ entry }: { readonly entry: AuditEntry }) => {
  const { action: done, at, by, reason, user } = entry
  const request = useWebRequest()
  const { t } = request
  const detail = detailIn(request, entry)
  const path = pathOf(entry)
  const title = labelOf(t.admin.actions, done, t.admin.otherAction)
  return (
    <li class="row">
      <p class="strong">{path === undefined ? title : <a href={path}>{title}</a>}</p>
      {detail === null && reason === null ? null : (
        <p dir="auto">
          <span {...(detail === entry.detail ? inEnglish(request) : {})}>{detail}</span>
          {detail === null || reason === null ? null : t.layout.colon}
          {reason === null ? null : <Reason reason={reason} />}
        </p>
      )}
      <p class="facts">
        <span>
          {t.moderation.member}
          {t.layout.colon}
          <a href={`/admin/audit?userId=${user.id}`}>{user.username ?? user.id}</a>
        </span>
        <span>
          {t.moderation.who}
          {t.layout.colon}
          {by === null ? t.moderation.operator : (by.username ?? by.id)}
        </span>
        <When at={at} exact />
      </p>
    </li>
  )
}

const Audit = ({ page }: { readonly page: AuditPage }) => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="audit">
      <h2 id="audit">{t.admin.tabs.audit}</h2>
      <PagedList of={page.pagination} empty={t.admin.noEntries} plain>
        {page.data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </PagedList>
    </section>
  )
}

const AuditFilters = ({ action: chosen, userId }: typeof AuditQuery.Type) => {
  const { t } = useWebRequest()
  return (
    <>
      <Filters action="/admin/audit">
        <FilterMenu
          name="action"
          label={t.admin.what}
          value={chosen}
          every={t.admin.everyAction}
          choices={choicesOf(AuditAction.literals, t.admin.actions)}
        />
        {userId === undefined ? null : <input type="hidden" name="userId" value={userId} />}
      </Filters>
      {userId === undefined ? null : (
        <p>
          <a href={`/admin?member=${userId}`}>
            {t.moderation.member} {userId}
          </a>{" "}
          · <a href={chosen === undefined ? "/admin/audit" : `/admin/audit?action=${chosen}`}>{t.admin.everybody}</a>
        </p>
      )}
    </>
  )
}

export const routes = Effect.map(AuditLog, (audit) => [
  page({
    ...forAdmins,
    path: "/admin/audit",
    querySchema: AuditQuery,
    show: (request) =>
      Effect.map(audit.list(request.parameters), (page) =>
        adminView(
          request,
          "audit",
          <>
            <AuditFilters {...request.parameters} />
            <Audit page={page} />
          </>
        )
      )
  })
])
