import { Effect, Option } from "effect"
import { Blocks } from "../../../../services/accounts/Blocks.ts"
import { Leaving } from "../../../../services/accounts/Leaving.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { AccountLinks } from "../../../../services/mail/AccountLinks.ts"
import { OutgoingMail } from "../../../../services/mail/OutgoingMail.ts"
import { handleExport } from "../../../http/handlers/UsersHttp.ts"
import { List, Pages, When } from "../../Components.tsx"
import { Act, Choices, Field, Form, PasswordField } from "../../Form.tsx"
import { action, page, useWebRequest, valueOf } from "../../WebRequest.ts"
import { saved, settingsForm, settingsView } from "./SettingsForm.tsx"

/** The button of the link in the new mailbox. */
const Confirmation = ({ token }: { readonly token: string }) => (
  <Form action="/settings/email/confirm">
    <p>{useWebRequest().t.settings.confirmEmailLead}</p>
    <input type="hidden" name="token" value={token} />
    <button>{useWebRequest().t.settings.confirmEmail}</button>
  </Form>
)

const email = Effect.map(Effect.all([Users, AccountLinks, OutgoingMail]), ([users, links, mail]) => [
  ...settingsForm({
    page: "email",
    twin: "users.updateMe",
    payload: ({ email, password }) => ({ email, password }),
    show: ({ query: { token }, t }) =>
      Effect.map(users.me, (me) =>
        typeof token === "string" ? (
          <Confirmation token={token} />
        ) : (
          <>
            <p>
              {t.settings.emailNow} <strong>{Option.getOrElse(me.email, () => "")}</strong>
            </p>
            <Form action="/settings/email">
              <Field name="email" type="email" label={t.settings.newEmail} autocomplete="email" />
              <PasswordField name="password" label={t.account.password} />
              <button>{t.writing.save}</button>
            </Form>
          </>
        )
      ),
    send: (_, payload) =>
      Effect.as(users.changeMe(payload), mail.isOn ? { location: "/settings/email?done=sent" } : saved("email"))
  }),
  action({
    path: "/settings/email/confirm",
    twin: "auth.confirmEmail",
    payload: ({ token }) => ({ token }),
    send: (_, payload) => Effect.as(links.confirmEmail(payload), saved("email"))
  })
])

const blocks = Effect.map(Blocks, (blocks) =>
  page({
    path: "/settings/blocks",
    twin: "users.listBlocks",
    show: (request) =>
      Effect.map(blocks.list(request.parameters), ({ data, pagination }) => {
        const { t } = request
        return settingsView(
          request,
          "blocks",
          <>
            <p>{t.members.blockHint}</p>
            <List empty={t.settings.noBlocks} plain>
              {data.map(({ blockedAt, id, username }) => (
                <li class="row head" key={id}>
                  <span>
                    <a href={`/members/${id}`}>{username}</a> <When at={blockedAt} />
                  </span>
                  <Act action={`/members/${id}/block`} fields={{ block: "no" }} label={t.settings.unblock} plain />
                </li>
              ))}
            </List>
            <Pages pagination={pagination} />
          </>
        )
      })
  })
)

const data = Effect.map(Effect.all([Leaving, handleExport]), ([leaving, exportData]) => [
  page({ path: "/settings/data/export", twin: "users.export", show: () => exportData }),
  ...settingsForm({
    page: "data",
    twin: "users.leave",
    payload: ({ password, posts }) => ({ password, posts }),
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
          <Form action="/settings/data">
            <Choices
              name="posts"
              label={t.settings.leavePosts}
              value={valueOf(form.values, "posts") || "keep"}
              choices={[
                { value: "keep", label: t.settings.leaveKeep },
                { value: "delete", label: t.settings.leaveDelete }
              ]}
            />
            <PasswordField name="password" label={t.account.password} />
            <button class="danger">{t.settings.leave}</button>
          </Form>
        </>
      ),
    send: (_, payload) => Effect.as(leaving.leave(payload), { location: "/", session: "end" as const })
  })
])

/** The email address, blocked members, and what belongs to leaving. */
export const routes = Effect.map(Effect.all([email, blocks, data]), ([one, two, three]) => [...one, two, ...three])
