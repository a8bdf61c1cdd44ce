import { Effect, Option, Redacted, Schema } from "effect"
import { otpauthUri, type RecoveryCodes } from "../../../../../domain/accounts/SecondFactor.ts"
import { relyingParty } from "../../../../../services/accounts/factors/RelyingParty.ts"
import { SecondFactors } from "../../../../../services/accounts/factors/SecondFactors.ts"
import { Form } from "../../../Form.tsx"
import { CodeField, OwnProof, PasskeyScript } from "../../../PasswordField.tsx"
import { action, forMembersOnly, form } from "../../../Route.ts"
import { proofIn, TypedCode, typedProof, typedProofFields } from "../../../StepUp.ts"
import { useWebRequest, type Values, valueOf, type WebRequest } from "../../../WebRequest.ts"
import type { PowerProps } from "../../admin/Powers.tsx"
import { asksOf } from "./PasskeyForms.tsx"
import { QrCode } from "./QrCode.tsx"
import { saved, settingsView } from "./SettingsForm.tsx"

const page = "/settings/security"

const paths = {
  begin: `${page}/app`,
  confirm: `${page}/app/confirm`,
  turnOff: `${page}/app/off`,
  renew: `${page}/codes`
}

type FormProps = Pick<PowerProps, "asks">

export const BeginApp = ({ asks }: FormProps) => {
  const { t } = useWebRequest()
  return (
    <Form action={paths.begin} within="app" fields={{ password: t.account.password }}>
      {asks ? <OwnProof name="password" asks={asks} /> : null}
      <button class="second">{t.factors.begin}</button>
    </Form>
  )
}

export const RenewCodes = ({ asks }: FormProps) => {
  const { t } = useWebRequest()
  return (
    <Form action={paths.renew} within="renew" fields={{ code: t.factors.code, password: t.account.password }}>
      <p>{t.factors.renewLead}</p>
      <CodeField hint={t.factors.eitherCode} />
      {asks ? <OwnProof name="password" asks={asks} /> : null}
      <button class="second">{t.factors.renew}</button>
    </Form>
  )
}

export const TurnAppOff = ({ asks }: FormProps) => {
  const { t } = useWebRequest()
  return (
    <Form action={paths.turnOff} within="off" fields={{ code: t.factors.code, password: t.account.password }}>
      <p>{t.factors.turnOffLead}</p>
      <CodeField hint={t.factors.eitherCode} />
      {asks ? <OwnProof name="password" asks={asks} /> : null}
      <button class="danger">{t.factors.turnOff}</button>
    </Form>
  )
}

/** The secret for an app, as a picture and in groups to type, and the field for the first code. */
const ConfirmApp = ({ secret, uri }: { readonly secret: string; readonly uri: string }) => {
  const { t } = useWebRequest()
  return (
    <>
      <h2>{t.factors.app}</h2>
      <p>{t.factors.scan}</p>
      <QrCode text={uri} label={t.factors.qr} />
      <p>
        <a href={uri}>{t.factors.openApp}</a>
      </p>
      <p>{t.factors.secret}</p>
      <p class="secret">{secret.match(/.{1,4}/g)?.join(" ")}</p>
      <Form action={paths.confirm} fields={{ code: t.factors.code }}>
        <p>{t.factors.confirmLead}</p>
        <input type="hidden" name="secret" value={secret} />
        <CodeField isOfApp />
        <button>{t.factors.turnOn}</button>
      </Form>
    </>
  )
}

/** The recovery codes, on the only page that has them. */
const codesView = (request: WebRequest, { recoveryCodes }: RecoveryCodes) => {
  const { t } = request
  return settingsView(
    request,
    "security",
    <>
      <h2>{t.factors.recoveryCodes}</h2>
      <p class="notice" role="status">
        {t.factors.codesOnce}
      </p>
      <p>{t.factors.codesHint}</p>
      <ol class="secret codes" id="recovery-codes">
        {recoveryCodes.map(Redacted.value).map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div class="actions">
        <button type="button" class="second scripted" data-print>
          {t.phenotypes.printNow}
        </button>
        <button type="button" class="second scripted" data-copy="recovery-codes" data-done={t.factors.copied}>
          {t.factors.copy}
        </button>
        <a class="button" href={page}>
          {t.factors.kept}
        </a>
      </div>
      <PasskeyScript />
    </>
  )
}

/** The secret of the form that is shown again with its picture. */
const secretIn = (values: Values) => /^[A-Z2-7]{16,64}$/.exec(valueOf(values, "secret"))?.[0]

const CodeAndProof = Schema.Struct({ code: TypedCode, ...typedProofFields })

/** The forms of a member's app. GET of a form redirects to the page that shows it. */
export const routes = Effect.gen(function* () {
  const factors = yield* SecondFactors
  const asksNow = yield* asksOf
  const { name: issuer } = yield* relyingParty
  const ofForm = { ...forMembersOnly, limits: ["auth" as const], show: () => Effect.succeed({ location: page }) }
  const codeAndProof = {
    payloadSchema: CodeAndProof,
    payloadOf: (values: Values) => ({ code: values["code"], ...proofIn(values) })
  }
  const again = (Shown: typeof BeginApp) => (request: WebRequest) =>
    Effect.map(asksNow, (asks) => settingsView(request, "security", <Shown asks={asks} />))
  return [
    ...form({
      ...ofForm,
      path: paths.begin,
      send: (request) =>
        Effect.gen(function* () {
          const { secret, uri } = yield* factors.begin(yield* typedProof(request.form.values))
          const shown = <ConfirmApp secret={Redacted.value(secret)} uri={Redacted.value(uri)} />
          return settingsView(request, "security", shown)
        }),
      again: again(BeginApp)
    }),
    ...form({
      ...ofForm,
      path: paths.confirm,
      payloadSchema: Schema.Struct({ code: TypedCode }),
      send: (request, payload) =>
        factors.enable(payload).pipe(
          Effect.map((codes) => codesView(request, codes)),
          Effect.catchTag("SecondFactorNotFound", () => Effect.succeed({ location: `${page}?done=late` }))
        ),
      again: (request: WebRequest) => {
        const secret = secretIn(request.form.values)
        const name = Option.match(request.viewer, { onNone: () => "", onSome: ({ username }) => username })
        return Effect.succeed(
          secret === undefined
            ? { location: page }
            : settingsView(request, "security", <ConfirmApp secret={secret} uri={otpauthUri(issuer, name, secret)} />)
        )
      }
    }),
    ...form({
      ...ofForm,
      ...codeAndProof,
      path: paths.renew,
      send: (request, payload) =>
        factors.renewCodes(payload).pipe(
          Effect.map((codes) => codesView(request, codes)),
          Effect.catchTag("SecondFactorNotFound", () => Effect.succeed({ location: page }))
        ),
      again: again(RenewCodes)
    }),
    action({
      ...ofForm,
      ...codeAndProof,
      path: paths.turnOff,
      send: (_, payload) =>
        factors.remove(payload).pipe(
          Effect.as(saved("security")),
          Effect.catchTag("SecondFactorNotFound", () => Effect.succeed({ location: page }))
        ),
      again: again(TurnAppOff)
    })
  ]
})
