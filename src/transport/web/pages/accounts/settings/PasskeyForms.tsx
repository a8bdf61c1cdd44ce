import { HttpServerResponse } from "@effect/platform"
import { Effect, Schema } from "effect"
import { decimal } from "../../../../../api/Query.ts"
import { CreationOptions, newPasskeyFields, PasskeyChange } from "../../../../../domain/accounts/Passkey.ts"
import { PasskeyId } from "../../../../../domain/Ids.ts"
import { AccountSecurity } from "../../../../../services/accounts/AccountSecurity.ts"
import { OwnPasskeys } from "../../../../../services/accounts/factors/OwnPasskeys.ts"
import { Field, Form } from "../../../Form.tsx"
import { type Asks, OwnProof, PasskeyScript, WherePasskeysWork } from "../../../PasswordField.tsx"
import { action, forMembersOnly, page } from "../../../Route.ts"
import { passkeyIn, proofIn, typedProof, typedProofFields } from "../../../StepUp.ts"
import { useWebRequest, valueOf, type WebRequest } from "../../../WebRequest.ts"
import type { FormProps, PowerProps } from "../../admin/Powers.tsx"
import { Next, withNext } from "../SignInPage.tsx"
import { saved, settingsView } from "./SettingsForm.tsx"

const paths = { add: "/settings/security/passkeys", options: "/settings/security/options" }

/** The form of a new passkey, which the script shows, and what stands in its place where it cannot. */
export const AddPasskey = ({ asks }: Pick<PowerProps, "asks">) => {
  const { t } = useWebRequest()
  return (
    <WherePasskeysWork>
      <Form action={paths.add} within="add" fields={{ name: t.factors.name, password: t.account.password }}>
        <Next />
        <div data-create={paths.options} data-failed={t.factors.addFailed} data-known={t.factors.known} hidden>
          <Field name="name" hint={t.factors.nameHint} autocomplete="off" isRequired={false} />
          {asks ? <OwnProof name="password" asks={asks} /> : null}
          <input type="hidden" name="response" />
          <button class="second">{t.factors.add}</button>
          <p class="fault" role="status" data-words></p>
          <PasskeyScript />
        </div>
      </Form>
      <p data-unable hidden>
        {t.factors.unable}
      </p>
      <noscript>
        <p>{t.factors.unable}</p>
      </noscript>
    </WherePasskeysWork>
  )
}

export const RenamePasskey = ({ name, path }: FormProps & { readonly name?: string }) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} within={path.replaceAll("/", "-").slice(1)} fields={{ name: t.factors.name }}>
      <Field name="name" autocomplete="off" {...(name === undefined ? {} : { value: name })} />
      <button class="second">{t.writing.save}</button>
    </Form>
  )
}

export const RemovePasskey = ({ asks, path }: PowerProps) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} within={path.replaceAll("/", "-").slice(1)} fields={{ password: t.account.password }}>
      <p>{t.factors.removeLead}</p>
      {asks ? <OwnProof name="password" asks={asks} /> : null}
      <button class="danger">{t.factors.remove}</button>
    </Form>
  )
}

const NewPasskey = Schema.Struct({ ...newPasskeyFields, ...typedProofFields })

const encodeOptions = Schema.encodeSync(CreationOptions)

/** What the forms of factors ask for. */
export const asksOf = Effect.map(Effect.all([OwnPasskeys, AccountSecurity]), ([{ list }, { asksProof }]) =>
  Effect.zipWith(asksProof, list, (asks, { data }): Asks => (asks && data.length === 0 ? "password" : asks))
)

/** The forms of a member's passkeys. */
export const routes = Effect.map(Effect.all([OwnPasskeys, asksOf]), ([passkeys, asksNow]) => {
  const ofOne = { ...forMembersOnly, pathSchema: Schema.Struct({ id: decimal(PasskeyId) }) }
  return [
    page({
      ...forMembersOnly,
      path: paths.options,
      kind: "script",
      limits: ["auth"],
      scope: "write",
      show: () => Effect.map(passkeys.options, (options) => HttpServerResponse.unsafeJson(encodeOptions(options)))
    }),
    action({
      ...forMembersOnly,
      path: paths.add,
      payloadSchema: NewPasskey,
      payloadOf: (values) => ({
        response: passkeyIn(values, "response"),
        name: valueOf(values, "name") || null,
        ...proofIn(values)
      }),
      limits: ["auth"],
      send: (request, payload) =>
        Effect.as(passkeys.add(payload), { location: withNext(saved("security").location, request) }),
      again: (request: WebRequest) =>
        Effect.map(asksNow, (asks) => settingsView(request, "security", <AddPasskey asks={asks} />))
    }),
    action({
      ...ofOne,
      path: "/passkeys/:id/rename",
      payloadSchema: PasskeyChange,
      send: ({ path }, payload) => Effect.as(passkeys.rename(path.id, payload), saved("security")),
      again: (request: WebRequest) =>
        Effect.succeed(settingsView(request, "security", <RenamePasskey path={request.pathname} />))
    }),
    action({
      ...ofOne,
      path: "/passkeys/:id/remove",
      limits: ["auth"],
      send: ({ form, path }) =>
        Effect.flatMap(typedProof(form.values), (proof) =>
          Effect.as(passkeys.remove(path.id, proof), saved("security"))
        ),
      again: (request: WebRequest) =>
        Effect.map(asksNow, (asks) =>
          settingsView(request, "security", <RemovePasskey path={request.pathname} asks={asks} />)
        )
    })
  ]
})
