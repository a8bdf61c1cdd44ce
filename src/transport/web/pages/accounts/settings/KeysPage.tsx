import { type DateTime, Effect, Redacted } from "effect"
import type { VNode } from "preact"
import { ApiKeyPath } from "../../../../../api/accounts/AccountsApi.ts"
import { ApiKeyChoice, type CreatedApiKey, KeyRotation, NewApiKey } from "../../../../../domain/accounts/ApiKey.ts"
import { AccessScope } from "../../../../../domain/accounts/Credential.ts"
import type { ApiKeyId } from "../../../../../domain/Ids.ts"
import { AccountSecurity } from "../../../../../services/accounts/AccountSecurity.ts"
import { ApiKeys } from "../../../../../services/accounts/ApiKeys.ts"
import { When } from "../../../Components.tsx"
import { Act, Choices, choicesOf, Field, Form } from "../../../Form.tsx"
import { List } from "../../../Lists.tsx"
import { OwnProof } from "../../../PasswordField.tsx"
import { action, forMembers, forMembersOnly } from "../../../Route.ts"
import { typedProof } from "../../../StepUp.ts"
import { numberOf, useWebRequest, type View, valueOf, valuesOf, type WebRequest } from "../../../WebRequest.ts"
import type { PowerProps } from "../../admin/Powers.tsx"
import { saved, settingsForm, settingsView, Times } from "./SettingsForm.tsx"

/** A new secret, which is shown only here, with what an agent needs to use it, and what becomes of the old one. */
const secretView = (request: WebRequest, { key, usage }: CreatedApiKey, old?: VNode): View =>
  settingsView(
    request,
    "keys",
    <>
      <p class="notice" role="status">
        {request.t.keys.keyShownOnce}
      </p>
      <h2>{request.t.keys.newKey}</h2>
      <p class="secret">{Redacted.value(key)}</p>
      {old}
      <h2>{request.t.keys.agentSetUp}</h2>
      <pre class="secret" lang="en">
        {Redacted.value(usage)}
      </pre>
      <p>
        <a href="/settings/keys">{request.t.keys.allKeys}</a>
      </p>
    </>
  )

const OldSecret = ({ endsAt }: { readonly endsAt: DateTime.Utc | undefined }) => {
  const { t } = useWebRequest()
  return endsAt === undefined ? (
    <p>{t.keys.oldSecretEnded}</p>
  ) : (
    <p>
      {t.keys.oldSecretUntil} <When at={endsAt} exact />.
    </p>
  )
}

/** The button for a new secret; a checked box ends the old one without a time of grace. */
const RotateForm = ({ asks, path }: PowerProps) => {
  const { t } = useWebRequest()
  const within = path.replaceAll("/", "-").slice(1)
  return (
    <Form action={path} within={within} fields={{ password: t.account.password }}>
      <p>{t.keys.rotateLead}</p>
      <div class="choice">
        <input type="checkbox" id={`end-${within}`} name="graceSeconds" value="0" />
        <label for={`end-${within}`}>{t.keys.endOldSecret}</label>
      </div>
      {asks ? <OwnProof name="password" /> : null}
      <button class="second">{t.keys.rotate}</button>
    </Form>
  )
}

const Rotation = ({ asks, id }: { readonly asks: boolean; readonly id: ApiKeyId }) => (
  <details class="ask">
    <summary>{useWebRequest().t.keys.rotate}</summary>
    <RotateForm path={`/keys/${id}/rotate`} asks={asks} />
  </details>
)

/** The button that ends a key, after what it does. */
export const Revocation = ({ id }: { readonly id: ApiKeyId }) => {
  const { t } = useWebRequest()
  return (
    <details class="ask">
      <summary>{t.keys.revoke}</summary>
      <p>{t.keys.revokeLead}</p>
      <Act action="/settings/keys/revoke" fields={{ id: String(id) }} label={t.keys.revoke} />
    </details>
  )
}

