import { NodeContext } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import * as PasswordHasherArgon2 from "../adapters/node/accounts/PasswordHasherArgon2.ts"
import * as ContentFilesJson from "../adapters/node/ContentFilesJson.ts"
import * as MailerSmtp from "../adapters/node/mail/MailerSmtp.ts"
import * as MarkdownFilterInline from "../adapters/node/posts/MarkdownFilterInline.ts"
import * as SecretsRandom from "../adapters/node/SecretsRandom.ts"
import * as CommandDatabase from "../adapters/postgres/connection/CommandDatabase.ts"
import * as Sql from "../adapters/postgres/connection/Sql.ts"
import { AuditLog } from "../services/accounts/AuditLog.ts"
import { EndSessions } from "../services/accounts/EndSessions.ts"
import { Export } from "../services/accounts/Export.ts"
import { Codes } from "../services/accounts/factors/Codes.ts"
import { FactorChange } from "../services/accounts/factors/FactorChange.ts"
import { LeakGuard } from "../services/accounts/LeakGuard.ts"
import { Operator } from "../services/accounts/Operator.ts"
import { SuspensionWrites } from "../services/accounts/Suspensions.ts"
import { Changes } from "../services/Changes.ts"
import * as StarterContent from "../services/diseases/StarterContent.ts"
import { OutgoingMail } from "../services/mail/OutgoingMail.ts"
import { ShutdownSignal } from "../services/Operation.ts"
import * as Configured from "./ConfiguredAdapters.ts"

const Machine = Layer.merge(MarkdownFilterInline.layer, ContentFilesJson.layer).pipe(Layer.provide(NodeContext.layer))

/**
 * The storage of a command that fills the community: the database of the environment, its schema up to date and the
 * starter content in it, so that starter content has the first ids though an import comes before the first start.
 */
export const communityStorage = StarterContent.layer.pipe(
  Layer.provideMerge(Layer.provide(Changes.layer, Configured.changeNotifier)),
  Layer.provideMerge(Layer.merge(Machine, Layer.provideMerge(Sql.layer, CommandDatabase.migrated)))
)

/** The operator's acts on the database of the environment, which is made where there is none. */
export const layer = Operator.layer.pipe(
  Layer.provide([LeakGuard.layer, Export.layer, FactorChange.layer, SuspensionWrites.layer]),
  Layer.provide([Codes.layer, EndSessions.layer]),
  Layer.provide(OutgoingMail.layer),
  Layer.provide([AuditLog.layer, ShutdownSignal.layer]),
  Layer.provide(communityStorage),
  Layer.provide([MailerSmtp.layer, PasswordHasherArgon2.layer]),
  Layer.provideMerge(SecretsRandom.layer),
  Layer.provide(NodeContext.layer)
)

/** `layer` for a database that has been made already. */
export const onMade = Layer.unwrapEffect(Effect.as(CommandDatabase.mustBeMade, layer))

/** Only the storage, of a database that has been made already. */
export const storage = Layer.unwrapEffect(
  Effect.as(CommandDatabase.mustBeMade, Layer.provide(communityStorage, NodeContext.layer))
)
