import { Effect, Option } from "effect"
import { UserChange } from "../../../../domain/accounts/User.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { Area, Field, Form } from "../../Form.tsx"
import { forMembersOnly } from "../../Route.ts"
import { valueOf } from "../../WebRequest.ts"
import { saved, settingsForm } from "./SettingsForm.tsx"

/** The name of a member, and what they say about themselves. */
export const routes = Effect.map(Users, (users) =>
  settingsForm({
    ...forMembersOnly,
    page: "profile",
    payloadSchema: UserChange,
    payloadOf: (values) => {
      const bio = valueOf(values, "bio")
      return { username: values["username"], bio: bio.trim() === "" ? null : bio }
    },
    show: ({ form: { values }, t }) =>
      Effect.map(users.me, ({ bio, username }) => {
        const own = { username, bio: Option.getOrElse(bio, () => "") }
        const typed = values["username"] === undefined ? own : { username: undefined, bio: undefined }
        return (
          <Form action="/settings/profile" fields={{ username: t.account.username, bio: t.settings.bio }}>
            <Field name="username" hint={t.settings.usernameHint} value={typed.username} autocomplete="nickname" />
            <Area name="bio" hint={t.settings.bioHint} value={typed.bio} isRequired={false} />
            <button>{t.writing.save}</button>
          </Form>
        )
      }),
    send: (_, payload) => Effect.as(users.changeMe(payload), saved("profile"))
  })
)
