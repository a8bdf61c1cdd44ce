import { Effect, Redacted, Schema } from "effect"
import { knownNames } from "../../../../domain/accounts/Password.ts"
import { ForgottenPassword, PasswordReset } from "../../../../domain/mail/Mail.ts"
import { CommonPasswords } from "../../../../services/accounts/factors/CommonPasswords.ts"
import { AccountLinks } from "../../../../services/mail/AccountLinks.ts"
import { OutgoingMail } from "../../../../services/mail/OutgoingMail.ts"
import { Brand, type Wording } from "../../Brand.ts"
import { Done, Trail } from "../../Components.tsx"
import { Field, Form } from "../../Form.tsx"
import { PasswordField } from "../../PasswordField.tsx"
import { form, given } from "../../Route.ts"
import { type View, valueOf } from "../../WebRequest.ts"
import { ContactLine, isReachable } from "../ContactLine.tsx"
import { accessPath, entry, ways } from "./SignInPage.tsx"

/** The page of a link that sets no password any more: it leads to a new one. */
const deadLink = (t: Wording): View => ({
  title: t.account.newPassword,
  status: 400,
  body: (
    <div class="narrow">
      <h1>{t.account.newPassword}</h1>
      <p class="problem">{t.faults.LinkNotValid({ of: "account" })}</p>
      <p>
        <a class="button second" href={ways.forgot}>
          {t.account.sendLink}
        </a>
      </p>
    </div>
  )
})

/** Sets the password by a link, unless it is a common one. */
const resetting = (links: AccountLinks["Type"], common: CommonPasswords["Type"], sent: PasswordReset) =>
  Effect.flatMap(links.checkReset(sent.token), (user) => common.refuse(sent.password, knownNames(user))).pipe(
    Effect.zipRight(links.resetPassword(sent))
  )

/** The pages for members who have forgotten their password. */
export const routes = Effect.map(
  Effect.all([AccountLinks, OutgoingMail, Brand, CommonPasswords]),
  ([links, mail, brand, common]) => [
    ...form({
      ...entry,
      path: ways.forgot,
      payloadSchema: ForgottenPassword,
      isOpenToSuspended: true,
      show: (request) => {
        const { query, t } = request
        const body = (
          <div class="narrow">
            <Trail href={ways.signIn} label={t.account.signIn} />
            <h1>{t.account.forgot}</h1>
            {query["done"] === "sent" ? <Done>{t.account.linkSent}</Done> : null}
            {!mail.isOn ? (
              <>
                <p class="lead">{isReachable(brand) ? t.account.noMail : t.account.noContact}</p>
                <ContactLine brand={brand} />
                <h2>{t.account.lostAddress}</h2>
                <p>{t.account.joinAgain}</p>
                <p>
                  <a class="button second" href={ways.register}>
                    {t.account.register}
                  </a>
                </p>
              </>
            ) : (
              <Form action={ways.forgot} fields={{ email: t.account.email }}>
                <Field name="email" type="email" hint={t.account.forgotHint} autocomplete="email" />
                <button>{t.account.sendLink}</button>
              </Form>
            )}
          </div>
        )
        return Effect.succeed({ title: t.account.forgot, body })
      },
      send: (_, payload) => Effect.as(links.forgotPassword(payload), { location: `${ways.forgot}?done=sent` })
    }),
    ...form({
      ...entry,
      path: "/reset-password",
      querySchema: Schema.Struct({ token: given }),
      payloadSchema: PasswordReset,
      isOpenToSuspended: true,
      show: (request) => {
        const { form: sent, parameters, t } = request
        const token = valueOf(sent.values, "token") || (parameters.token ?? "")
        const body = (
          <div class="narrow">
            <h1>{t.account.newPassword}</h1>
            <Form action="/reset-password" fields={{ password: t.account.newPassword }}>
              <input type="hidden" name="token" value={token} />
              <PasswordField name="password" isNew />
              <button>{t.account.setPassword}</button>
            </Form>
          </div>
        )
        const view = { title: t.account.newPassword, body }
        // A form that was refused says why by itself.
        if (sent.problem !== undefined) return Effect.succeed(view)
        const isLink = links.checkReset(Redacted.make(token))
        return Effect.catchTag(Effect.as(isLink, view), "LinkNotValid", () => Effect.succeed(deadLink(t)))
      },
      send: (_, payload) =>
        Effect.as(resetting(links, common, payload), { location: `${ways.signIn}?done=reset&next=${accessPath}` })
    })
  ]
)
