import { Effect } from "effect"
import { AuditQuery } from "../../../../api/ModerationApi.ts"
import { AuditAction, type AuditEntry, type AuditPage } from "../../../../domain/accounts/Audit.ts"
import { AuditLog } from "../../../../services/accounts/AuditLog.ts"
import { Pages, When } from "../../Components.tsx"
import { FilterMenu, Filters } from "../../Filters.tsx"
import { choicesOf } from "../../Form.tsx"
import { forMembers, page } from "../../Route.ts"
import { labelOf } from "../../texts/Labels.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { adminView } from "./Tabs.tsx"

const Entry = ({ entry }: { readonly entry: AuditEntry }) => {
  const { action: done, at, by, detail, reason, user } = entry
  const { t } = useWebRequest()
  return (
    <tr>
      <td>
        <When at={at} exact />
      </td>
      <td>{by === null ? t.moderation.operator : (by.username ?? by.id)}</td>
      <td>{labelOf(t.admin.actions, done, t.admin.otherAction)}</td>
      <td>
        <a href={`/admin/audit?userId=${user.id}`}>{user.username ?? user.id}</a>
      </td>
      <td dir="auto">{reason ?? detail ?? ""}</td>
    </tr>
  )
}

const Audit = ({ page }: { readonly page: AuditPage }) => {
  const { t } = useWebRequest()
  const columns = [
    t.moderation.when,
    t.moderation.who,
    t.moderation.action,
    t.moderation.member,
    t.moderation.explanation
  ]
  return (
    <section aria-labelledby="audit">
      <h2 id="audit">{t.admin.tabs.audit}</h2>
      <div class="scroll" role="region" aria-labelledby="audit" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {page.data.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
      {page.data.length === 0 ? <p>{t.admin.noEntries}</p> : null}
      <Pages pagination={page.pagination} />
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
          label={t.moderation.action}
          value={chosen}
          choices={[{ value: "", label: t.admin.everyAction }, ...choicesOf(AuditAction.literals, t.admin.actions)]}
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
    ...forMembers,
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
