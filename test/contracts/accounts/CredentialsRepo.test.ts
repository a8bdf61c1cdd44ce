import { storages } from "../../support/Storage.ts"
import { credentialsRepoContract } from "./CredentialsRepoContract.ts"
import { keptSessionsContract } from "./KeptSessionsContract.ts"
import { keyRotationContract } from "./KeyRotationContract.ts"
import { sessionsContract } from "./SessionsContract.ts"
import { suspensionContract } from "./SuspensionContract.ts"
import { writeBudgetsContract } from "./WriteBudgetsContract.ts"

for (const { layer, name } of storages) {
  credentialsRepoContract(name, layer)
  keyRotationContract(name, layer)
  keptSessionsContract(name, layer)
  sessionsContract(name, layer)
  suspensionContract(name, layer)
  writeBudgetsContract(name, layer)
}