const NewKey = ({ asks }: Pick<PowerProps, "asks">) => {
  const { form, t } = useWebRequest()
  return (
    <>
      <h2>{t.keys.createKey}</h2>
      <Form
        action="/settings/keys"
        fields={{
          name: t.keys.keyName,
          scopes: t.keys.scopes,
          agent: t.keys.usedBy,
          dailyWrites: t.keys.dailyWrites,
          password: t.account.password
        }}
      >
        <Field name="name" hint={t.keys.keyNameHint} autocomplete="off" />
        <Choices name="scopes" several={["read"]} choices={choicesOf(AccessScope.literals, t.keys.scopeNames)} />
        <Choices
          name="agent"
          value={valueOf(form.values, "agent") || "yes"}
          choices={[
            { value: "yes", label: t.keys.usedByAgent, hint: t.keys.usedByAgentHint },
            { value: "no", label: t.keys.usedByMe }
          ]}
        />
        <Field name="dailyWrites" hint={t.keys.dailyWritesHint} isRequired={false} />
        {asks ? <OwnProof name="password" /> : null}
        <button>{t.keys.createKey}</button>
      </Form>
    </>
  )
}

/** The keys of a member's agents and programs. Pages ask who acts before they show a secret (`StepUp.ts`). */
export const routes = Effect.map(Effect.all([ApiKeys, AccountSecurity]), ([apiKeys, { asksProof, confirm }]) => [
  ...settingsForm({
    ...forMembersOnly,
    page: "keys",
    payloadSchema: NewApiKey,
    payloadOf: (values) => ({
      name: values["name"],
      scopes: valuesOf(values, "scopes"),
      agent: values["agent"] !== "no",
      dailyWrites: numberOf(valueOf(values, "dailyWrites"))
    }),
    show: ({ t }) =>
      Effect.zipWith(apiKeys.list, asksProof, ({ data }, asks) => (
        <>
          <p>{t.keys.keysLead}</p>
          <List empty={t.keys.noKeys} plain>
            {data.map(({ agent, createdAt, id, lastUsedAt, name, prefix }) => (
              <li class="row" key={id}>
                <span class="strong">{name}</span> <span class="code">{prefix}…</span>
                {agent ? <span class="badge agent">{t.layout.agent}</span> : null}
                <Times created={t.keys.created} createdAt={createdAt} lastUsedAt={lastUsedAt} />
                <div class="actions small">
                  <Rotation id={id} asks={asks} />
                  <Revocation id={id} />
                </div>
              </li>
            ))}
          </List>
          <NewKey asks={asks} />
        </>
      )),
    send: (request, payload) =>
      Effect.flatMap(typedProof(request.form.values), confirm).pipe(
        Effect.zipRight(apiKeys.create(payload)),
        Effect.map((key) => secretView(request, key))
      ),
    again: Effect.map(asksProof, (asks) => <NewKey asks={asks} />)
  }),
  action({
    ...forMembersOnly,
    path: "/keys/:id/rotate",
    pathSchema: ApiKeyPath,
    payloadSchema: KeyRotation,
    payloadOf: (values) => ({ graceSeconds: numberOf(valueOf(values, "graceSeconds")) }),
    send: (request, payload) =>
      Effect.flatMap(typedProof(request.form.values), confirm).pipe(
        Effect.zipRight(apiKeys.rotate(request.path.id, payload)),
        Effect.map((key) => {
          const endsAt = payload.graceSeconds === 0 ? undefined : key.previousKeyExpiresAt
          return secretView(request, key, <OldSecret endsAt={endsAt} />)
        })
      ),
    again: (request: WebRequest) =>
      Effect.map(asksProof, (asks) => settingsView(request, "keys", <RotateForm path={request.pathname} asks={asks} />))
  }),
  action({
    ...forMembers,
    path: "/settings/keys/revoke",
    payloadSchema: ApiKeyChoice,
    payloadOf: (values) => ({ id: numberOf(valueOf(values, "id")) }),
    send: (_, payload) => Effect.as(apiKeys.revoke(payload), saved("keys"))
  })
])
