import { Effect, Option, Schema } from "effect"
import { noSettingsChange, type Settings as SettingsRecord } from "../../../../domain/accounts/Settings.ts"
import { PushSubscriptionId } from "../../../../domain/Ids.ts"
import { NewPushSubscription, type PushState, type PushSubscription } from "../../../../domain/notifications/Push.ts"
import { Settings } from "../../../../services/accounts/Settings.ts"
import { OutgoingMail } from "../../../../services/mail/OutgoingMail.ts"
import { PushSubscriptions } from "../../../../services/notifications/PushSubscriptions.ts"
import { backFrom, withParameters } from "../../Browser.ts"
import { When } from "../../Components.tsx"
import { Act } from "../../Form.tsx"
import { List } from "../../Lists.tsx"
import { action, forMembers } from "../../Route.ts"
import { numberOf, useWebRequest, valueOf } from "../../WebRequest.ts"
import { saved } from "../accounts/settings/SettingsForm.tsx"

/** The button by which a member is told on the device in hand. The script shows it where the browser can do that. */
export const TellMe = ({ publicKey, subscriptions }: PushState) => {
  const { t } = useWebRequest()
  return (
    <form
      class="panel"
      method="post"
      action="/notifications/devices"
      data-push={publicKey}
      data-devices={subscriptions.length}
      data-done={t.devices.done}
      data-failed={t.devices.failed}
      hidden
    >
      <p>{t.devices.lead}</p>
      <button class="second">{t.devices.tellMe}</button>
    </form>
  )
}

/** The button by which a member is told of replies by mail, below how much such a mail says. */
export const MailMe = ({ mail, next }: Pick<SettingsRecord, "mail"> & { readonly next: string }) => {
  const { t } = useWebRequest()
  return mail === "off" ? (
    <div class="panel">
      <p>{t.devices.mailLead}</p>
      <Act action="/notifications/mail" fields={{ next }} label={t.devices.byMail} />
    </div>
  ) : null
}

/** The mail of the caller; none where no mail is sent. */
export const makeOwnMail = Effect.map(Effect.all([OutgoingMail, Settings]), ([{ isOn }, settings]) =>
  isOn ? Effect.asSome(settings.get) : Effect.succeedNone
)

/** The devices on which a member is told, each with a button that ends that. */
export const Devices = ({ subscriptions }: { readonly subscriptions: ReadonlyArray<PushSubscription> }) => {
  const { t } = useWebRequest()
  return (
    <>
      <h2>{t.devices.devices}</h2>
      <p class="hint">{t.devices.hint}</p>
      <List empty={t.devices.none} plain>
        {subscriptions.map(({ createdAt, device, id, lastSentAt }) => (
          <li class="row" key={id}>
            <span class="strong" dir="auto">
              {Option.getOrElse(device, () => t.devices.unnamed)}
            </span>
            <p class="facts">
              <span>
                {t.devices.since} <When at={createdAt} exact />
              </span>
              {Option.isSome(lastSentAt) ? (
                <span>
                  {t.devices.lastTold} <When at={lastSentAt.value} exact />
                </span>
              ) : null}
            </p>
            <Act action="/notifications/devices/remove" fields={{ id: String(id) }} label={t.devices.remove} plain />
          </li>
        ))}
      </List>
    </>
  )
}

export const routes = Effect.map(Effect.all([PushSubscriptions, Settings]), ([push, settings]) => [
  action({
    ...forMembers,
    path: "/notifications/mail",
    send: (request) =>
      Effect.as(
        settings.change({
          ...noSettingsChange,
          mail: Option.some("replies"),
          comment: Option.some(true),
          reply: Option.some(true)
        }),
        { location: withParameters(backFrom(request), { done: "mail" }) }
      )
  }),
  action({
    ...forMembers,
    path: "/notifications/devices",
    payloadSchema: NewPushSubscription,
    payloadOf: (values) => ({
      endpoint: valueOf(values, "endpoint"),
      keys: { p256dh: valueOf(values, "p256dh"), auth: valueOf(values, "auth") },
      device: valueOf(values, "device") || null
    }),
    send: (_, payload) => Effect.as(push.subscribe(payload), { location: "/notifications" })
  }),
  action({
    ...forMembers,
    path: "/notifications/devices/remove",
    payloadSchema: Schema.Struct({ id: PushSubscriptionId }),
    payloadOf: (values) => ({ id: numberOf(valueOf(values, "id")) }),
    send: (_, { id }) => Effect.as(push.remove(id), saved("notifications"))
  })
])
