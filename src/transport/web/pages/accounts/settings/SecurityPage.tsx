import { Effect, Option, Schema } from "effect"
import type { ApiKeyList } from "../../../../../domain/accounts/ApiKey.ts"
import type { Passkey, PasskeyList } from "../../../../../domain/accounts/Passkey.ts"
import type { SecondFactorState } from "../../../../../domain/accounts/SecondFactor.ts"
import { ApiKeys } from "../../../../../services/accounts/ApiKeys.ts"
import { OwnPasskeys } from "../../../../../services/accounts/factors/OwnPasskeys.ts"
import { SecondFactors } from "../../../../../services/accounts/factors/SecondFactors.ts"
import { When } from "../../../Components.tsx"
import { List } from "../../../Lists.tsx"
import type { Asks } from "../../../PasswordField.tsx"
import { forMembersOnly, given, page } from "../../../Route.ts"
import { useWebRequest } from "../../../WebRequest.ts"
import { accessPath, nextOf } from "../SignInPage.tsx"
import { BeginApp, RenewCodes, TurnAppOff } from "./AppCodesForms.tsx"
import { Revocation } from "./KeysPage.tsx"
import { AddPasskey, asksOf, RemovePasskey, RenamePasskey } from "./PasskeyForms.tsx"
import { settingsView, Times } from "./SettingsForm.tsx"

interface Asking {
  readonly asks: Asks
}

const PasskeyRow = ({ asks, passkey }: Asking & { readonly passkey: Passkey }) => {
  const { createdAt, id, lastUsedAt, name } = passkey
  const { t } = useWebRequest()
  return (
    <li class="row">
      <span class="strong" dir="auto">
        {name}
      </span>
      <Times created={t.factors.added} createdAt={createdAt} lastUsedAt={lastUsedAt} />
      <div class="actions small">
        <details class="ask">
          <summary>{t.factors.rename}</summary>
          <RenamePasskey path={`/passkeys/${id}/rename`} name={name} />
        </details>
        <details class="ask">
          <summary>{t.factors.remove}</summary>
          <RemovePasskey path={`/passkeys/${id}/remove`} asks={asks} />
        </details>
      </div>
    </li>
  )
}

const App = ({ asks, state }: Asking & { readonly state: SecondFactorState }) => {
  const { t } = useWebRequest()
  const { enabledAt, recoveryCodesLeft } = state
  return (
    <>
      <h2>{t.factors.app}</h2>
      <p>{t.factors.appLead}</p>
      {Option.isNone(enabledAt) ? (
        <BeginApp asks={asks} />
      ) : (
        <>
          <p class="facts">
            <span>
              {t.factors.appSince} <When at={enabledAt.value} />
            </span>
            <span>{t.factors.codesLeft({ count: recoveryCodesLeft })}</span>
          </p>
          <div class="actions small">
            <details class="ask">
              <summary>{t.factors.renew}</summary>
              <RenewCodes asks={asks} />
            </details>
            <details class="ask">
              <summary>{t.factors.turnOff}</summary>
              <TurnAppOff asks={asks} />
            </details>
          </div>
        </>
      )}
    </>
  )
}

/** The way on for somebody who came from another page. */
const Onward = () => {
  const request = useWebRequest()
  const next = nextOf(request)
  return next === "/" ? null : (
    <p>
      <a href={next}>{request.t.account.goOn}</a>
    </p>
  )
}

interface Access extends Asking {
  readonly passkeys: PasskeyList
  readonly keys: typeof ApiKeyList.Type
}

/** What stays valid after the password was reset, for its member to end what somebody else has added. */
const AccessLeft = ({ asks, keys, passkeys }: Access) => {
  const { t } = useWebRequest()
  return (
    <>
      <p>{t.account.accessLeft}</p>
      <h2>{t.factors.passkeys}</h2>
      <List empty={t.factors.noPasskeys} plain>
        {passkeys.data.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} asks={asks} />
        ))}
      </List>
      <h2>{t.settings.pages.keys}</h2>
      <List empty={t.keys.noKeys} plain>
        {keys.data.map(({ createdAt, id, lastUsedAt, name }) => (
          <li class="row" key={id}>
            <span class="strong">{name}</span>
            <Times created={t.keys.created} createdAt={createdAt} lastUsedAt={lastUsedAt} />
            <div class="actions small">
              <Revocation id={id} />
            </div>
          </li>
        ))}
      </List>
      <p>
        <a href="/">{t.account.goOn}</a>
      </p>
    </>
  )
}

/** The passkeys of a member, and the codes of their app. */
export const routes = Effect.map(
  Effect.all([OwnPasskeys, SecondFactors, asksOf, ApiKeys]),
  ([passkeys, factors, asksNow, keys]) => [
    page({
      ...forMembersOnly,
      path: accessPath,
      show: (request) =>
        Effect.map(Effect.all({ passkeys: passkeys.list, keys: keys.list, asks: asksNow }), (access) =>
          settingsView(request, "security", <AccessLeft {...access} />)
        )
    }),
    page({
      ...forMembersOnly,
      path: "/settings/security",
      querySchema: Schema.Struct({ next: given }),
      show: (request) =>
        Effect.gen(function* () {
          const { data } = yield* passkeys.list
          const state = yield* factors.state
          const asks = yield* asksNow
          const { t } = request
          return settingsView(
            request,
            "security",
            <>
              <h2>{t.factors.passkeys}</h2>
              <p>{t.factors.passkeysLead}</p>
              <List empty={t.factors.noPasskeys} plain>
                {data.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} asks={asks} />
                ))}
              </List>
              <AddPasskey asks={asks} />
              <App state={state} asks={asks} />
              <Onward />
            </>
          )
        })
    })
  ]
)
