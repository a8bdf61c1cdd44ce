import { Effect, Option } from "effect"
import { Blocks } from "../../../../services/accounts/Blocks.ts"
import { EmailChange } from "../../../../services/accounts/EmailChange.ts"
import { Leaving } from "../../../../services/accounts/Leaving.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { toWireError } from "../../../http/Errors.ts"
import { handleExport } from "../../../http/handlers/UsersHttp.ts"
import { Act, Choices, Field, Form, PasswordField, Summary } from "../../Form.tsx"
import { List, When } from "../../Pieces.tsx"
import { action, forMembers, memberForm, type Visit, valueOf } from "../../Visit.ts"
import { saved, settingsView } from "./Frame.tsx"

/** The button of the link in the new mailbox. */
const Confirmation = ({ token, visit: { t } }: { readonly token: string; readonly visit: Visit }) => (
  <Form action="/settings/email/confirm">
    <p>{t.settings.confirmEmailLead}</p>
    <input type="hidden" name="token" value={token} />
    <button>{t.settings.confirmEmail}</button>
  </Form>
)

const email = Effect.map(Effect.all([Users, EmailChange]), ([users, change]) => [
  ...memberForm({
    path: "/settings/email",
    twin: "users.updateMe",
    needsSignIn: true,
    payload: ({ email, password }) => ({ email, password }),
    show: (visit) =>
      Effect.map(toWireError(users.me), (me) => {
        const { form, query, t } = visit
        const { token } = query
        if (typeof token === "string") return settingsView(visit, "email", <Confirmation token={token} visit={visit} />)
        return settingsView(
          visit,
          "email",
          <>
            <p>
              {t.settings.emailNow} <strong>{Option.getOrElse(me.email, () => "")}</strong>
            </p>
            <Summary
              visit={visit}
              fields={[
                ["email", t.account.email],
                ["password", t.account.password]
              ]}
            />
            <Form action="/settings/email">
              <Field form={form} name="email" type="email" label={t.settings.newEmail} autocomplete="email" />
              <PasswordField visit={visit} />
              <button>{t.writing.save}</button>
            </Form>
          </>
        )
      }),
    send: (_, payload) => Effect.as(toWireError(users.changeMe(payload)), saved("email"))
  }),
  action({
    path: "/settings/email/confirm",
    twin: "auth.confirmEmail",
    payload: ({ token }) => ({ token }),
    send: (_, payload) => Effect.as(toWireError(change.confirm(payload)), saved("email"))
  })
])

const blocks = Effect.map(Blocks, (blocks) =>
  forMembers({
    path: "/settings/blocks",
    twin: "users.listBlocks",
    show: (visit) =>
      Effect.map(toWireError(blocks.list(visit.parameters)), ({ data }) => {
        const { t } = visit
        return settingsView(
          visit,
          "blocks",
          <>
            <p>{t.members.blockHint}</p>
            <List empty={t.settings.noBlocks} plain>
              {data.map(({ blockedAt, id, username }) => (
                <li class="row head" key={id}>
                  <span>
                    <a href={`/members/${id}`}>{username}</a> <When at={blockedAt} visit={visit} />
                  </span>
                  <Act action={`/members/${id}/block`} fields={{ block: "no" }} label={t.settings.unblock} plain />
                </li>
              ))}
            </List>
          </>
        )
      })
  })
)

const data = Effect.map(Effect.all([Leaving, handleExport]), ([leaving, exportData]) => [
  forMembers({ path: "/settings/data/export", twin: "users.export", show: () => exportData }),
  ...memberForm({
    path: "/settings/data",
    twin: "users.leave",
    needsSignIn: true,
    payload: ({ password, posts }) => ({ password, posts }),
    show: (visit) => {
      const { form, t } = visit
      return Effect.succeed(
        settingsView(
          visit,
          "data",
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
            <Summary
              visit={visit}
              fields={[
                ["posts", t.settings.leavePosts],
                ["password", t.account.password]
              ]}
            />
            <Form action="/settings/data">
              <Choices
                form={form}
                name="posts"
                label={t.settings.leavePosts}
                value={valueOf(form.values, "posts") || "keep"}
                choices={[
                  { value: "keep", label: t.settings.leaveKeep },
                  { value: "delete", label: t.settings.leaveDelete }
                ]}
              />
              <PasswordField visit={visit} />
              <button class="danger">{t.settings.leave}</button>
            </Form>
          </>
        )
      )
    },
    send: (_, payload) => Effect.as(toWireError(leaving.leave(payload)), { location: "/", session: "end" as const })
  })
])

/** The email address, blocked members, and what belongs to leaving. */
export const routes = Effect.map(Effect.all([email, blocks, data]), ([one, two, three]) => [...one, two, ...three])
