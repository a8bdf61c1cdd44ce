import { Command } from "@effect/cli"
import { NodeContext } from "@effect/platform-node"
import { Data, DateTime, Effect, Layer, Option } from "effect"
import * as LanguageFiles from "../adapters/node/LanguageFiles.ts"
import * as MailerSmtp from "../adapters/node/mail/MailerSmtp.ts"
import * as SecretsRandom from "../adapters/node/SecretsRandom.ts"
import * as CommandDatabase from "../adapters/postgres/connection/CommandDatabase.ts"
import * as Sql from "../adapters/postgres/connection/Sql.ts"
import { mail as mailServer } from "../Config.ts"
import { mailsToAddress } from "../domain/mail/Mail.ts"
import { KeyedHash } from "../services/accounts/KeyedHash.ts"
import { CommunitySetup } from "../services/CommunitySetup.ts"
import { Languages } from "../services/languages/Languages.ts"
import { MailSender } from "../services/mail/MailSender.ts"
import { Unsubscribing } from "../services/mail/Unsubscribing.ts"
import { json, print } from "./Output.ts"

class NoMailServer extends Data.TaggedError("NoMailServer") {
  override get message() {
    return "no mail is sent: set SMTP_URL and MAIL_FROM"
  }
}

const Sender = MailSender.layer.pipe(
  Layer.provide([
    Layer.provideMerge(Unsubscribing.layer, KeyedHash.layer),
    Layer.provide(Languages.layer, LanguageFiles.layer)
  ]),
  Layer.provide(CommunitySetup.asVariables),
  Layer.provide(Layer.mergeAll(Layer.provideMerge(Sql.layer, CommandDatabase.migrated), SecretsRandom.layer)),
  Layer.provide(MailerSmtp.layer),
  Layer.provide(NodeContext.layer)
)

/** Opens the database only where there is a mail server, and a database. */
const Checked = Layer.unwrapEffect(
  Effect.gen(function* () {
    if (Option.isNone(yield* mailServer)) return yield* new NoMailServer()
    yield* CommandDatabase.mustBeMade
    return Sender
  })
)

const digest = Command.make("digest", { json }, ({ json }) =>
  Effect.gen(function* () {
    const { addDigests, nextDue, sendDue } = yield* MailSender
    const digests = yield* addDigests
    const sent = yield* sendDue
    const next = Option.getOrNull(Option.map(yield* nextDue, DateTime.formatIso))
    const { maxActs } = mailsToAddress
    yield* print(json, { digests, sent, next }, [
      `digests that were due: ${digests}; mails sent: ${sent}`,
      ...(next === null
        ? []
        : [
            `other mail waits until ${next}: for another try, or as its mailbox, tags aside, has had ${maxActs} mails in an hour`
          ])
    ])
  }).pipe(Effect.provide(Checked))
).pipe(Command.withDescription("Sends the digests that are due now, and other mail that waits."))

/** `mail …`: outgoing mail. */
export const mail = Command.make("mail").pipe(
  Command.withDescription("Sends mail that is due."),
  Command.withSubcommands([digest])
)
