import { Effect, Option } from "effect"
import { CurrentUser } from "../../../../../domain/accounts/CurrentUser.ts"
import { UserChange } from "../../../../../domain/accounts/User.ts"
import { NewVerificationRequest, type VerificationRequest } from "../../../../../domain/accounts/VerificationRequest.ts"
import { Users } from "../../../../../services/accounts/Users.ts"
import { VerificationRequests } from "../../../../../services/accounts/VerificationRequests.ts"
import { Act, Area, Field, Form } from "../../../Form.tsx"
import { action, forMembers, forMembersOnly, page } from "../../../Route.ts"
import { useWebRequest, valueOf, type WebRequest } from "../../../WebRequest.ts"
import { makeNoteOpened } from "../../notifications/NoteOpened.ts"
import { saved, settingsView } from "./SettingsForm.tsx"

interface Profile {
  readonly isVerified?: boolean
  readonly username?: string | undefined
  readonly bio?: string | undefined
}

const ProfileForm = ({ bio, isVerified = false, username }: Profile) => {
  const { t } = useWebRequest()
  return (
    <Form action="/settings/profile" fields={{ username: t.account.username, bio: t.settings.bio }}>
      <Field
        name="username"
        hint={isVerified ? t.settings.usernameHint : t.account.usernameHint}
        value={username}
        autocomplete="nickname"
      />
      <Area name="bio" hint={t.settings.bioHint} value={bio} isRequired={false} />
      <button>{t.writing.save}</button>
    </Form>
  )
}

/** The request to be verified: a new one, or the one that waits. */
const VerificationForm = ({ waiting }: { readonly waiting?: VerificationRequest | undefined }) => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="verification" class="panel">
      <h2 id="verification">{waiting === undefined ? t.admin.ask : t.admin.askedTitle}</h2>
      <p>{waiting === undefined ? t.admin.askLead : t.admin.askAgainLead}</p>
      <Form
        action="/settings/profile/verification"
        within="verification"
        fields={{ as: t.admin.askAs, text: t.admin.askText }}
      >
        <Field name="as" hint={t.admin.askAsHint} value={waiting?.as} />
        <Area name="text" hint={t.admin.askTextHint} value={waiting?.text} rows={4} />
        <button class="second">{waiting === undefined ? t.admin.sendRequest : t.admin.changeRequest}</button>
      </Form>
      {waiting === undefined ? null : (
        <Act action="/settings/profile/verification/withdraw" label={t.admin.withdraw} plain />
      )}
    </section>
  )
}

interface VerificationProps {
  /** True for a member who does not say to be an expert. */
  readonly isFolded: boolean
  readonly waiting: VerificationRequest | undefined
}

const Verification = ({ isFolded, waiting }: VerificationProps) =>
  isFolded && waiting === undefined ? (
    <details>
      <summary>{useWebRequest().t.admin.areExpert}</summary>
      <VerificationForm />
    </details>
  ) : (
    <VerificationForm waiting={waiting} />
  )

const ofProfile = { ...forMembers, path: "/settings/profile" }

/** The name of a member, what they say about themselves, and the request to be verified. */
const makeShow = Effect.map(
  Effect.all([Users, VerificationRequests]),
  ([users, requests]) =>
    (request: WebRequest) =>
      Effect.zipWith(users.me, requests.own, ({ bio, role, username, verified }, waiting) => {
        const { problem, values } = request.form
        const own = { username, bio: Option.getOrElse(bio, () => "") }
        const typed = values["username"] === undefined ? own : {}
        // The faults of a refused form are about its own fields.
        const mayAsk = problem === undefined && Option.isNone(verified)
        return settingsView(
          request,
          "profile",
          <>
            <ProfileForm {...typed} isVerified={Option.isSome(verified)} />
            {mayAsk ? <Verification isFolded={role !== "expert"} waiting={Option.getOrUndefined(waiting)} /> : null}
          </>
        )
      })
)

const services = Effect.all([Users, VerificationRequests, makeShow, makeNoteOpened])

// A session may have ended while the texts of these forms were written: they are shown again to anyone.
export const routes = Effect.map(services, ([users, requests, show, noteOpened]) => [
  page({
    ...ofProfile,
    show: (request) => Effect.zipLeft(show(request), noteOpened(request, { kind: "verification" }))
  }),
  action({
    ...ofProfile,
    payloadSchema: UserChange,
    payloadOf: (values) => {
      const bio = valueOf(values, "bio")
      return { username: values["username"], bio: bio.trim() === "" ? null : bio }
    },
    send: (_, payload) => Effect.as(users.changeMe(payload), saved("profile")),
    again: (request) =>
      Option.match(request.viewer, {
        onNone: () => Effect.succeed(settingsView(request, "profile", <ProfileForm />)),
        onSome: (user) => Effect.provideService(show(request), CurrentUser, user)
      })
  }),
  action({
    ...forMembers,
    path: "/settings/profile/verification",
    payloadSchema: NewVerificationRequest,
    send: (_, payload) => Effect.as(requests.put(payload), saved("profile")),
    again: (request) => Effect.succeed(settingsView(request, "profile", <VerificationForm />))
  }),
  action({
    ...forMembersOnly,
    path: "/settings/profile/verification/withdraw",
    send: () => Effect.as(requests.withdraw, saved("profile"))
  })
])
