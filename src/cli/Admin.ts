import { Command, Options, Prompt } from "@effect/cli"
import { NodeStream } from "@effect/platform-node"
import { Data, DateTime, Effect, Option, type ParseResult, Redacted, Schema, Stream } from "effect"
import { Email } from "../domain/accounts/Email.ts"
import { Password } from "../domain/accounts/Password.ts"
import { Reason } from "../domain/accounts/Suspension.ts"
import type { UserDetail } from "../domain/accounts/User.ts"
import { Username } from "../domain/accounts/Username.ts"
import { Time } from "../domain/Time.ts"
import { Secrets } from "../ports/Secrets.ts"
import { Operator } from "../services/accounts/Operator.ts"
import { member, nameOf, record } from "./Members.ts"
import * as OperatorLayer from "./OperatorLayer.ts"
import { json, print } from "./Output.ts"

/** The password on standard input cannot be one. The message does not repeat it. */
export class PasswordRefused extends Data.TaggedError("PasswordRefused") {
  override get message() {
    return "the password on standard input must be one line of 8 to 256 characters"
  }
}

const passwordStdin = Options.boolean("password-stdin").pipe(
  Options.withDescription("reads the password from standard input, and does not make one")
)

/** The maximum number of bytes of standard input that are read as a password; more input is a mistake. */
const maxInputBytes = 4_096

/** The first line of standard input. */
const typedLine = Effect.map(
  Stream.mkString(Stream.decodeText(Stream.takeUntil(NodeStream.stdin, (bytes) => bytes.length > maxInputBytes))),
  (text) => text.split(/\r?\n/, 1)[0] ?? ""
)

/** A password, and whether it was generated here, so that it must be printed. */
interface ChosenPassword {
  readonly password: Redacted.Redacted
  readonly isMade: boolean
}

/** Asks for the password on a terminal without showing it, reads it from a pipe, or makes one. */
const choosePassword = (isSent: boolean) =>
  Effect.gen(function* () {
    if (!isSent) return { password: yield* Effect.flatMap(Secrets, ({ newCode }) => newCode), isMade: true }
    const line = process.stdin.isTTY ? Effect.map(Prompt.password({ message: "Password" }), Redacted.value) : typedLine
    const refused = (_: ParseResult.ParseError) => new PasswordRefused()
    return { password: yield* Effect.mapError(Schema.decode(Password)(yield* line), refused), isMade: false }
  })

const reportOf = ({ isMade, password }: ChosenPassword) => ({
  document: isMade ? { password: Redacted.value(password) } : {},
  lines: isMade ? [`password: ${Redacted.value(password)}`, "It is shown only once."] : []
})

const create = Command.make(
  "create",
  {
    username: Options.text("username").pipe(
      Options.withSchema(Username),
      Options.withDescription("the new admin's name")
    ),
    email: Options.text("email").pipe(Options.withSchema(Email), Options.withDescription("the email to log in with")),
    passwordStdin,
    json
  },
  ({ email, json, passwordStdin, username }) =>
    Effect.gen(function* () {
      const { createAdmin } = yield* Operator
      const chosen = yield* choosePassword(passwordStdin)
      const { document, lines } = reportOf(chosen)
      const user = yield* createAdmin({ username, email, password: chosen.password })
      yield* print(json, { ...record(user), ...document }, [`created the admin ${nameOf(user)}`, ...lines])
    }).pipe(Effect.provide(OperatorLayer.layer))
).pipe(Command.withDescription("Makes an account with the role admin; with a made password unless one is sent."))

const promote = Command.make("promote", { member, json }, ({ json, member }) =>
  Effect.gen(function* () {
    const user = yield* Effect.flatMap(Operator, ({ promote }) => promote(member))
    yield* print(json, record(user), [`${nameOf(user)} is an admin`])
  }).pipe(Effect.provide(OperatorLayer.onMade))
).pipe(Command.withDescription("Makes a member an admin."))

const resetPassword = Command.make(
  "reset-password",
  { member, passwordStdin, json },
  ({ json, member, passwordStdin }) =>
    Effect.gen(function* () {
      const { resetPassword } = yield* Operator
      const chosen = yield* choosePassword(passwordStdin)
      const { document, lines } = reportOf(chosen)
      const { endedSessions, member: user } = yield* resetPassword(member, chosen.password)
      yield* print(json, { ...record(user), endedSessions, ...document }, [
        `${nameOf(user)} has another password; sessions ended: ${endedSessions}`,
        ...lines
      ])
    }).pipe(Effect.provide(OperatorLayer.onMade))
).pipe(Command.withDescription("Gives a member another password and ends all their sessions; API keys stay valid."))

const suspensionOf = ({ suspended }: UserDetail) =>
  Option.getOrNull(
    Option.map(suspended, ({ reason, until }) => ({
      until: Option.getOrNull(Option.map(until, DateTime.formatIso)),
      reason
    }))
  )

const endOf = ({ suspended }: UserDetail) =>
  Option.match(
    Option.flatMap(suspended, ({ until }) => until),
    { onNone: () => "until `admin unsuspend`", onSome: (until) => `until ${DateTime.formatIso(until)}` }
  )

/** `admin suspend`: the member can read why, and do little else. */
const suspend = Command.make(
  "suspend",
  {
    member,
    reason: Options.text("reason").pipe(
      Options.withSchema(Reason),
      Options.withDefault("by the operator"),
      Options.withDescription("why, for the audit log")
    ),
    until: Options.text("until").pipe(
      Options.withSchema(Time),
      Options.optional,
      Options.withDescription("the time of its end, such as 2027-01-01T00:00:00Z; else `admin unsuspend` ends it")
    ),
    json
  },
  ({ json, member, reason, until }) =>
    Effect.gen(function* () {
      const user = yield* Effect.flatMap(Operator, ({ suspend }) => suspend(member, { reason, until }))
      yield* print(json, { ...record(user), suspended: suspensionOf(user) }, [
        `${nameOf(user)} is suspended ${endOf(user)}: sessions have ended, and API keys are disabled`
      ])
    }).pipe(Effect.provide(OperatorLayer.onMade))
).pipe(
  Command.withDescription(
    "Suspends a member: sessions end at once, API keys are disabled, and a new session opens little."
  )
)

/** `admin unsuspend`: ends a suspension. */
const unsuspend = Command.make("unsuspend", { member, json }, ({ json, member }) =>
  Effect.gen(function* () {
    const user = yield* Effect.flatMap(Operator, ({ unsuspend }) => unsuspend(member))
    yield* print(json, { ...record(user), suspended: suspensionOf(user) }, [`${nameOf(user)} is not suspended`])
  }).pipe(Effect.provide(OperatorLayer.onMade))
).pipe(Command.withDescription("Ends the suspension of a member."))

/** `admin …`: accounts, by whoever holds the database. */
export const admin = Command.make("admin").pipe(
  Command.withDescription("Makes admins, resets passwords, and suspends members."),
  Command.withSubcommands([create, promote, resetPassword, suspend, unsuspend])
)
