import { Effect, Layer, Option, Predicate, Redacted } from "effect"
import { createTransport } from "nodemailer"
import { isLoopback, mail } from "../../../Config.ts"
import type { Mailbox } from "../../../domain/mail/Mail.ts"
import { Mailer, MailNotSent } from "../../../ports/mail/Mailer.ts"

/** The longest silence of the mail server, after which sending fails. */
const silenceMillis = 15_000

/** The longest time for sending a mail. */
const sendMillis = 45_000

/**
 * The options of a mail server. Mail goes to other machines by TLS or not at all, unless `tls=off`; on this machine by
 * TLS where the server offers it, with any certificate.
 */
const optionsOf = (url: URL) => {
  const { hostname, password, port, protocol, searchParams, username } = url
  const host = hostname.replace(/^\[|\]$/g, "")
  const plain = searchParams.get("tls") === "off" ? { ignoreTLS: true } : { requireTLS: true }
  const local = { opportunisticTLS: true, tls: { rejectUnauthorized: false } }
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return {
    host,
    ...(port === "" ? {} : { port: Number(port) }),
    secure: protocol === "smtps:",
    ...(isLoopback(host) ? local : plain),
    ...(username === "" ? {} : { auth })
  }
}

/** An address that no parser takes for several. */
const oneAddress = /^[^\p{Z}\p{C}@,;:"()<>[\]\\]+@[\p{L}\p{M}\p{N}.-]+$/u

const notOneAddress = { why: "not one address", isFinal: true }

const textOf = (error: unknown, member: string): string =>
  Predicate.hasProperty(error, member) && error[member] !== undefined ? String(error[member]) : ""

/** Where the mail server is reached. */
const placeOf = ({ host, port, secure }: ReturnType<typeof optionsOf>) => `${host}:${port ?? (secure ? 465 : 587)}`

/** Before the first word about a mail. What fails then is told in words of Node's, without an address of a member. */
const isBeforeMail = (command: string) => command === "CONN" || command === "STARTTLS"

/** The failure without the words of the mail server, which may repeat the address. */
const notSent =
  (place: string) =>
  (error: unknown): MailNotSent => {
    const [code = "", command = "", response = ""] = ["code", "command", "responseCode"].map((name) =>
      textOf(error, name)
    )
    const isRefused = textOf(error, "permanent") === "true" && (command === "RCPT TO" || command === "DATA")
    const isMalformed = code === "EENVELOPE" && command === "API"
    const [cause = ""] = textOf(error, "message").split("\n", 1)
    const where = isBeforeMail(command) && response === "" ? `at ${place} (${cause.slice(0, 200)})` : ""
    const why = [code, response, command, where].filter((part) => part !== "").join(" ")
    return new MailNotSent({ why: why === "" ? "unknown" : why, isFinal: isRefused || isMalformed })
  }

const transportOf = (url: Redacted.Redacted, silence: number) => {
  const timeouts = { connectionTimeout: silence, greetingTimeout: silence, dnsTimeout: silence, socketTimeout: silence }
  const files = { disableFileAccess: true, disableUrlAccess: true }
  const options = optionsOf(new URL(Redacted.value(url)))
  return { place: placeOf(options), transport: createTransport({ ...options, ...timeouts, ...files }) }
}

/** Sends mail by SMTP, each over a connection of its own. */
export const smtp = (url: Redacted.Redacted, from: Mailbox, silence = silenceMillis) => {
  const { place, transport } = transportOf(url, silence)
  return Layer.succeed(Mailer, {
    isOn: true,
    send: ({ headers, html, subject, text, to }) =>
      Effect.tryPromise({
        try: (signal) =>
          transport.sendMail({
            from,
            to: { name: "", address: to },
            subject,
            text,
            html,
            headers: { "Auto-Submitted": "auto-generated", ...headers },
            signal
          }),
        catch: notSent(place)
      }).pipe(
        Effect.timeoutFail({
          duration: sendMillis,
          onTimeout: () => new MailNotSent({ why: `ETIMEDOUT at ${place}`, isFinal: false })
        }),
        Effect.when(() => oneAddress.test(to)),
        Effect.flatMap(Option.match({ onNone: () => new MailNotSent(notOneAddress), onSome: () => Effect.void }))
      )
  })
}

/** The mail server of SMTP_URL; none where it is unset. */
export const layer = Layer.unwrapEffect(
  Effect.map(mail, Option.match({ onNone: () => Mailer.off, onSome: ({ from, url }) => smtp(url, from) }))
)

/** Signs in to the mail server of SMTP_URL in the background, and warns where that fails: mail is sent all the same. */
export const checked = Layer.scopedDiscard(
  Effect.flatMap(
    mail,
    Option.match({
      onNone: () => Effect.void,
      onSome: ({ url }) => {
        const { place, transport } = transportOf(url, silenceMillis)
        return Effect.tryPromise({ try: () => transport.verify(), catch: notSent(place) }).pipe(
          Effect.catchAll(({ why }) => Effect.logWarning(`the mail server of SMTP_URL cannot be used: ${why}`)),
          Effect.forkScoped
        )
      }
    })
  )
)
