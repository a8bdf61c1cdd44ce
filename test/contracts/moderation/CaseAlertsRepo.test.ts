import { contracts } from "../../support/storage/Contracts.ts"
import { caseAlertsRepoContract } from "./CaseAlertsRepoContract.ts"
import { heldAlertsContract } from "./HeldAlertsContract.ts"

contracts(import.meta.url, caseAlertsRepoContract, heldAlertsContract)
