import { Effect, Option, Redacted, Schema } from "effect"
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
import { Webhooks } from "../../../../services/webhooks/Webhooks.ts"
import { Fact, When } from "../../Components.tsx"
import { Act, Choices, Field, Form } from "../../Form.tsx"
import { List } from "../../Lists.tsx"
import { action, forAdmins, form } from "../../Route.ts"
import { useWebRequest, valuesOf } from "../../WebRequest.ts"
import { adminView } from "./Tabs.tsx"

const path = "/admin/webhooks"

const isKnownEvent = Schema.is(WebhookEvent)
const isKnownFault = Schema.is(WebhookFault)

const WebhookForm = () => {
  const { t } = useWebRequest()
  const choices = WebhookEvent.literals.map((event) => ({
    value: event,
    label: t.webhooks.eventNames[event],
    mark: event
  }))
  return (
    <>
      <h2>{t.webhooks.add}</h2>
      <Form action={path} fields={{ url: t.webhooks.url, events: t.webhooks.events }}>
        <Field name="url" hint={t.webhooks.urlHint} autocomplete="off" />
        <Choices name="events" several={[]} choices={choices} />
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

const Item = ({ webhook }: { readonly webhook: Webhook }) => {
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
        <Act
          action={`/webhooks/${id}/switch`}
          fields={{ enabled: String(!enabled) }}
          label={enabled ? webhooks.switchOff : webhooks.switchOn}
        />
        <details class="ask">
          <summary>
            {webhooks.remove}
            <span class="aside"> {url}</span>
          </summary>
          <p>{webhooks.removeHint}</p>
          <Act action={`/webhooks/${id}/delete`} label={webhooks.removeNow} />
        </details>
      </div>
    </li>
  )
}

const All = ({ listed }: { readonly listed: ReadonlyArray<Webhook> }) => {
  const { webhooks } = useWebRequest().t
  return (
    <>
      <h2>{webhooks.title}</h2>
      <p>{webhooks.lead}</p>
      <List empty={webhooks.none}>
        {listed.map((webhook) => (
          <Item key={webhook.id} webhook={webhook} />
        ))}
      </List>
      <WebhookForm />
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
export const routes = Effect.map(Webhooks, (webhooks) => [
  ...form({
    ...forAdmins,
    path,
    payloadSchema: NewWebhook,
    payloadOf: (values) => ({ url: values["url"], events: valuesOf(values, "events") }),
    show: (request) => Effect.map(webhooks.list, (listed) => adminView(request, "webhooks", <All listed={listed} />)),
    send: (request, webhook) =>
      Effect.map(webhooks.create(webhook), (made) => adminView(request, "webhooks", <SecretOnce webhook={made} />))
  }),
  action({
    ...forAdmins,
    path: "/webhooks/:id/switch",
    pathSchema: WebhookPath,
    payloadSchema: WebhookChange,
    payloadOf: (values) => ({ enabled: values["enabled"] === "true" }),
    send: (request, change) => Effect.as(webhooks.change(request.path.id, change), { location: `${path}?done=saved` })
  }),
  action({
    ...forAdmins,
    path: "/webhooks/:id/delete",
    pathSchema: WebhookPath,
    send: (request) => Effect.as(webhooks.remove(request.path.id), { location: `${path}?done=saved` })
  })
])
