import { Effect } from "effect"
import { Leaving as LeavingRequest } from "../../../../domain/accounts/Leaving.ts"
import { Leaving } from "../../../../services/accounts/Leaving.ts"
import { handleExport } from "../../../http/handlers/UsersHttp.ts"
import { Choices, Form, PasswordField } from "../../Form.tsx"
import { forMembers, forMembersOnly, page } from "../../Route.ts"
import { valueOf } from "../../WebRequest.ts"
import { settingsForm } from "./SettingsForm.tsx"

/** What is stored about a member, and how they leave. */
export const routes = Effect.map(Effect.all([Leaving, handleExport]), ([leaving, exportData]) => [
  page({ ...forMembers, path: "/settings/data/export", isOpenToSuspended: true, show: () => exportData }),
  ...settingsForm({
    ...forMembersOnly,
    page: "data",
    payloadSchema: LeavingRequest,
    limits: ["auth"],
    isOpenToSuspended: true,
    show: ({ form, t }) =>
      Effect.succeed(
        <>
          <h2>{t.settings.exportTitle}</h2>
          <p>{t.settings.exportLead}</p>
          <p>
            <a class="button second" href="/settings/data/export" download>
              {t.settings.export}
            </a>
          </p>
          <h2>{t.settings.leave}</h2>
          <p>{t.settings.leaveLead}</p>
          <Form action="/settings/data" fields={{ posts: t.settings.leavePosts, password: t.account.password }}>
            <Choices
              name="posts"
              value={valueOf(form.values, "posts") || "keep"}
              choices={[
                { value: "keep", label: t.settings.leaveKeep },
                { value: "delete", label: t.settings.leaveDelete }
              ]}
            />
            <PasswordField name="password" />
            <button class="danger">{t.settings.leave}</button>
          </Form>
        </>
      ),
    send: (_, payload) => Effect.as(leaving.leave(payload), { location: "/", session: "end" as const })
  })
])
