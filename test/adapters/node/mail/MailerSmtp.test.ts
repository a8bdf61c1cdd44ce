import { type AddressInfo, createServer, type Socket } from "node:net"
import { it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { smtp } from "../../../../src/adapters/node/mail/MailerSmtp.ts"
import type { Mail } from "../../../../src/domain/mail/Mail.ts"
import { Mailer, type MailNotSent } from "../../../../src/ports/mail/Mailer.ts"
import { smtpServer } from "../../../support/mail/SmtpServer.ts"

const from = { name: "Rare, Community", address: "community@example.org" }

const mail: Mail = {
  to: "anna@example.org",
  subject: "Confirm your email address",
  text: "Open https://a.example/?token=1\n",
  html: "<p>Open it</p>",
  headers: { "List-Unsubscribe": "<https://a.example/unsubscribe?token=1>" }
}

const send = (url: string, given: Partial<Mail> = {}) =>
  Effect.flatMap(Mailer, (mailer) => mailer.send({ ...mail, ...given })).pipe(
    Effect.provide(smtp(Redacted.make(url), from, 300))
  )

const failing = (url: string) => Effect.flip(send(url))

const told = ({ isFinal, why }: MailNotSent) => ({ isFinal, why })

/** A server that knows no SMTP. */
const rawServer = (behave: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.async<{ readonly port: number; readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket.on("error", () => undefined))
        behave(socket)
      })
      const close = () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
      server.listen(0, () => resume(Effect.succeed({ port: (server.address() as AddressInfo).port, close })))
    }),
    ({ close }) => Effect.sync(close)
  )

it.scopedLive("Mailer.send hands over text and HTML, with the headers of a machine's mail", () =>
  Effect.gen(function* () {
    const { port, received } = yield* smtpServer()
    yield* send(`smtp://127.0.0.1:${port}`)
    const [{ from: sender, text = "", to } = { from: "", to: [] }] = received
    deepStrictEqual([sender, to, received.length], ["community@example.org", ["anna@example.org"], 1])
    for (const part of [
      'From: "Rare, Community" <community@example.org>\r\n',
      "To: anna@example.org\r\n",
      "Subject: Confirm your email address\r\n",
      "Auto-Submitted: auto-generated\r\n",
      "List-Unsubscribe: <https://a.example/unsubscribe?token=1>\r\n",
      "Open https://a.example/?token=1",
      "<p>Open it</p>"
    ]) {
      assertTrue(text.includes(part), part)
    }
    assertTrue(!/x-mailer/i.test(text))
  })
)

it.scopedLive("Mailer.send lets no text add a header or a recipient", () =>
  Effect.gen(function* () {
    const { port, received } = yield* smtpServer()
    const url = `smtp://127.0.0.1:${port}`
    yield* send(url, {
      subject: "Hello\r\nBcc: eve@example.org\r\n\r\n<p>",
      headers: { "X-A": "b\r\nBcc: eve@example.org" }
    })
    const several = [
      "anna@example.org, eve@example.org",
      "anna@example.org;eve@example.org",
      "eve@example.org\r\nRCPT TO:<eve@example.org>",
      '"eve@example.org,"@example.org',
      "(x)eve@example.org",
      "group:eve@example.org"
    ]
    for (const to of several) strictEqual((yield* Effect.flip(send(url, { to }))).isFinal, true, to)
    strictEqual(received.length, 1)
    for (const { text, to } of received) {
      assertTrue(!/^Bcc:/im.test(text), text)
      assertTrue(!to.includes("eve@example.org"), to.join(" "))
      strictEqual(to.length, 1)
    }
  })
)

it.scopedLive("Mailer.send fails for a time at 4xx, and for good where recipient or message are refused by 5xx", () =>
  Effect.gen(function* () {
    const server = yield* smtpServer()
    const url = `smtp://127.0.0.1:${server.port}`
    const outcomes = []
    for (const behaviour of [{ recipient: 451 }, { recipient: 550 }, { message: 452 }, { message: 554 }]) {
      server.behaviour = behaviour
      outcomes.push(told(yield* failing(url)))
    }
    deepStrictEqual(outcomes, [
      { isFinal: false, why: "EENVELOPE 451 RCPT TO" },
      { isFinal: true, why: "EENVELOPE 550 RCPT TO" },
      { isFinal: false, why: "EMESSAGE 452 DATA" },
      { isFinal: true, why: "EMESSAGE 554 DATA" }
    ])
    strictEqual(server.received.length, 0)
  })
)

it.scopedLive("Mailer.send fails for a time where the server is away, hangs or drops the connection", () =>
  Effect.gen(function* () {
    const { port: hanging } = yield* rawServer(() => undefined)
    const { port: dropping } = yield* rawServer((socket) => socket.end("220 hello\r\n"))
    const outcomes = []
    for (const port of [9, hanging, dropping]) outcomes.push(told(yield* failing(`smtp://127.0.0.1:${port}`)))
    deepStrictEqual(
      outcomes.map(({ isFinal }) => isFinal),
      [false, false, false]
    )
    assertTrue(
      outcomes.every(({ why }) => /^E[A-Z]+ CONN at 127\.0\.0\.1:\d+ \(.+\)$/.test(why) && !why.includes("@")),
      JSON.stringify(outcomes)
    )
  })
)

it.scopedLive("Mailer.send fails for a time with wrong credentials, without repeating them", () =>
  Effect.gen(function* () {
    const { port, received } = yield* smtpServer({
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      onAuth: ({ password, username }, _, callback) =>
        password === "p@ss" ? callback(null, { user: username }) : callback(new Error(`no ${password}`))
    })
    deepStrictEqual(told(yield* failing(`smtp://anna:wrong@127.0.0.1:${port}`)), {
      isFinal: false,
      why: "EAUTH 535 AUTH PLAIN"
    })
    yield* send(`smtp://anna:p%40ss@127.0.0.1:${port}`)
    strictEqual(received.length, 1)
  })
)

it.scopedLive("Mailer.send sends nothing to another machine without TLS and a valid certificate, unless tls=off", () =>
  Effect.gen(function* () {
    const plain = yield* smtpServer()
    const selfSigned = yield* smtpServer({})
    for (const { port } of [plain, selfSigned]) {
      strictEqual((yield* failing(`smtp://0.0.0.0:${port}`)).isFinal, false)
    }
    deepStrictEqual([plain.received, selfSigned.received], [[], []])
    yield* send(`smtp://0.0.0.0:${plain.port}?tls=off`)
    strictEqual(plain.received.length, 1)
  })
)

it.scopedLive("Mailer.send uses TLS on this machine where it is offered, whatever the certificate", () =>
  Effect.gen(function* () {
    const { port, received } = yield* smtpServer({})
    yield* send(`smtp://127.0.0.1:${port}`)
    deepStrictEqual(
      received.map(({ isEncrypted }) => isEncrypted),
      [true]
    )
  })
)
