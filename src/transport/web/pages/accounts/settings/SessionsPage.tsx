import { Effect, Option } from "effect"
import { SessionsToEnd } from "../../../../../domain/accounts/Session.ts"
import { AccountSecurity } from "../../../../../services/accounts/AccountSecurity.ts"
import { When } from "../../../Components.tsx"
import { Act } from "../../../Form.tsx"
import { List } from "../../../Lists.tsx"
import { action, forMembers, page } from "../../../Route.ts"
import { numberOf, valueOf } from "../../../WebRequest.ts"
import { LastUsed, saved, settingsView } from "./SettingsForm.tsx"

/** Where a member is signed in. */
export const routes = Effect.map(AccountSecurity, (security) => [
  page({
    ...forMembers,
    path: "/settings/sessions",
    show: (request) =>
      Effect.map(security.sessions, ({ data }) => {
        const { t } = request
        return settingsView(
          request,
          "sessions",
          <>
            <p>{t.settings.sessionsLead}</p>
            <List empty="" plain>
              {data.map(({ by, createdAt, current, expiresAt, id, kind, lastUsedAt }) => (
                <li class="row" key={id}>
                  <span class="strong">{t.settings.sessionKinds[current ? "this" : kind]}</span>
                  <p class="facts">
                    <span>
                      {t.settings.signedIn} <When at={createdAt} exact /> {t.factors.begun[by]}
                    </span>
                    <LastUsed at={Option.some(lastUsedAt)} exact />
                    <span>
                      {kind === "browser" ? t.settings.staysUntil : t.settings.worksUntil} <When at={expiresAt} exact />
                    </span>
                  </p>
                  {current ? null : (
                    <Act action="/settings/sessions" fields={{ id: String(id) }} label={t.settings.endSession} plain />
                  )}
                </li>
              ))}
            </List>
            {data.length > 1 ? <Act action="/settings/sessions" label={t.settings.endOthers} /> : null}
          </>
        )
      })
  }),
  action({
    ...forMembers,
    path: "/settings/sessions",
    payloadSchema: SessionsToEnd,
    payloadOf: (values) => ({ id: numberOf(valueOf(values, "id")) }),
    send: (_, payload) => Effect.as(security.endSessions(payload), saved("sessions"))
  })
])
