import { Effect, Option, Redacted, Schema } from "effect"
import type { ComponentChildren } from "preact"
import { WebhookPath } from "../../../../api/webhooks/WebhooksApi.ts"
import {
  type CreatedWebhook,
  isDelivered,
  NewWebhook,
  type Webhook,
  WebhookChange,
  WebhookEvent,
  WebhookFault,
  type WebhookOutcome
} from "../../../../domain/webhooks/Webhook.ts"
import { AccountSecurity } from "../../../../services/accounts/AccountSecurity.ts"
import { Webhooks } from "../../../../services/webhooks/Webhooks.ts"
import { Fact, When } from "../../Components.tsx"
import { Choices, Field, Form } from "../../Form.tsx"
import { List } from "../../Lists.tsx"
import { OwnProof } from "../../PasswordField.tsx"
import { action, forAdmins, form } from "../../Route.ts"
import { proofIn, typedProof } from "../../StepUp.ts"
import { useWebRequest, valueOf, valuesOf, type WebRequest } from "../../WebRequest.ts"
import type { PowerProps } from "./Powers.tsx"
import { adminView } from "./Tabs.tsx"

const path = "/admin/webhooks"

const saved = { location: `${path}?done=saved` }

const isKnownEvent = Schema.is(WebhookEvent)
const isKnownFault = Schema.is(WebhookFault)

const WebhookForm = ({ asks }: Pick<PowerProps, "asks">) => {
  const { t } = useWebRequest()
  const choices = WebhookEvent.literals.map((event) => ({
    value: event,
    label: t.webhooks.eventNames[event],
    mark: event
  }))
  return (
    <>
      <h2>{t.webhooks.add}</h2>
      <Form
        action={path}
        fields={{ url: t.webhooks.url, events: t.webhooks.events, password: t.moderation.ownPassword }}
      >
        <Field name="url" hint={t.webhooks.urlHint} autocomplete="off" />
        <Choices name="events" several={[]} choices={choices} />
        {asks ? <OwnProof name="password" /> : null}
        <button>{t.webhooks.addNow}</button>
      </Form>
    </>
  )
}

const Outcome = ({ of }: { readonly of: WebhookOutcome }) => {
  const { webhooks } = useWebRequest().t
  const fault = Option.getOrUndefined(of.fault)
  const why = isKnownFault(fault) ? webhooks.faults[fault] : webhooks.unknownFault
  return Option.match(of.status, {
    onNone: () => <>{webhooks.failed({ why })}</>,
    onSome: (status) => <>{isDelivered(of) ? webhooks.delivered({ status }) : webhooks.answered({ status })}</>
  })
}

const Facts = ({ of: { events, failingSince, last, switchedOffAt } }: { readonly of: Webhook }) => {
  const { webhooks } = useWebRequest().t
  return (
    <dl class="facts-list">
      <Fact label={webhooks.told}>
        <ul>
          {events.map((event) => (
            <li key={event}>{isKnownEvent(event) ? webhooks.eventNames[event] : event}</li>
          ))}
        </ul>
      </Fact>
      <Fact label={webhooks.last}>
        {Option.isNone(last) ? (
          webhooks.noLast
        ) : (
          <>
            <When at={last.value.at} exact />
            <br />
            <Outcome of={last.value} />
          </>
        )}
      </Fact>
      {Option.isNone(failingSince) ? null : (
        <Fact label={webhooks.failingSince}>
          <When at={failingSince.value} exact />
        </Fact>
      )}
      {Option.isNone(switchedOffAt) ? null : (
        <Fact label={webhooks.switchedOff}>
          <When at={switchedOffAt.value} exact />
        </Fact>
      )}
    </dl>
  )
}

/** The beginning of the ids of a form's fields, which no other form of the page has. */
const within = (path: string) => path.replaceAll("/", "-").slice(1)

/** The button that switches a webhook off or on. */
const SwitchForm = ({ asks, path, enabled }: PowerProps & { readonly enabled?: boolean }) => {
  const { form, t } = useWebRequest()
  const isOn = enabled ?? valueOf(form.values, "enabled") === "false"
  return (
    <Form action={path} within={within(path)} fields={{ password: t.moderation.ownPassword }}>
      <input type="hidden" name="enabled" value={String(!isOn)} />
      {asks ? <OwnProof name="password" /> : null}
      <button class="second">{isOn ? t.webhooks.switchOff : t.webhooks.switchOn}</button>
    </Form>
  )
}

