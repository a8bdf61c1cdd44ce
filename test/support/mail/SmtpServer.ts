import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

/** A mail as the server got it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  /** The message with its headers, quoted-printable and base64 decoded. */
  readonly text: string
  readonly raw: string
  readonly isEncrypted: boolean
}

const decoded = (raw: string) =>
  raw
    .replace(/=\r\n/g, "")
    .replace(/(?:=[\dA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"))

const refusal = (code: number) => Object.assign(new Error("refused anna@example.org"), { responseCode: code })

/** The behaviour of a server: the code of its answer to a recipient or to a message; it accepts both without. */
export interface Behaviour {
  readonly recipient?: number
  readonly message?: number
}

/** A mail server on a free port, whose behaviour may change. Gives its port and the mail that it took. */
export const smtpServer = (options: SMTPServerOptions = { hideSTARTTLS: true }) =>
  Effect.acquireRelease(
    Effect.async<{
      readonly server: SMTPServer
      readonly port: number
      readonly received: Array<ReceivedMail>
      behaviour: Behaviour
    }>((resume) => {
      const received: Array<ReceivedMail> = []
      const state: { behaviour: Behaviour } = { behaviour: {} }
      const server = new SMTPServer({
        authOptional: true,
        onRcptTo: (_, __, callback) =>
          callback(state.behaviour.recipient === undefined ? null : refusal(state.behaviour.recipient)),
        onData: (stream, session, callback) => {
          const chunks: Array<Buffer> = []
          stream.on("data", (chunk: Buffer) => void chunks.push(chunk))
          stream.once("end", () => {
            const { message } = state.behaviour
            if (message !== undefined) return callback(refusal(message))
            const raw = Buffer.concat(chunks).toString("utf8")
            const { mailFrom, rcptTo } = session.envelope
            received.push({
              from: mailFrom === false ? "" : mailFrom.address,
              to: rcptTo.map(({ address }) => address),
              text: decoded(raw),
              raw,
              isEncrypted: session.secure
            })
            return callback()
          })
        },
        ...options
      })
      server.on("error", () => undefined)
      server.listen(0, "0.0.0.0", () => {
        const { port } = server.server.address() as AddressInfo
        resume(Effect.succeed(Object.assign(state, { server, port, received })))
      })
    }),
    ({ server }) => Effect.async<void>((resume) => server.close(() => resume(Effect.void)))
  )
