import { NodeContext } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import * as PasswordHasherArgon2 from "../adapters/node/PasswordHasherArgon2.ts"
import * as SecretsRandom from "../adapters/node/SecretsRandom.ts"
import * as CommandDatabase from "../adapters/postgres/connection/CommandDatabase.ts"
import { AuditLog } from "../services/accounts/AuditLog.ts"
import { LeakGuard } from "../services/accounts/LeakGuard.ts"
import { Operator } from "../services/accounts/Operator.ts"
import { Export } from "../services/accounts/OwnData.ts"
import { ShutdownSignal } from "../services/Operation.ts"
import * as CommunityStorage from "./CommunityStorage.ts"

/** The operator's acts on the database of the environment, which is made where there is none. */
export const layer = Operator.layer.pipe(
  Layer.provide([LeakGuard.layer, AuditLog.layer, Export.layer, ShutdownSignal.layer]),
  Layer.provide(CommunityStorage.layer),
  Layer.provide(PasswordHasherArgon2.layer),
  Layer.provideMerge(SecretsRandom.layer),
  Layer.provide(NodeContext.layer)
)

/** The same for a database that has been made already. */
export const onMade = Layer.unwrapEffect(Effect.as(CommandDatabase.mustBeMade, layer))

/** The storage alone, of a database that has been made already. */
export const storage = Layer.unwrapEffect(
  Effect.as(CommandDatabase.mustBeMade, Layer.provide(CommunityStorage.layer, NodeContext.layer))
)
