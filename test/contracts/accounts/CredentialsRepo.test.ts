import { contracts } from "../../support/storage/Contracts.ts"
import { credentialsRepoContract } from "./CredentialsRepoContract.ts"
import { keptSessionsContract } from "./KeptSessionsContract.ts"
import { keyRotationContract } from "./KeyRotationContract.ts"
import { sessionsContract } from "./SessionsContract.ts"
import { suspensionContract } from "./SuspensionContract.ts"
import { writeBudgetsContract } from "./WriteBudgetsContract.ts"

contracts(
  import.meta.url,
  credentialsRepoContract,
  keyRotationContract,
  keptSessionsContract,
  sessionsContract,
  suspensionContract,
  writeBudgetsContract
)