/** The button that removes a webhook. */
const RemoveForm = ({ asks, path }: PowerProps) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} within={within(path)} fields={{ password: t.moderation.ownPassword }}>
      <p>{t.webhooks.removeHint}</p>
      {asks ? <OwnProof name="password" /> : null}
      <button class="second">{t.webhooks.removeNow}</button>
    </Form>
  )
}

const Item = ({ asks, webhook }: { readonly asks: boolean; readonly webhook: Webhook }) => {
  const { enabled, id, url } = webhook
  const { webhooks } = useWebRequest().t
  return (
    <li class="card">
      <h3 dir="auto">{url}</h3>
      {enabled ? null : (
        <p class="facts">
          <span class="badge unverified">{webhooks.off}</span>
        </p>
      )}
      <Facts of={webhook} />
      <div class="actions">
        <SwitchForm path={`/webhooks/${id}/switch`} enabled={enabled} asks={asks} />
        <details class="ask">
          <summary>
            {webhooks.remove}
            <span class="aside"> {url}</span>
          </summary>
          <RemoveForm path={`/webhooks/${id}/delete`} asks={asks} />
        </details>
      </div>
    </li>
  )
}

const All = ({ asks, listed }: { readonly asks: boolean; readonly listed: ReadonlyArray<Webhook> }) => {
  const { webhooks } = useWebRequest().t
  return (
    <>
      <h2>{webhooks.title}</h2>
      <p>{webhooks.lead}</p>
      <List empty={webhooks.none}>
        {listed.map((webhook) => (
          <Item key={webhook.id} webhook={webhook} asks={asks} />
        ))}
      </List>
      <WebhookForm asks={asks} />
    </>
  )
}

/** The secret of a new webhook: the only page that has it. */
const SecretOnce = ({ webhook: { secret, url } }: { readonly webhook: CreatedWebhook }) => {
  const { webhooks } = useWebRequest().t
  return (
    <>
      <p class="notice" role="status">
        {webhooks.secretOnce}
      </p>
      <h2>{webhooks.secret}</h2>
      <p class="secret">{Redacted.value(secret)}</p>
      <p dir="auto">{url}</p>
      <p>
        <a href={path}>{webhooks.back}</a>
      </p>
    </>
  )
}

/** The page on which admins add, list, switch and remove webhooks. */
export const routes = Effect.map(Effect.all([Webhooks, AccountSecurity]), ([webhooks, { asksProof }]) => {
  const again = (Ask: (props: PowerProps) => ComponentChildren) => (request: WebRequest) =>
    Effect.map(asksProof, (asks) => adminView(request, "webhooks", <Ask path={request.pathname} asks={asks} />))

  return [
    ...form({
      ...forAdmins,
      path,
      payloadSchema: NewWebhook,
      payloadOf: (values) => ({ url: values["url"], events: valuesOf(values, "events"), ...proofIn(values) }),
      show: (request) =>
        Effect.zipWith(webhooks.list, asksProof, (listed, asks) =>
          adminView(request, "webhooks", <All listed={listed} asks={asks} />)
        ),
      send: (request, webhook) =>
        Effect.zipRight(
          typedProof(request.form.values),
          Effect.map(webhooks.create(webhook), (made) => adminView(request, "webhooks", <SecretOnce webhook={made} />))
        )
    }),
    action({
      ...forAdmins,
      path: "/webhooks/:id/switch",
      pathSchema: WebhookPath,
      payloadSchema: WebhookChange,
      payloadOf: (values) => ({ enabled: values["enabled"] === "true", ...proofIn(values) }),
      send: ({ form: { values }, path: { id } }, change) =>
        Effect.as(Effect.zipRight(typedProof(values), webhooks.change(id, change)), saved),
      again: again(SwitchForm)
    }),
    action({
      ...forAdmins,
      path: "/webhooks/:id/delete",
      pathSchema: WebhookPath,
      send: ({ form: { values }, path: { id } }) =>
        Effect.as(
          Effect.flatMap(typedProof(values), (proof) => webhooks.remove(id, proof)),
          saved
        ),
      again: again(RemoveForm)
    })
  ]
})
